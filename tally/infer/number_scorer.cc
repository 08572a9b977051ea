// SPDX-License-Identifier: Apache-2.0
// Columns of numbers: each class has a density, or a mass, of the number. A missing exposure makes
// the cell missing.
#include <cmath>
#include <type_traits>

#include "tally/infer/feature_scorer.h"

namespace tally {

namespace {

template <class Density>
class NumberScorer : public FeatureScorer {
 public:
  NumberScorer(const FeatureEstimate& feature, std::vector<Density> densities)
      : feature_(feature),
        is_count_(numbers_of(feature.family)->is_count()),
        densities_(std::move(densities)) {}

  void add(const Batch& batch, std::span<const Column* const> columns,
           std::span<double> log_joint) override {
    const std::size_t classes = densities_.size();
    const std::string& name = feature_.columns[0];
    const auto score = [&](std::int64_t row, double x, double e) {
      double* const out = &log_joint[static_cast<std::size_t>(row) * classes];
      for (std::size_t k = 0; k < classes; ++k) out[k] += densities_[k](x, e);
    };
    const Numbers& numbers = as_numbers(batch, *columns[0], name);
    if (columns.size() == 1) {
      return for_each_number(numbers, batch.rows, [&](std::int64_t row, double x) {
        require(batch, row, name, x);
        if (!std::isnan(x)) score(row, x, 1);
      });
    }
    const Numbers& exposures = as_numbers(batch, *columns[1], feature_.exposure);
    for_each_number(numbers, batch.rows, [&](std::int64_t row, double x) {
      const double e = exposures.at(row);
      require(batch, row, name, x);
      require_count(batch, row, feature_.exposure, e);
      if (!std::isnan(x) && !std::isnan(e)) score(row, x, e);
    });
  }

 private:
  void require(const Batch& batch, std::int64_t row, const std::string& name, double x) const {
    is_count_ ? require_count(batch, row, name, x) : require_finite(batch, row, name, x);
  }

  const FeatureEstimate& feature_;
  const bool is_count_;
  std::vector<Density> densities_;  // [class]
};

}  // namespace

std::unique_ptr<FeatureScorer> make_number_scorer(const FeatureEstimate& feature,
                                                  std::size_t classes) {
  return std::visit(
      [&](const auto& law) -> std::unique_ptr<FeatureScorer> {
        if constexpr (IsNumberLaw<std::decay_t<decltype(law)>>) {
          std::vector<decltype(law.in_class(0))> densities;
          for (std::size_t k = 0; k < classes; ++k) densities.push_back(law.in_class(k));
          return std::make_unique<NumberScorer<decltype(law.in_class(0))>>(feature,
                                                                           std::move(densities));
        } else {
          return nullptr;
        }
      },
      feature.table);
}

}  // namespace tally
