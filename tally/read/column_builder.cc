#include "tally/read/column_builder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "tally/base/error.h"
#include "tally/base/utf8.h"
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

}  // namespace

std::size_t NumberBuilder::append(const CellColumn& cells) {
  const std::size_t before = values_.size();
  values_.resize(before + cells.rows);
  for (std::size_t row = 0; row < cells.rows; ++row) {
    // A decimal has no blanks about it: what is one need not be trimmed to be found.
    const std::string_view text = cells.untrimmed(row);
    double& value = values_[before + row];
    const bool is_read = !marks_->contains(text) && has_words_before_end(cells.bytes, text) &&
                         read_decimal_in_place(text, value);
    if (!is_read && !read_other(trimmed(text), value)) return row;
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
  constexpr std::size_t kTogether = 32;
  std::array<std::string_view, kTogether> texts;
  std::array<Interner::Key, kTogether> keys;
  const std::size_t before = codes_.size();
  codes_.resize(before + cells.rows);
  for (std::size_t first = 0; first < cells.rows; first += kTogether) {
    const std::size_t count = std::min(kTogether, cells.rows - first);
    for (std::size_t i = 0; i < count; ++i) {
      texts[i] = cells.at(first + i);
      if (type_ != ValueType::kText) texts[i] = trimmed(texts[i]);
      keys[i] = texts_.key_of(cells.bytes, texts[i]);
      texts_.prefetch(keys[i]);
    }
    for (std::size_t i = 0; i < count; ++i) {
      std::int32_t code = texts_.find(texts[i], keys[i]);
      if (code == Interner::kUnknown) code = learn(texts[i]);
      if (code == Interner::kUnknown) return first + i;
      codes_[before + first + i] = code;
    }
  }
  return cells.rows;
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
  return NumberBuilder(marks);
}

std::string complaint(const ColumnSchema& column, std::string_view text) {
  const bool is_text = makes_codes(column) && column.type == ValueType::kText;
  if (is_text) {
    return "the text " + quoted(text) +
           " is not valid UTF-8; convert the file first, say with iconv -f LATIN1 -t UTF-8";
  }
  const std::optional<double> number = parse_number(trimmed(text));
  const bool is_boolean = column.type == ValueType::kBoolean && column.role <= Role::kTarget;
  const bool is_infinite = !is_boolean && number && std::isinf(*number);
  const std::string mark = "mark it with --missing " + shell_word(trimmed(text));
  std::string sentence = std::string("expected ") +
                         (is_boolean    ? "true or false"
                          : is_infinite ? "a finite number"
                                        : "a number") +
                         ", found " + quoted(text) + "; ";
  if (column.role != Role::kFeature) return sentence + "mend it or " + mark;
  if (column.family != Family::kCategorical && !is_infinite) {
    sentence += "declare it with --family " + shell_word(column.name) + "=categorical, ";
  }
  return sentence + mark + ", or leave the column out with --ignore " + shell_word(column.name);
}

}  // namespace tally::csv
