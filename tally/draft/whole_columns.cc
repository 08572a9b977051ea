// SPDX-License-Identifier: Apache-2.0
#include "tally/draft/whole_columns.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>

namespace tally {

namespace {

// For proportions: weights may be so large that sums of them are no integers of 64 bits.
std::int64_t cells(const ExactSum& weight) {
  constexpr double kMost = 1e10;
  return std::llround(std::min(weight.to_double(), kMost));
}

ExactSum over_classes(const Counts& counts, const Tally& tally, std::int32_t slot) {
  ExactSum sum;
  for (const Counts::Class& klass : counts.classes()) sum += tally.at(klass.code, slot);
  return sum;
}

ExactSum over_classes(const Counts& counts, const Tally& tally, Part part) {
  return over_classes(counts, tally, tally.slot_of(part));
}

// Whole numbers that all differ, and none between the least and the largest is missing.
bool is_run(const Tally& tally) {
  const std::vector<ValueTally::Value> values = values_of(tally).values();
  if (values.size() < 2) return false;
  const double least = parse_number(values.front().label.to_string()).value_or(0);
  const double most = parse_number(values.back().label.to_string()).value_or(0);
  return most - least + 1 == static_cast<double>(values.size());
}

// The same by its moments: of n different whole numbers a run has the least variance, (n² − 1)
// / 12.
bool is_run(const ExactSum& n, const ExactSum& sum, const ExactSum& square) {
  const double rows = n.to_double();
  const double least = (rows * rows - 1) / 12;
  const double variance = moments(n, sum, square, 0).variance;
  return rows > 1 && std::abs(variance - least) <= 1e-12 * least;
}

// Of values: each of them is seen as often as it was counted.
ColumnSample of_values(const ColumnSample& first, const Counts& counts, const Tally& tally,
                       const StrayCells& strays, std::int64_t rows) {
  std::vector<std::pair<std::string, std::int64_t>> texts;
  for (const ValueTally::Value& value : values_of(tally).values()) {
    const std::int64_t times = cells(over_classes(counts, tally, value.slot));
    if (times <= 0) continue;
    texts.emplace_back(value.label.to_string(), times);
  }
  const std::size_t values = texts.size();
  texts.insert(texts.end(), strays.words.begin(), strays.words.end());
  const std::int64_t missing = cells(over_classes(counts, tally, Part::kMissing));
  // Values that are numbers are spelled in one way, whatever the file's.
  const NumberForm form =
      values_of(tally).value_type() == ValueType::kNumber ? NumberForm{} : first.form;
  ColumnSample out = sample_of(first.name, texts, missing - strays.cells_of_words, form);
  if (values_of(tally).value_type() == ValueType::kBoolean)
    out.booleans = out.booleans && out.cells > 0;
  // Where rows are weighed, a value may have been seen once and count for several.
  out.all_differ = static_cast<std::int64_t>(values) + missing == rows && values > 1;
  if (values_of(tally).value_type() != ValueType::kNumber || !out.numbers || !out.integers)
    return out;
  out.is_run = out.all_differ && is_run(tally);
  out.better = family_of_whole_numbers(counts, tally);
  return out;
}

ColumnSample of_numbers(const ColumnSample& first, const Counts& counts, const Tally& tally,
                        const StrayCells& strays) {
  ColumnSample out = first;
  const ExactSum n = over_classes(counts, tally, Part::kWeight);
  out.cells = cells(n);
  out.missing = cells(over_classes(counts, tally, Part::kMissing));
  if (!first.numbers) return out;  // times and durations
  out.strays = strays;
  out.numbers = are_strays(strays.cells_of_words, out.cells);
  if (!strays.words.empty() && out.not_a_number.empty()) {
    out.not_a_number = strays.words.begin()->first;
  }
  if (!out.numbers) out.cells += strays.cells_of_words;
  if (out.integers && first.all_differ && out.cells > 1) {
    out.is_run = is_run(n, over_classes(counts, tally, Part::kSum),
                        over_classes(counts, tally, Part::kSquare));
  }
  return out;
}

ColumnSample of_feature(const ColumnSample& first, const Counts& counts, const Tally& tally,
                        const StrayCells& strays, std::int64_t rows) {
  ColumnSample out = first;
  switch (facts_of(tally.family()).cells) {
    case CellKind::kLabel:
      out = of_values(first, counts, tally, strays, rows);
      break;
    case CellKind::kNumber:
      if (tally.slot_of(Part::kSquare) >= 0) out = of_numbers(first, counts, tally, strays);
      break;
    case CellKind::kTruth:
      out.booleans = first.booleans && strays.cells_of_words == 0;
      out.strays = strays;
      break;
    case CellKind::kBin:
    case CellKind::kGroup:
    case CellKind::kTerms:
      break;
  }
  out.is_whole = true;
  out.decides_target = decides_target(counts, tally);
  return out;
}

}  // namespace

std::vector<ColumnSample> whole_samples(const std::vector<ColumnSample>& first,
                                        const Counts& counts, const StraysByColumn& strays,
                                        std::int64_t rows) {
  std::vector<ColumnSample> out;
  for (const ColumnSample& sample : first) {
    const auto found = strays.find(sample.name);
    const StrayCells stray = found == strays.end() ? StrayCells{} : found->second;
    const Tally* const tally = counts.find(sample.name);
    ColumnSample& whole = out.emplace_back(sample);
    if (tally != nullptr && tally->spec().columns == std::vector<std::string>{sample.name}) {
      whole = of_feature(sample, counts, *tally, stray, rows);
    } else {
      whole.is_whole = true;
      whole.strays.merge(stray);
      whole.booleans = whole.booleans && stray.cells_of_words == 0;
    }
    whole.examples = sample.examples;
    whole.form = sample.form;
    whole.range = sample.range;  // what was counted was counted with an origin that it gave
    whole.type = sample.type;
    whole.family = sample.family;
    whole.values = sample.values;
    whole.is_class = sample.is_class;
    whole.refusal = sample.refusal;
  }
  return out;
}

Schema counted_by_value(Schema schema, const std::vector<std::string>& columns) {
  const std::set<std::string_view> names(columns.begin(), columns.end());
  for (ColumnSchema& column : schema.columns) {
    if (names.count(column.name) == 0) continue;
    ColumnSchema values;
    values.name = column.name;
    values.family = Family::kCategorical;
    values.type = ValueType::kNumber;
    column = std::move(values);
  }
  return schema;
}

}  // namespace tally
