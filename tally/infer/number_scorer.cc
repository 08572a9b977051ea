// SPDX-License-Identifier: Apache-2.0
// Gaussian columns: a density of the number, plugged in (normal) or predictive (Student's t).
#include <cmath>

#include "tally/infer/densities.h"
#include "tally/infer/feature_scorer.h"

namespace tally {

namespace {

template <class Density>
class NumberScorer : public FeatureScorer {
 public:
  NumberScorer(const FeatureEstimate& feature, std::vector<Density> densities)
      : name_(feature.columns[0]), densities_(std::move(densities)) {}

  void add(const Batch& batch, std::span<const Column* const> columns,
           std::span<double> log_joint) override {
    const std::size_t classes = densities_.size();
    for_each_number(as_numbers(batch, *columns[0], name_), batch.rows,
                    [&](std::int64_t row, double x) {
                      if (std::isnan(x)) return;
                      require_finite(batch, row, name_, x);
                      double* const out = &log_joint[static_cast<std::size_t>(row) * classes];
                      for (std::size_t k = 0; k < classes; ++k) out[k] += densities_[k](x);
                    });
  }

 private:
  const std::string& name_;
  std::vector<Density> densities_;  // [class]
};

}  // namespace

std::unique_ptr<FeatureScorer> make_number_scorer(const FeatureEstimate& feature,
                                                  const GaussianTable& table) {
  std::vector<GaussianDensity> densities;
  for (std::size_t k = 0; k < table.mean.size(); ++k) {
    densities.emplace_back(table.mean[k], table.deviation[k]);
  }
  return std::make_unique<NumberScorer<GaussianDensity>>(feature, std::move(densities));
}

std::unique_ptr<FeatureScorer> make_number_scorer(const FeatureEstimate& feature,
                                                  const StudentTable& table) {
  std::vector<StudentDensity> densities;
  for (std::size_t k = 0; k < table.degrees.size(); ++k) {
    densities.emplace_back(table.degrees[k], table.location[k], table.scale[k]);
  }
  return std::make_unique<NumberScorer<StudentDensity>>(feature, std::move(densities));
}

}  // namespace tally
