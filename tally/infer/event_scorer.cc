// SPDX-License-Identifier: Apache-2.0
// Poisson columns: a mass of x events over an exposure e, plugged in (poisson) or predictive
// (negative binomial). A missing exposure makes the cell missing.
#include <cmath>

#include "tally/infer/densities.h"
#include "tally/infer/feature_scorer.h"

namespace tally {

namespace {

template <class Mass>
class EventScorer : public FeatureScorer {
 public:
  EventScorer(const FeatureEstimate& feature, std::vector<Mass> masses)
      : feature_(feature), masses_(std::move(masses)) {}

  void add(const Batch& batch, std::span<const Column* const> columns,
           std::span<double> log_joint) override {
    const std::size_t classes = masses_.size();
    const std::string& name = feature_.columns[0];
    const Numbers& counts = as_numbers(batch, *columns[0], name);
    const Numbers* const exposures =
        columns.size() == 1 ? nullptr : &as_numbers(batch, *columns[1], feature_.exposure);
    for_each_number(counts, batch.rows, [&](std::int64_t row, double x) {
      const double e = exposures == nullptr ? 1 : exposures->at(row);
      require_count(batch, row, name, x);
      require_count(batch, row, feature_.exposure, e);
      if (std::isnan(x) || std::isnan(e)) return;
      double* const out = &log_joint[static_cast<std::size_t>(row) * classes];
      for (std::size_t k = 0; k < classes; ++k) out[k] += masses_[k](x, e);
    });
  }

 private:
  const FeatureEstimate& feature_;
  std::vector<Mass> masses_;  // [class]
};

}  // namespace

std::unique_ptr<FeatureScorer> make_event_scorer(const FeatureEstimate& feature,
                                                 const PoissonTable& table) {
  std::vector<PoissonMass> masses;
  for (const double rate : table.rate) masses.emplace_back(rate);
  return std::make_unique<EventScorer<PoissonMass>>(feature, std::move(masses));
}

std::unique_ptr<FeatureScorer> make_event_scorer(const FeatureEstimate& feature,
                                                 const NegativeBinomialTable& table) {
  std::vector<NegativeBinomialMass> masses;
  for (std::size_t k = 0; k < table.a.size(); ++k) masses.emplace_back(table.a[k], table.b[k]);
  return std::make_unique<EventScorer<NegativeBinomialMass>>(feature, std::move(masses));
}

}  // namespace tally
