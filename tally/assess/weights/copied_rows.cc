// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/weights/copied_rows.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

#include "tally/model/sample/row_hash.h"

namespace tally {

namespace {

constexpr double kFewestRows = 30, kLeastCopies = 0.25, kMostByChance = 0.05;

// How many rows of the table each row of the sample stands for.
double rows_for_each(const RowSample& sample) {
  if (sample.below().empty()) return 1;
  return std::ldexp(1.0, 64) / std::max(1.0, static_cast<double>(hash_in(sample.below())));
}

// How often the values of the columns are there in each class.
class ByChance {
 public:
  explicit ByChance(const RowSample& sample) : for_each_(rows_for_each(sample)) {
    for (const SampledRow& row : sample.rows()) {
      const auto times = static_cast<double>(row.times);
      Class& klass = classes_[row.klass];
      klass.rows += times;
      for (const SampledColumn& cell : row.columns) {
        klass.with_value[{cell.column, cell.terms}] += times;
        klass.known[cell.column] += times;
      }
    }
  }

  // How many rows of its class would be equal to this one.
  double rows_like(const SampledRow& row) const {
    const Class& klass = classes_.find(row.klass)->second;
    double log_share = 0;
    for (const SampledColumn& cell : row.columns) {
      log_share += std::log(klass.with_value.find({cell.column, cell.terms})->second / klass.rows);
    }
    // What the row lacks is missing by chance, too.
    auto own = row.columns.begin();
    for (const auto& [column, rows] : klass.known) {
      while (own != row.columns.end() && own->column < column) ++own;
      if (own != row.columns.end() && own->column == column) continue;
      log_share += std::log1p(-rows / klass.rows);
    }
    return klass.rows * for_each_ * std::exp(log_share);
  }

 private:
  struct Class {
    double rows = 0;
    std::map<std::pair<std::string_view, std::string_view>, double> with_value;
    std::map<std::string_view, double> known;  // by column
  };
  std::map<std::string_view, Class> classes_;
  double for_each_;
};

}  // namespace

double copies_in(const RowSample& sample, const Schema& schema) {
  const auto different = static_cast<double>(sample.rows().size());
  if (schema.has_text() || schema.weight() != nullptr || different < kFewestRows) return 1;
  double rows = 0;
  for (const SampledRow& row : sample.rows()) rows += static_cast<double>(row.times);
  const double copies = rows - different;
  if (copies < kLeastCopies * rows) return 1;
  const ByChance by_chance(sample);
  double explained = 0;
  for (const SampledRow& row : sample.rows()) {
    explained += std::min(static_cast<double>(row.times - 1), by_chance.rows_like(row));
  }
  return explained < kMostByChance * copies ? rows / different : 1;
}

}  // namespace tally
