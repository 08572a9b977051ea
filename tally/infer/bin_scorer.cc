// SPDX-License-Identifier: Apache-2.0
// Numbers that are cut into bins: a look-up of what the bin says.
#include <cmath>

#include "tally/estimate/cuts.h"
#include "tally/infer/feature_scorer.h"

namespace tally {

namespace {

class BinScorer : public FeatureScorer {
 public:
  BinScorer(const FeatureEstimate& feature, const BinTable& table)
      : feature_(feature), table_(table), classes_(table.log_p.size() / (table.cuts.size() + 1)) {}

  void add(const Batch& batch, std::span<const Column* const> columns,
           std::span<double> log_joint) override {
    const std::string& name = feature_.columns[0];
    const Numbers& numbers = as_numbers(batch, *columns[0], name);
    for_each_number(numbers, batch.rows, [&](std::int64_t row, double x) {
      if (std::isnan(x)) return;
      require_finite(batch, row, name, x);
      const double* const log_p = &table_.log_p[bin_of(table_.cuts, x - table_.origin) * classes_];
      double* const out = &log_joint[static_cast<std::size_t>(row) * classes_];
      for (std::size_t k = 0; k < classes_; ++k) out[k] += log_p[k];
    });
  }

 private:
  const FeatureEstimate& feature_;
  const BinTable& table_;
  std::size_t classes_;
};

}  // namespace

std::unique_ptr<FeatureScorer> make_bin_scorer(const FeatureEstimate& feature,
                                               const BinTable& table) {
  return std::make_unique<BinScorer>(feature, table);
}

}  // namespace tally
