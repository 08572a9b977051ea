// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/poisson.h"

#include <algorithm>
#include <limits>

namespace tally {

namespace {

double bounded(double x) { return std::min(x, std::numeric_limits<double>::max()); }

double rate(const ExactSum& count, const ExactSum& exposure) {
  return bounded(ratio(count, exposure));
}

double most_likely(const Tally& tally, std::int32_t code, const Events& overall) {
  const ExactSum& exposure = tally.at(code, Part::kExposure);
  return exposure.is_zero() ? rate(overall.count, overall.exposure)
                            : rate(tally.at(code, Part::kSum), exposure);
}

double presumed_exposure(const Events& overall, const GammaPrior& prior) {
  if (prior.rate) return *prior.rate;
  if (overall.count.is_zero() || overall.exposure.is_zero()) return 1;
  return std::max(rate(overall.exposure, overall.count), std::numeric_limits<double>::min());
}

}  // namespace

Events overall_events(const Tally& tally, const std::vector<std::int32_t>& class_codes) {
  Events overall;
  for (const std::int32_t code : class_codes) {
    overall.count += tally.at(code, Part::kSum);
    overall.exposure += tally.at(code, Part::kExposure);
  }
  return overall;
}

GammaPosterior gamma_posterior(const Tally& tally, std::int32_t class_code, const Events& overall,
                               const GammaPrior& prior) {
  return {bounded(prior.shape + tally.at(class_code, Part::kSum).to_double()),
          bounded(presumed_exposure(overall, prior) +
                  tally.at(class_code, Part::kExposure).to_double())};
}

std::optional<ProbabilityTable> poisson_table(const Tally& tally,
                                              const std::vector<std::int32_t>& class_codes,
                                              const Question& question) {
  const Events overall = overall_events(tally, class_codes);
  if (overall.exposure.is_zero()) return std::nullopt;
  if (question.method == Method::kBayes) {
    NegativeBinomialTable table;
    for (const std::int32_t code : class_codes) {
      const GammaPosterior posterior = gamma_posterior(tally, code, overall, question.gamma);
      table.a.push_back(posterior.shape);
      table.b.push_back(posterior.rate);
    }
    return table;
  }
  PoissonTable table;
  for (const std::int32_t code : class_codes) {
    if (question.method == Method::kMap) {
      const GammaPosterior posterior = gamma_posterior(tally, code, overall, question.gamma);
      table.rate.push_back(bounded(std::max(0.0, posterior.shape - 1) / posterior.rate));
    } else {
      table.rate.push_back(most_likely(tally, code, overall));
    }
  }
  return table;
}

}  // namespace tally
