// SPDX-License-Identifier: Apache-2.0
#include "tally/infer/feature_scorer.h"

#include <cmath>

#include "tally/base/error.h"
#include "tally/infer/term_scorer.h"

namespace tally {

std::unique_ptr<FeatureScorer> make_feature_scorer(const FeatureEstimate& feature,
                                                   std::size_t classes) {
  const ProbabilityTable& table = feature.table;
  if (std::unique_ptr<FeatureScorer> terms = make_term_scorer(feature)) return terms;
  if (const auto* values = std::get_if<CategoricalTable>(&table)) {
    return make_value_scorer(feature, *values);
  }
  if (const auto* bins = std::get_if<BinTable>(&table)) return make_bin_scorer(feature, *bins);
  if (const auto* plug_in = std::get_if<MultinomialTable>(&table)) {
    return make_group_scorer(feature, *plug_in, classes);
  }
  if (const auto* polya = std::get_if<PolyaTable>(&table))
    return make_group_scorer(feature, *polya);
  return make_number_scorer(feature, classes);
}

std::vector<ColumnToRead> columns_read(const FeatureEstimate& feature) {
  std::vector<ColumnToRead> columns;
  for (const std::string& name : feature.columns) columns.push_back({name, feature.type});
  if (!feature.exposure.empty()) columns.push_back({feature.exposure, feature.exposure_type});
  return columns;
}

const Numbers& as_numbers(const Batch& batch, const Column& column, const std::string& name) {
  const auto* numbers = std::get_if<Numbers>(&column);
  if (numbers == nullptr) {
    refuse_cell(batch, 0, name, "numbers",
                std::holds_alternative<Bits>(column) ? "booleans" : "labels");
  }
  return *numbers;
}

void refuse_cell(const Batch& batch, std::int64_t row, const std::string& column,
                 const std::string& expected, const std::string& found) {
  throw Error(ErrorKind::kData, "expected " + expected + ", found " + found,
              batch.place(row, column));
}

void require_finite(const Batch& batch, std::int64_t row, const std::string& column, double x) {
  if (std::isinf(x)) refuse_cell(batch, row, column, "a finite number", shortest(x));
}

void require_count(const Batch& batch, std::int64_t row, const std::string& column, double x) {
  if (x < 0 || std::isinf(x)) {
    refuse_cell(batch, row, column, "a finite number, zero or more", shortest(x));
  }
}

}  // namespace tally
