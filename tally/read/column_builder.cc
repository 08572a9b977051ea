#include "tally/read/column_builder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "tally/base/error.h"
#include "tally/base/utf8.h"
#include "tally/read/decimals.h"
#include "tally/read/names.h"
#include "tally/read/number_text.h"

namespace tally::csv {

namespace {

constexpr std::int32_t kMissing = -1;
constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();

bool is_nan(std::string_view text) {
  const std::optional<double> number = parse_number(text);
  return number && std::isnan(*number);
}

bool makes_codes(const ColumnSchema& column) {
  return column.role == Role::kTarget ||
         (column.role == Role::kFeature && column.family == Family::kCategorical);
}

const char* expected_cell(ValueType type) {
  if (type == ValueType::kTime) return "a date or time such as 2024-02-29T12:34:56";
  if (type == ValueType::kDuration) return "a duration such as PT1H30M or 01:30:00";
  return "a number";
}

}  // namespace

std::size_t NumberBuilder::append(const CellColumn& cells) {
  if (type_ != ValueType::kNumber) return append_seconds(cells);
  if (values_.size() < size_ + cells.rows + CellWords::kTogether) {
    values_.resize(2 * size_ + cells.rows + CellWords::kTogether);
  }
  CellWords words;
  for (std::size_t first = 0; first < cells.rows; first += CellWords::kMost) {
    const std::size_t count = std::min(CellWords::kMost, cells.rows - first);
    words.take(cells, first, count);
    double* const values = &values_[size_];
    if (!read_decimals(words, count, values) || !marks_->texts().empty()) {
      for (std::size_t i = 0; i < count; ++i) {
        // A decimal has no blanks about it: what was read need not be trimmed to be a mark.
        const std::string_view text = cells.untrimmed(first + i);
        const bool is_read = !std::isnan(values[i]) && !marks_->contains(text);
        if (!is_read && !read_other(trimmed(text), values[i])) return first + i;
      }
    }
    size_ += count;
  }
  return cells.rows;
}

// Times and durations. As among numbers, a NaN is missing.
std::size_t NumberBuilder::append_seconds(const CellColumn& cells) {
  if (values_.size() < size_ + cells.rows) values_.resize(2 * size_ + cells.rows);
  for (std::size_t row = 0; row < cells.rows; ++row) {
    const std::string_view text = trimmed(cells.at(row));
    const bool is_missing = marks_->contains(text) || is_nan(text);
    const std::optional<double> seconds = is_missing ? kNotANumber : parse_numeric(text, type_);
    if (!seconds) return row;
    values_[size_++] = *seconds;
  }
  return cells.rows;
}

// A number in another form, or a missing one; false if it is neither.
bool NumberBuilder::read_other(std::string_view text, double& value) const {
  value = kNotANumber;
  if (marks_->contains(text)) return true;
  const std::optional<double> number = read_number(text);
  if (!number || std::isinf(*number)) return false;
  value = *number;
  return true;
}

CodeBuilder::CodeBuilder(const MissingMarks& marks, ValueType type) : type_(type) {
  texts_.insert("", kMissing);
  for (const std::string& mark : marks.texts()) {
    if (texts_.find(mark) == Interner::kUnknown) texts_.insert(mark, kMissing);
  }
}

std::size_t CodeBuilder::append(const CellColumn& cells) {
  if (codes_.size() < size_ + cells.rows) codes_.resize(2 * size_ + cells.rows);
  CellWords words;
  std::array<std::uint32_t, CellWords::kMost> others;
  for (std::size_t first = 0; first < cells.rows; first += CellWords::kMost) {
    const std::size_t count = std::min(CellWords::kMost, cells.rows - first);
    std::int32_t* const codes = &codes_[size_];
    words.take(cells, first, count);
    const std::size_t left = texts_.find_many(words, count, codes, others.data());
    for (std::size_t i = 0; i < left; ++i) {
      const std::size_t row = others[i];
      const std::string_view text = cells.at(first + row);
      codes[row] = find_or_learn(type_ == ValueType::kText ? text : trimmed(text));
      if (codes[row] == Interner::kUnknown) return first + row;
    }
    size_ += count;
  }
  return cells.rows;
}

std::int32_t CodeBuilder::find_or_learn(std::string_view text) {
  const std::int32_t code = texts_.find(text);
  return code == Interner::kUnknown ? learn(text) : code;
}

// The code of a text that was not met before; kUnknown if it is not of the column's type.
std::int32_t CodeBuilder::learn(std::string_view text) {
  std::int32_t code = kMissing;
  if (const std::optional<Label> label = Label::parse(text, type_)) {
    if (type_ == ValueType::kText && !is_utf8(text)) return Interner::kUnknown;
    code = dictionary_->code(*label);
  } else if (type_ != ValueType::kNumber || !is_nan(text)) {
    return Interner::kUnknown;
  }
  texts_.insert(text, code);
  return code;
}

void BitBuilder::start() {
  bits_.clear();
  validity_.clear();
  size_ = 0;
}

std::size_t BitBuilder::append(const CellColumn& cells) {
  const Label yes = Label::of(true);
  for (std::size_t row = 0; row < cells.rows; ++row) {
    const std::string_view text = trimmed(cells.at(row));
    if (marks_->contains(text)) {
      push(false, false);
      continue;
    }
    const std::optional<Label> label = Label::parse(text, ValueType::kBoolean);
    if (!label) return row;
    push(*label == yes, true);
  }
  return cells.rows;
}

void BitBuilder::push(bool value, bool is_valid) {
  const std::size_t bit = size_ % 8;
  if (bit == 0) {
    bits_.push_back(0);
    validity_.push_back(0);
  }
  bits_.back() = static_cast<std::uint8_t>(bits_.back() | (value ? 1U << bit : 0U));
  validity_.back() = static_cast<std::uint8_t>(validity_.back() | (is_valid ? 1U << bit : 0U));
  ++size_;
}

Column BitBuilder::finish() const { return Bits{bits_.data(), 0, Validity{validity_.data(), 0}}; }

std::size_t TextBuilder::append(const CellColumn& cells) {
  for (std::size_t row = 0; row < cells.rows; ++row) push(cells.at(row));
  return cells.rows;
}

void TextBuilder::push(std::string_view text) {
  texts_.push_back(marks_->contains(text) ? std::string_view{} : text);
}

ColumnBuilder builder_for(const ColumnSchema& column, const MissingMarks& marks) {
  if (makes_codes(column)) return CodeBuilder(marks, column.type);
  if (column.role == Role::kFeature && column.family == Family::kText) return TextBuilder(marks);
  const bool is_boolean = column.type == ValueType::kBoolean;
  if (column.role == Role::kFeature && is_boolean) return BitBuilder(marks);
  return NumberBuilder(marks, is_numeric(column.type) ? column.type : ValueType::kNumber);
}

std::string complaint(const ColumnSchema& column, std::string_view text) {
  const bool is_text = makes_codes(column) && column.type == ValueType::kText;
  if (is_text) {
    return "the text " + quoted(text) +
           " is not valid UTF-8; convert the file first, say with iconv -f LATIN1 -t UTF-8";
  }
  const std::optional<double> number = parse_number(trimmed(text));
  const bool is_boolean = column.type == ValueType::kBoolean && column.role <= Role::kTarget;
  const bool is_infinite =
      !is_boolean && number && std::isinf(*number) && column.type <= ValueType::kText;
  const std::string mark = "mark it with --missing " + shell_word(trimmed(text));
  std::string sentence = std::string("expected ") +
                         (is_boolean    ? "true or false"
                          : is_infinite ? "a finite number"
                                        : expected_cell(column.type)) +
                         ", found " + quoted(text) + "; ";
  if (column.role != Role::kFeature) return sentence + "mend it or " + mark;
  if (column.family != Family::kCategorical && !is_infinite) {
    sentence += "declare it with --family " + shell_word(column.name) + "=categorical, ";
  }
  return sentence + mark + ", or leave the column out with --ignore " + shell_word(column.name);
}

}  // namespace tally::csv
