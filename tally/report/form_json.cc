// SPDX-License-Identifier: Apache-2.0
#include "tally/report/form_json.h"

#include <algorithm>

#include "tally/estimate/weighted_rule.h"
#include "tally/family/number_family.h"
#include "tally/report/feature_picture.h"
#include "tally/report/pictures.h"

namespace tally {

namespace {

constexpr std::size_t kMostValues = 300;

bool is_chosen(const ColumnSchema& column) {
  const CellKind cells = facts_of(column.family).cells;
  return cells == CellKind::kLabel ||
         (cells == CellKind::kTruth && column.type != ValueType::kNumber);
}

// A form takes a time as it is written, and no number of seconds.
bool is_written(const ColumnSchema& column) {
  return column.type == ValueType::kTime || column.type == ValueType::kDuration ||
         facts_of(column.family).cells == CellKind::kTerms;
}

void add_values(const Counts& counts, const ColumnSchema& column, Json& out) {
  out["kind"] = "values";
  const Tally& tally = *counts.find(column.name);
  const std::vector<Counts::Class> classes = counts.classes();
  std::vector<std::pair<double, std::string>> values;
  for (const ValueTally::Value& value : values_of(tally).values()) {
    double rows = 0;
    for (const Counts::Class& klass : classes) {
      if (klass.code >= 0) rows += tally.at(klass.code, value.slot).to_double();
    }
    values.emplace_back(rows, value.label.to_string());
  }
  std::stable_sort(values.begin(), values.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  const std::size_t shown = std::min(values.size(), kMostValues);
  Json list = Json::array();
  for (std::size_t v = 0; v < shown; ++v) {
    list.push_back({{"value", values[v].second}, {"rows", values[v].first}});
  }
  out["values"] = std::move(list);
  out["more"] = values.size() - shown;
}

// The laws of naive Bayes, worked out when the first column asks for its own.
class Laws {
 public:
  explicit Laws(const Counts& counts) : counts_(counts) {}

  const FeatureEstimate* of(const std::string& name) {
    if (counts_.classes().empty()) return nullptr;
    if (!estimates_) {
      Question naive;
      naive.rule = Rule::kNaive;
      estimates_ = estimate(counts_, naive);
    }
    for (const FeatureEstimate& feature : estimates_->features) {
      if (feature.name == name) return &feature;
    }
    return nullptr;
  }

 private:
  const Counts& counts_;
  std::optional<Estimates> estimates_;
};

void add_number(const Counts& counts, const ColumnSchema& column, Laws& laws, Json& out) {
  out["kind"] = "number";
  const NumberFamily* const numbers = numbers_of(column.family);
  const bool is_truth = facts_of(column.family).cells == CellKind::kTruth;
  const bool is_count = (numbers != nullptr && numbers->is_count()) ||
                        facts_of(column.family).cells == CellKind::kGroup;
  const bool is_evidence = column.role == Role::kFeature;
  out["whole"] = is_evidence && (is_count || (is_truth && !column.binarize));
  const std::size_t K = counts.classes().size();
  const bool has_histogram = counts.histogram(column.name) != nullptr;
  const FeatureEstimate* const law =
      has_histogram || numbers == nullptr || !is_evidence ? nullptr : laws.of(column.name);
  const std::optional<DrawnRange> range = number_range(counts, column.name, law, K);
  double low = range ? range->low : 0, high = range ? range->high : 10;
  if (!range && is_truth) high = std::max(1.0, 2 * column.binarize.value_or(0));
  if (!range && !column.cuts.empty()) {
    const double reach = column.cuts.back() - column.cuts.front();
    low = column.cuts.front() - (reach > 0 ? reach / 4 : 1);
    high = column.cuts.back() + (reach > 0 ? reach / 4 : 1);
  }
  out["low"] = low;
  out["high"] = high;
  const std::optional<NumberBars> bars = number_bars(counts, column.name, law);
  if (!bars) return;
  out["histogram"] = {{"edges", bars->edges}, {"rows", bars->rows}, {"counted", has_histogram}};
}

}  // namespace

std::string form_columns_json(const Counts& counts) {
  Json out = Json::array();
  Laws laws(counts);
  for (const ColumnSchema& column : counts.schema().columns) {
    if (column.role == Role::kTarget) continue;
    Json one{
        {"name", column.name}, {"role", to_string(column.role)}, {"type", to_string(column.type)}};
    if (column.role == Role::kFeature) one["family"] = to_string(column.family);
    if (column.role == Role::kFeature && is_chosen(column)) {
      add_values(counts, column, one);
    } else if (is_written(column)) {
      one["kind"] = "text";
    } else {
      add_number(counts, column, laws, one);
    }
    out.push_back(std::move(one));
  }
  return dumped(out);
}

}  // namespace tally
