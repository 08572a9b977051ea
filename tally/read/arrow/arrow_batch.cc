// SPDX-License-Identifier: Apache-2.0
#include "tally/read/arrow/arrow_batch.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "tally/base/error.h"
#include "tally/read/names.h"

namespace tally {

namespace {

using Kind = ArrowType::Kind;

// Texts are made some at a time, so that they stay in the cache.
constexpr std::size_t kRowsAtATime = 512;

// How many of the rows come before the first that is infinite.
std::size_t finite_rows(const Numbers& numbers, std::size_t rows) {
  if (numbers.type != NumberType::kFloat64 && numbers.type != NumberType::kFloat32) return rows;
  std::size_t first = rows;
  for_each_number(numbers, static_cast<std::int64_t>(rows), [&](std::int64_t row, double value) {
    if (std::isinf(value)) first = std::min(first, static_cast<std::size_t>(row));
  });
  return first;
}

// The marks that are numbers, times or durations, as the column's type has it.
std::vector<double> numbers_among(const std::vector<std::string>& marks, ValueType type) {
  std::vector<double> numbers;
  for (const std::string& mark : marks) {
    if (!is_numeric(type)) continue;
    if (const std::optional<double> number = parse_numeric(mark, type)) numbers.push_back(*number);
  }
  return numbers;
}

}  // namespace

ArrowBatcher::ArrowBatcher(const ReadPlan& plan)
    : plan_(plan), numbers_(plan.columns.size()), spelled_(plan.columns.size()) {
  for (const ReadPlan::PlannedColumn& planned : plan.columns) {
    builders_.push_back(builder_for(planned.schema, plan.marks, planned.strays));
    batch_.columns.push_back({planned.schema.name, Column{}});
    missing_numbers_.push_back(numbers_among(plan.marks.texts(), planned.schema.type));
  }
  words_.resize(plan.columns.size());
  if (plan.keep_cells) batch_.kept.names = plan.names;
}

const Batch& ArrowBatcher::convert(const ArrowPiece& piece) {
  piece_ = piece;
  select_rows();
  batch_.owner = piece_.batch;
  batch_.file = piece_.stream->name();
  batch_.first_row = piece_.first_row;
  batch_.rows = static_cast<std::int64_t>(rows_.size());
  // Behind a bad cell, a column need only be read up to its row: an earlier one would be worse.
  std::optional<std::size_t> bad;
  for (std::size_t i = 0; i < builders_.size(); ++i) {
    const std::size_t taken = convert_column(i, column_named(plan_.columns[i].schema.name));
    if (taken == rows_.size()) continue;
    rows_.resize(taken + 1);
    bad = i;
  }
  if (bad) fail(*bad, column_named(plan_.columns[*bad].schema.name), rows_.size() - 1);
  if (plan_.keep_cells) keep();
  return batch_;
}

void ArrowBatcher::select_rows() {
  rows_.resize(static_cast<std::size_t>(piece_.end - piece_.begin));
  std::iota(rows_.begin(), rows_.end(), piece_.begin);
  if (plan_.rows == nullptr) return;
  const std::vector<std::int64_t>& selected = plan_.rows->rows;
  const std::int64_t number_of_row_0 = piece_.first_row - piece_.begin;
  rows_.clear();
  for (auto at = std::lower_bound(selected.begin(), selected.end(), piece_.first_row);
       at != selected.end() && *at - number_of_row_0 < piece_.end; ++at) {
    rows_.push_back(*at - number_of_row_0);
  }
}

ArrowColumn ArrowBatcher::column_named(const std::string& name) const {
  const std::vector<std::string>& columns = piece_.stream->columns();
  const auto at = std::find(columns.begin(), columns.end(), name);
  if (at == columns.end()) {
    throw Error(ErrorKind::kData, no_such_column(name, columns),
                Place{piece_.stream->name(), -1, -1, ""});
  }
  const auto i = at - columns.begin();
  ArrowColumn column(*piece_.stream->schema().children[i], *piece_.batch->children[i],
                     piece_.batch->offset);
  if (column.type().kind == Kind::kRefused) {
    throw Error(ErrorKind::kData, column.type().refusal,
                Place{piece_.stream->name(), -1, -1, name});
  }
  return column;
}

// Whether the rows that are wanted can be taken as they lie.
bool ArrowBatcher::may_view(const ArrowColumn& column) const {
  return plan_.rows == nullptr && !column.is_dictionary() && column.type().is_plain();
}

// Gives how many rows were good.
std::size_t ArrowBatcher::convert_column(std::size_t planned, const ArrowColumn& column) {
  Column& values = batch_.columns[planned].values;
  const Kind kind = column.type().kind;
  const ColumnBuilder& builder = builders_[planned];
  if (std::holds_alternative<NumberBuilder>(builder)) {
    if (kind == Kind::kNumber && may_view(column) && missing_numbers_[planned].empty()) {
      const Numbers numbers = column.numbers(piece_.begin);
      values = numbers;
      return finite_rows(numbers, rows_.size());
    }
    if (kind == Kind::kNumber || kind == Kind::kHalf) return take_numbers(planned, column);
  }
  if (std::holds_alternative<BitBuilder>(builder) && kind == Kind::kBoolean && may_view(column)) {
    values = column.bits(piece_.begin);
    return rows_.size();
  }
  if (std::holds_alternative<TextBuilder>(builder)) return take_texts(planned, column);
  return build(planned, column);
}

std::size_t ArrowBatcher::take_numbers(std::size_t planned, const ArrowColumn& column) {
  const std::vector<double>& missing = missing_numbers_[planned];
  std::vector<double>& numbers = numbers_[planned];
  numbers.clear();
  for (const std::int64_t row : rows_) {
    const double value = column.number_at(row);
    const bool is_missing = std::find(missing.begin(), missing.end(), value) != missing.end();
    numbers.push_back(is_missing ? std::numeric_limits<double>::quiet_NaN() : value);
  }
  batch_.columns[planned].values = Numbers::of(numbers).as(column.type().holds);
  return finite_rows(Numbers::of(numbers), rows_.size());
}

std::size_t ArrowBatcher::take_texts(std::size_t planned, const ArrowColumn& column) {
  auto& texts = std::get<TextBuilder>(builders_[planned]);
  std::deque<std::string>& spelled = spelled_[planned];
  texts.start();
  spelled.clear();
  for (const std::int64_t row : rows_) {
    if (column.type().is_text()) {
      texts.push(column.text_at(row));
    } else {
      column.append_text(row, spelled.emplace_back());
      texts.push(spelled.back());
    }
  }
  batch_.columns[planned].values = texts.finish();
  return rows_.size();
}

std::size_t ArrowBatcher::build(std::size_t planned, const ArrowColumn& column) {
  ColumnBuilder& builder = builders_[planned];
  std::visit([](auto& chosen) { chosen.start(); }, builder);
  for (std::size_t at = 0; at < rows_.size(); at += kRowsAtATime) {
    const std::span<const std::int64_t> rows(rows_.data() + at,
                                             std::min(kRowsAtATime, rows_.size() - at));
    const CellColumn cells = texts_.of(column, rows);
    const std::size_t taken =
        std::visit([&](auto& chosen) { return chosen.append(cells); }, builder);
    if (taken < rows.size()) return at + taken;
  }
  batch_.columns[planned].values =
      std::visit([](const auto& chosen) { return chosen.finish(); }, builder);
  for (const auto& [place, text] : taken_strays(builder).words) {
    words_[planned].add_word(text, batch_.file, -1, piece_.first_row + rows_[place] - piece_.begin);
  }
  return rows_.size();
}

std::vector<StrayCells> ArrowBatcher::strays() const {
  std::vector<StrayCells> out = words_;
  for (std::size_t i = 0; i < builders_.size(); ++i) {
    add_marks(taken_strays(builders_[i]), out[i]);
  }
  return out;
}

void ArrowBatcher::keep() {
  const std::size_t columns = plan_.names.size();
  std::vector<std::string>& kept = batch_.kept.cells;
  kept.resize(rows_.size() * columns);
  for (std::size_t i = 0; i < columns; ++i) {
    const ArrowColumn column = column_named(plan_.names[i]);
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      std::string& cell = kept[row * columns + i];
      cell.clear();
      column.append_text(rows_[row], cell);
    }
  }
}

const Dictionary* ArrowBatcher::dictionary(std::size_t planned) const {
  const auto* builder = std::get_if<CodeBuilder>(&builders_[planned]);
  return builder == nullptr ? nullptr : &builder->dictionary();
}

void ArrowBatcher::fail(std::size_t planned, const ArrowColumn& column, std::size_t at) const {
  const ColumnSchema& schema = plan_.columns[planned].schema;
  std::string text;
  column.append_text(rows_[at], text);
  const std::int64_t row = piece_.first_row + rows_[at] - piece_.begin;
  throw Error(ErrorKind::kData, complaint(schema, text),
              Place{piece_.stream->name(), -1, row, schema.name});
}

}  // namespace tally
