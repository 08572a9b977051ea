// SPDX-License-Identifier: Apache-2.0
#include "tally/model/sample_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

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

bool is_cut(const ColumnSchema& column) {
  return column.role == Role::kFeature && column.family == Family::kText;
}

std::optional<double> number_of(const std::string& text, const ColumnSchema& column) {
  if (const std::optional<double> number = number_in(text, column.type)) return number;
  if (column.type != ValueType::kNumber || (text != "true" && text != "false")) return std::nullopt;
  return number_of_truth(column, text == "true");
}

// One column of all rows. `cells` has null where a cell is missing.
class ColumnReader {
 public:
  ColumnReader(const ColumnSchema& column, std::vector<std::optional<std::string>> cells)
      : column_(column), cells_(std::move(cells)) {}

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
    std::vector<Value> out;
    out.reserve(cells_.size());
    for (const std::optional<std::string>& cell : cells_) {
      Value& value = out.emplace_back();
      if (!cell) continue;
      value = parse(*cell);
      if (value) continue;
      throw Error(ErrorKind::kData, "the sample has " + in_quotes(*cell) + " in the column " +
                                        in_quotes(column_.name) + ", which holds " +
                                        std::string(to_string(column_.type)) + "s");
    }
    return out;
  }

  const ColumnSchema& column_;
  std::vector<std::optional<std::string>> cells_;
};

std::optional<std::string> cell_of(const SampledRow& row, const ColumnSchema& column) {
  if (column.role == Role::kTarget) return row.klass;
  const auto found = std::lower_bound(
      row.columns.begin(), row.columns.end(), column.name,
      [](const SampledColumn& one, const std::string& name) { return one.column < name; });
  if (found == row.columns.end() || found->column != column.name) return std::nullopt;
  return text_in(*found);
}

std::vector<std::optional<std::string>> cells_of(const RowSample& sample,
                                                 const ColumnSchema& column) {
  std::vector<std::optional<std::string>> out;
  out.reserve(sample.rows().size());
  for (const SampledRow& row : sample.rows()) out.push_back(cell_of(row, column));
  return out;
}

// NaN if there is none.
double weight_of(const SampledRow& row, const ColumnSchema& weight) {
  const std::optional<std::string> cell = cell_of(row, weight);
  return cell ? number_of(*cell, weight).value_or(kMissing) : kMissing;
}

}  // namespace

bool holds_labels(const ColumnSchema& column) { return form_of(column) == Form::kLabels; }

double number_of_truth(const ColumnSchema& column, bool truth) {
  const double threshold = column.binarize.value_or(0);
  if (threshold >= 0 && threshold < 1) return truth ? 1 : 0;
  return truth ? std::nextafter(threshold, std::numeric_limits<double>::max()) : threshold;
}

Batch batch_of(const RowSample& sample, const Schema& schema) {
  BatchBuilder builder;
  for (const ColumnSchema& column : schema.columns) {
    if (!is_cut(column)) ColumnReader(column, cells_of(sample, column)).add_to(builder);
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
