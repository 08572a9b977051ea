// SPDX-License-Identifier: Apache-2.0
#include "tally/read/cells/column_builder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "tally/base/error.h"
#include "tally/base/utf8.h"
#include "tally/read/cells/decimals.h"
#include "tally/read/cells/number_form.h"

namespace tally {

namespace {

constexpr std::int32_t kMissing = -1;
// Of the usual mark i, till it has been counted: kFirstMark - i.
constexpr std::int32_t kFirstMark = -3;
static_assert(kFirstMark < Interner::kUnknown);
constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();

bool is_nan(std::string_view text) {
  const std::optional<double> number = parse_number(text);
  return number && std::isnan(*number);
}

// A NaN in whatever case is the mark "NaN".
std::size_t usual_mark_or_nan(std::string_view text) {
  const std::size_t mark = usual_mark(text);
  return mark == kNoUsualMark && is_nan(text) ? usual_mark("NaN") : mark;
}

bool makes_codes(const ColumnSchema& column) {
  return column.role == Role::kTarget ||
         (column.role == Role::kFeature && facts_of(column.family).cells == CellKind::kLabel);
}

const char* expected_cell(ValueType type) {
  if (type == ValueType::kTime) return "a date or time such as 2024-02-29T12:34:56";
  if (type == ValueType::kDuration) return "a duration such as PT1H30M or 01:30:00";
  return "a number";
}

}  // namespace

void NumberBuilder::start() {
  size_ = 0;
  strays_.words.clear();
}

std::size_t NumberBuilder::append(const CellColumn& cells) {
  if (type_ != ValueType::kNumber) return append_seconds(cells);
  const bool has_points = cells.numbers.decimal == '.';
  if (values_.size() < size_ + cells.rows + CellWords::kTogether) {
    values_.resize(2 * size_ + cells.rows + CellWords::kTogether);
  }
  CellWords words;
  for (std::size_t first = 0; first < cells.rows; first += CellWords::kMost) {
    const std::size_t count = std::min(CellWords::kMost, cells.rows - first);
    words.take(cells, first, count);
    double* const values = &values_[size_];
    if (!read_decimals(words, count, values) || !marks_->texts().empty() || !has_points) {
      for (std::size_t i = 0; i < count; ++i) {
        // A decimal has no blanks about it: what was read need not be trimmed to be a mark.
        const std::string_view text = cells.untrimmed(first + i);
        const bool is_read = has_points && !std::isnan(values[i]) && !marks_->contains(text);
        if (is_read) continue;
        if (!read_other(trimmed(text), cells.numbers, size_ + i, values[i])) return first + i;
      }
    }
    size_ += count;
  }
  return cells.rows;
}

// Times and durations. As among numbers, marks are missing.
std::size_t NumberBuilder::append_seconds(const CellColumn& cells) {
  if (values_.size() < size_ + cells.rows) values_.resize(2 * size_ + cells.rows);
  for (std::size_t row = 0; row < cells.rows; ++row) {
    const std::string_view text = trimmed(cells.at(row));
    const std::optional<double> seconds =
        marks_->contains(text) ? kNotANumber : parse_numeric(text, type_);
    if (!seconds && !take_stray(text, size_)) return row;
    values_[size_++] = seconds.value_or(kNotANumber);
  }
  return cells.rows;
}

// Whether a cell that is no value of the column is to be missing.
bool NumberBuilder::take_stray(std::string_view text, std::size_t place) {
  if (const std::size_t mark = usual_mark_or_nan(text); mark != kNoUsualMark) {
    ++strays_.marks[mark];
    return true;
  }
  if (rule_ == Strays::kRefuse) return false;
  strays_.words.emplace_back(place, text);
  return true;
}

// A number in another form, or a missing one; false if it is neither.
bool NumberBuilder::read_other(std::string_view text, const NumberForm& form, std::size_t place,
                               double& value) {
  value = kNotANumber;
  if (marks_->contains(text)) return true;
  const std::optional<double> number = read_formed_number(text, form);
  if (number && std::isinf(*number)) return false;
  if (number && !std::isnan(*number)) {
    value = *number;
    return true;
  }
  return take_stray(text, place);
}

CodeBuilder::CodeBuilder(const MissingMarks& marks, ValueType type, Strays rule)
    : marks_(&marks), type_(type), rule_(rule) {
  forget_texts();
}

void CodeBuilder::start() {
  size_ = 0;
  strays_.words.clear();
}

// Leaves the marks alone known.
void CodeBuilder::forget_texts() {
  texts_ = Interner();
  texts_.insert("", kMissing);
  for (const std::string& mark : marks_->texts()) {
    if (texts_.find(mark) == Interner::kUnknown) texts_.insert(mark, kMissing);
  }
  if (type_ != ValueType::kNumber) return;
  for (std::size_t i = 0; i < kUsualMarks.size(); ++i) {
    if (texts_.find(kUsualMarks[i]) != Interner::kUnknown) continue;
    texts_.insert(kUsualMarks[i], kFirstMark - static_cast<std::int32_t>(i));
  }
}

std::size_t CodeBuilder::append(const CellColumn& cells) {
  if (codes_.size() < size_ + cells.rows) codes_.resize(2 * size_ + cells.rows);
  if (type_ == ValueType::kNumber && !(cells.numbers == form_)) {
    form_ = cells.numbers;  // in another file the same text may be another number
    forget_texts();
  }
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
      codes[row] = find_or_learn(type_ == ValueType::kText ? text : trimmed(text), size_ + row);
      if (codes[row] == Interner::kUnknown) return first + row;
    }
    if (type_ == ValueType::kNumber) count_marks(codes, count);
    size_ += count;
  }
  return cells.rows;
}

// The codes of usual marks become that of a missing cell.
void CodeBuilder::count_marks(std::int32_t* codes, std::size_t count) {
  std::int32_t least = 0;
  for (std::size_t i = 0; i < count; ++i) least = std::min(least, codes[i]);
  if (least > kFirstMark) return;
  for (std::size_t i = 0; i < count; ++i) {
    if (codes[i] > kFirstMark) continue;
    ++strays_.marks[static_cast<std::size_t>(kFirstMark - codes[i])];
    codes[i] = kMissing;
  }
}

std::int32_t CodeBuilder::find_or_learn(std::string_view text, std::size_t place) {
  const std::int32_t known = texts_.find(text);
  if (known != Interner::kUnknown) return known;
  const std::int32_t code = learn(text);
  if (code != Interner::kUnknown || rule_ == Strays::kRefuse || type_ == ValueType::kText) {
    return code;
  }
  strays_.words.emplace_back(place, text);
  return kMissing;
}

// The code of a text that was not met before; kUnknown if it is not of the column's type.
std::int32_t CodeBuilder::learn(std::string_view text) {
  const std::optional<Label> label =
      type_ == ValueType::kNumber ? read_formed_label(text, form_) : Label::parse(text, type_);
  if (label && type_ == ValueType::kText && !is_utf8(text)) return Interner::kUnknown;
  std::int32_t code = Interner::kUnknown;
  if (label) {
    code = dictionary_->code(*label);
  } else if (type_ == ValueType::kNumber && is_nan(text)) {
    code = kFirstMark - static_cast<std::int32_t>(usual_mark("NaN"));
  }
  if (code != Interner::kUnknown) texts_.insert(text, code);
  return code;
}

void BitBuilder::start() {
  bits_.clear();
  validity_.clear();
  size_ = 0;
  strays_.words.clear();
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
    if (!label && rule_ == Strays::kRefuse) return row;
    if (!label) strays_.words.emplace_back(size_, text);
    push(label == yes, label.has_value());
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

ColumnBuilder builder_for(const ColumnSchema& column, const MissingMarks& marks, Strays rule) {
  const ValueType type = is_numeric(column.type) ? column.type : ValueType::kNumber;
  if (column.role == Role::kTarget) return CodeBuilder(marks, column.type, rule);
  if (column.role != Role::kFeature) return NumberBuilder(marks, rule, type);
  switch (facts_of(column.family).cells) {
    case CellKind::kLabel:
      return CodeBuilder(marks, column.type, rule);
    case CellKind::kTerms:
      return TextBuilder(marks);
    case CellKind::kTruth:
    case CellKind::kBin:
    case CellKind::kNumber:
    case CellKind::kGroup:
      break;
  }
  if (column.type == ValueType::kBoolean) return BitBuilder(marks, rule);
  return NumberBuilder(marks, rule, type);
}

const TakenStrays& taken_strays(const ColumnBuilder& builder) {
  return std::visit([](const auto& chosen) -> const TakenStrays& { return chosen.strays(); },
                    builder);
}

void add_marks(const TakenStrays& taken, StrayCells& cells) {
  for (std::size_t i = 0; i < kUsualMarks.size(); ++i) {
    if (taken.marks[i] > 0) cells.marks[std::string(kUsualMarks[i])] += taken.marks[i];
  }
}

Remark complaint(const ColumnSchema& column, std::string_view text) {
  const bool is_text = makes_codes(column) && column.type == ValueType::kText;
  if (is_text) {
    return {"the text " + in_quotes(text) + " is not valid UTF-8",
            {Remedy::in_words("convert the file first, say with iconv -f LATIN1 -t UTF-8")}};
  }
  const std::optional<double> number = parse_number(trimmed(text));
  const bool is_boolean = column.type == ValueType::kBoolean && column.role <= Role::kTarget;
  const bool is_infinite =
      !is_boolean && number && std::isinf(*number) && column.type <= ValueType::kText;
  Remark out;
  out.sentence = std::string("expected ") +
                 (is_boolean    ? "true or false"
                  : is_infinite ? "a finite number"
                                : expected_cell(column.type)) +
                 ", found " + in_quotes(text);
  const Remedy mark = Remedy::missing(std::string(trimmed(text)));
  if (column.role != Role::kFeature) {
    out.remedies = {Remedy::in_words("mend it"), mark};
    return out;
  }
  out.remedies = {mark, Remedy::ignore(column.name)};
  if (!makes_codes(column) && !is_infinite) {
    out.remedies.insert(out.remedies.begin(), Remedy::family(column.name, "categorical"));
  }
  return out;
}

}  // namespace tally
