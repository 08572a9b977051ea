// SPDX-License-Identifier: Apache-2.0
#include "tally/model/sample/sample_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <span>
#include <string_view>
#include <unordered_map>

namespace tally {

namespace {

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

// The one term of a cell; the label of an empty text has none.
std::string text_in(const SampledColumn& cell) {
  std::string out;
  cell.for_each([&](std::string_view term) { out = term; });
  return out;
}

// What numeric_text wrote. Seconds beyond the calendar are a number with words behind it.
std::optional<double> number_in(std::string_view text, ValueType type) {
  std::optional<double> number = parse_numeric(text, type);
  const std::string_view behind = type == ValueType::kTime ? " s since 1970" : " s";
  if (!number && type != ValueType::kNumber && text.ends_with(behind)) {
    text.remove_suffix(behind.size());
    number = parse_number(text);
  }
  if (number && !std::isfinite(*number)) return std::nullopt;
  return number;
}

std::optional<bool> truth_in(std::string_view text) {
  if (text == "true" || text == "1") return true;
  if (text == "false" || text == "0") return false;
  return std::nullopt;
}

enum class Form : std::uint8_t { kLabels, kTruths, kNumbers };

Form form_of(const ColumnSchema& column) {
  if (column.role == Role::kTarget) return Form::kLabels;
  if (column.role == Role::kFeature && facts_of(column.family).cells == CellKind::kLabel) {
    return Form::kLabels;
  }
  return column.type == ValueType::kBoolean ? Form::kTruths : Form::kNumbers;
}

bool is_cut(const ColumnSchema& column) { return column.is_a(Family::kText); }

std::optional<double> number_of(const std::string& text, const ColumnSchema& column) {
  if (const std::optional<double> number = number_in(text, column.type)) return number;
  if (column.type != ValueType::kNumber || (text != "true" && text != "false")) return std::nullopt;
  return number_of_truth(column, text == "true");
}

// One column of all rows. `cells` has null where a cell is missing, and in the column of the classes.
class ColumnReader {
 public:
  ColumnReader(const ColumnSchema& column, std::span<const SampledRow* const> rows,
               std::span<const SampledColumn* const> cells)
      : column_(column), rows_(rows), cells_(cells) {}

  void add_to(BatchBuilder& batch) const {
    switch (form_of(column_)) {
      case Form::kLabels:
        batch.labels(column_.name, read<std::optional<Label>>([&](const std::string& text) {
                       return Label::parse(text, column_.type);
                     }));
        return;
      case Form::kTruths:
        batch.booleans(column_.name, read<std::optional<bool>>(truth_in));
        return;
      case Form::kNumbers:
        break;
    }
    std::vector<double> numbers;
    for (const auto& number : read<std::optional<double>>(
             [&](const std::string& text) { return number_of(text, column_); })) {
      numbers.push_back(number.value_or(kMissing));
    }
    batch.seconds(column_.name, std::move(numbers), column_.type);
  }

 private:
  template <class Value, class Parse>
  std::vector<Value> read(Parse&& parse) const {
    constexpr std::size_t kMostKnown = 1024;
    std::vector<Value> out;
    out.reserve(rows_.size());
    std::unordered_map<std::string_view, Value> known;  // as they are stored: most come again
    const bool is_target = column_.role == Role::kTarget;
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      Value& value = out.emplace_back();
      if (!is_target && cells_[row] == nullptr) continue;
      const std::string_view stored = is_target ? rows_[row]->klass : cells_[row]->terms;
      const auto before = known.find(stored);
      if (before != known.end()) {
        value = before->second;
        continue;
      }
      const std::string text = is_target ? rows_[row]->klass : text_in(*cells_[row]);
      value = parse(text);
      if (!value) {
        throw Error(ErrorKind::kData, "the sample has " + in_quotes(text) + " in the column " +
                                          in_quotes(column_.name) + ", which holds " +
                                          std::string(to_string(column_.type)) + "s");
      }
      if (known.size() < kMostKnown) known.emplace(stored, value);
    }
    return out;
  }

  const ColumnSchema& column_;
  std::span<const SampledRow* const> rows_;
  std::span<const SampledColumn* const> cells_;
};

// The cells of a row in the columns with these names, which are ascending: null where it has none.
template <class Place>
void find_cells(const SampledRow& row, std::span<const std::string* const> names, Place&& place) {
  auto cell = row.columns.begin();
  for (std::size_t i = 0; i < names.size(); ++i) {
    while (cell != row.columns.end() && cell->column < *names[i]) ++cell;
    place(i) = cell == row.columns.end() || cell->column != *names[i] ? nullptr : &*cell;
  }
}

const SampledColumn* cell_of(const SampledRow& row, const std::string& name) {
  const auto found = std::lower_bound(
      row.columns.begin(), row.columns.end(), name,
      [](const SampledColumn& one, const std::string& wanted) { return one.column < wanted; });
  return found == row.columns.end() || found->column != name ? nullptr : &*found;
}

// NaN if there is none.
double weight_of(const SampledRow& row, const ColumnSchema& weight) {
  const SampledColumn* const cell = cell_of(row, weight.name);
  return cell == nullptr ? kMissing : number_of(text_in(*cell), weight).value_or(kMissing);
}

}  // namespace

bool holds_labels(const ColumnSchema& column) { return form_of(column) == Form::kLabels; }

double number_of_truth(const ColumnSchema& column, bool truth) {
  const double threshold = column.binarize.value_or(0);
  if (threshold >= 0 && threshold < 1) return truth ? 1 : 0;
  return truth ? std::nextafter(threshold, std::numeric_limits<double>::max()) : threshold;
}

// Looked for row by row, because the cells of a row are near each other; then read by column.
Batch batch_of(const RowSample& sample, const Schema& schema) {
  std::vector<const SampledRow*> rows;
  rows.reserve(sample.rows().size());
  for (const SampledRow& row : sample.rows()) rows.push_back(&row);
  std::vector<const ColumnSchema*> columns;
  for (const ColumnSchema& column : schema.columns) {
    if (!is_cut(column)) columns.push_back(&column);
  }
  std::vector<const std::string*> names;
  for (const ColumnSchema* const column : columns) names.push_back(&column->name);
  std::vector<const SampledColumn*> cells(columns.size() * rows.size());
  for (std::size_t row = 0; row < rows.size(); ++row) {
    find_cells(*rows[row], names, [&](std::size_t i) -> const SampledColumn*& {
      return cells[i * rows.size() + row];
    });
  }
  BatchBuilder builder;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const auto own = std::span(cells).subspan(i * rows.size(), rows.size());
    ColumnReader(*columns[i], rows, own).add_to(builder);
  }
  return builder.batch();
}

std::vector<std::int64_t> times_of(const RowSample& sample) {
  std::vector<std::int64_t> out;
  out.reserve(sample.rows().size());
  for (const SampledRow& row : sample.rows()) out.push_back(row.times);
  return out;
}

std::string excess_of(const RowSample& sample, const Counts& counts) {
  std::map<std::string, ExactSum> weights;
  const ColumnSchema* const weight = counts.schema().weight();
  for (const SampledRow& row : sample.rows()) {
    const double times = static_cast<double>(row.times);
    const double of_row = weight == nullptr ? 1 : weight_of(row, *weight);
    if (!(of_row > 0)) return "has a row that weighs nothing";
    weights[row.klass].add_product(times, of_row);
  }
  for (const Counts::Class& klass : counts.classes()) {
    weights[klass.label.to_string()] -= klass.weight;
  }
  for (const auto& [klass, beyond] : weights) {
    if (beyond.sign() > 0) {
      return "has more rows of the class " + in_quotes(klass) + " than were counted";
    }
  }
  return "";
}

bool is_cell(const SampledColumn& cell, const ColumnSchema& column) {
  if (cell.terms.find('\n') != std::string::npos) return false;  // more than one term
  const std::string text = text_in(cell);
  switch (form_of(column)) {
    case Form::kLabels:
      return Label::parse(text, column.type).has_value();
    case Form::kTruths:
      return truth_in(text).has_value();
    case Form::kNumbers:
      break;
  }
  return number_of(text, column).has_value();
}

}  // namespace tally
