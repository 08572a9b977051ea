// SPDX-License-Identifier: Apache-2.0
#include "tally/family/poisson.h"

#include <algorithm>
#include <array>
#include <limits>

#include "tally/family/draw_math.h"
#include "tally/family/number_family.h"

namespace tally {

namespace {

double bounded(double x) { return std::min(x, std::numeric_limits<double>::max()); }

double rate_of(const Events& events) { return bounded(ratio(events.count, events.exposure)); }

Events events_of(const SumsByClass& sums, std::size_t k) {
  return {sums.at(k, Part::kSum), sums.at(k, Part::kExposure)};
}

Events overall_events(const SumsByClass& sums) {
  Events overall;
  for (std::size_t k = 0; k < sums.classes(); ++k) {
    const Events own = events_of(sums, k);
    overall.count += own.count;
    overall.exposure += own.exposure;
  }
  return overall;
}

double presumed_exposure(const Events& overall, const GammaPrior& prior) {
  if (prior.rate) return *prior.rate;
  if (overall.count.is_zero() || overall.exposure.is_zero()) return 1;
  return std::max(rate_of({overall.exposure, overall.count}), std::numeric_limits<double>::min());
}

std::string exposure_in(const NumberCell& cell, const char* separator) {
  return cell.exposure ? separator + ("exposure " + cell.words.digits(*cell.exposure)) : "";
}

class Poisson : public NumberFamily {
 public:
  std::span<const Part> parts() const override {
    static constexpr std::array kParts{Part::kWeight, Part::kSum, Part::kExposure};
    return kParts;
  }
  std::span<const Part> shown_parts() const override { return parts(); }
  bool is_count() const override { return true; }

  // Nothing of a column that was never seen with an exposure above 0.
  std::optional<NumberLaw> law(const SumsByClass& sums, const ColumnMoments&,
                               const NumberQuestion& question) const override {
    const Events overall = overall_events(sums);
    if (overall.exposure.is_zero()) return std::nullopt;
    PoissonTable plug_in;
    NegativeBinomialTable predictive;
    for (std::size_t k = 0; k < sums.classes(); ++k) {
      const Events own = events_of(sums, k);
      if (!has_prior(question.method)) {
        plug_in.rate.push_back(rate_of(own.exposure.is_zero() ? overall : own));
        continue;
      }
      const GammaPosterior posterior = gamma_posterior(own, overall, question.gamma);
      plug_in.rate.push_back(bounded(std::max(0.0, posterior.shape - 1) / posterior.rate));
      predictive.a.push_back(posterior.shape);
      predictive.b.push_back(posterior.rate);
    }
    if (question.method == Method::kBayes) return predictive;
    return plug_in;
  }

  // Those are the parameters of the predictive.
  std::vector<ClassNumbers> posterior(const SumsByClass&, const ColumnMoments&,
                                      const NumberQuestion&) const override {
    return {};
  }

  // It would need Σ log x!, which is no sum that is kept.
  std::optional<double> log_evidence(const SumsByClass&, const ColumnMoments&,
                                     const NumberQuestion&) const override {
    return std::nullopt;
  }
};

}  // namespace

const NumberFamily& poisson_family() {
  static const Poisson family;
  return family;
}

GammaPosterior gamma_posterior(const Events& own, const Events& overall, const GammaPrior& prior) {
  return {bounded(prior.shape + own.count.to_double()),
          bounded(presumed_exposure(overall, prior) + own.exposure.to_double())};
}

double PoissonTable::draw(Random& random, std::size_t k) const {
  return draw_poisson(random, rate[k]);
}

std::vector<ClassNumbers> PoissonTable::parameters() const { return {{"rate", rate}}; }

std::string PoissonTable::formula(std::size_t k, const NumberCell& cell) const {
  return "Poisson(" + cell.words.count(cell.x) + "; rate " + cell.words.digits(rate[k]) +
         exposure_in(cell, " · ") + ")";
}

// The rate is a gamma variate: integrated out, the count is negative binomial.
double NegativeBinomialTable::draw(Random& random, std::size_t k) const {
  return draw_mixed_poisson(random, a[k], -portable_log(b[k]));
}

std::vector<ClassNumbers> NegativeBinomialTable::parameters() const {
  return {{"posterior_shape", a}, {"posterior_rate", b}};
}

std::string NegativeBinomialTable::formula(std::size_t k, const NumberCell& cell) const {
  return "negative binomial(" + cell.words.count(cell.x) + "; a " + cell.words.digits(a[k]) +
         ", b " + cell.words.digits(b[k]) + exposure_in(cell, ", ") + ")";
}

}  // namespace tally
