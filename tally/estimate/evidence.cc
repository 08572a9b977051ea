// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/evidence.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "tally/estimate/gaussian.h"
#include "tally/estimate/log_gamma.h"
#include "tally/estimate/poisson.h"

namespace tally {

namespace {

std::vector<std::int32_t> class_codes(const Counts& counts) {
  std::vector<std::int32_t> codes;
  for (const Counts::Class& klass : counts.classes()) codes.push_back(klass.code);
  return codes;
}

double dirichlet_evidence(const Tally& tally, const std::vector<std::int32_t>& codes,
                          double lambda) {
  const std::vector<Tally::Value> values = tally.values();
  const double S = static_cast<double>(values.size());
  double sum = 0;
  for (const std::int32_t code : codes) {
    sum -= log_rising(S * lambda, tally.total(code).to_double());
    for (const Tally::Value& value : values) {
      sum += log_rising(lambda, tally.at(code, value.slot).to_double());
    }
  }
  return sum;
}

// A text's, over the histograms of its terms: those that a class does not have add nothing.
std::optional<double> text_evidence(const Counts& counts, const Tally& tally,
                                    const Question& question) {
  const TextModel model = text_model_of(question, tally.spec().text);
  const bool by_rows = model == TextModel::kBoolean;
  if ((!by_rows && model != TextModel::kMultinomial) || skips_terms(question) ||
      combine_of(question, counts.schema()) != Combine::kSum) {
    return std::nullopt;
  }
  const std::vector<std::int32_t> codes = class_codes(counts);
  std::size_t size = 0;
  for (const std::int32_t code : codes) size = std::max(size, static_cast<std::size_t>(code + 1));
  const TermHistograms histograms = tally.histograms(size);
  const double V = static_cast<double>(tally.possible_values());
  double sum = 0;
  for (const std::int32_t code : codes) {
    if (code < 0) continue;
    const auto k = static_cast<std::size_t>(code);
    const ExactSum total = by_rows ? tally.total(code) : tally.total_tokens(code);
    sum -= log_rising(V * question.lambda, total.to_double());
    for (const auto& [count, terms] : by_rows ? histograms.documents[k] : histograms.tokens[k]) {
      sum += static_cast<double>(terms) * log_rising(question.lambda, count);
    }
  }
  return sum;
}

std::optional<double> normal_evidence(const Tally& tally, const std::vector<std::int32_t>& codes,
                                      const NormalPrior& prior) {
  const std::optional<Moments> overall = overall_moments(tally, codes);
  if (!overall) return 0;
  const double root0 = root_beta0(*overall, prior);
  if (root0 == 0) return std::nullopt;
  double sum = 0;
  for (const std::int32_t code : codes) {
    const RootNormalPosterior p = root_normal_posterior(tally, code, *overall, prior);
    const double n = p.kappa - prior.kappa;
    sum += log_rising(prior.alpha, n / 2) -
           2 * prior.alpha * (std::log(p.root_beta) - std::log(root0)) - n * std::log(p.root_beta) +
           0.5 * std::log(prior.kappa / p.kappa) - n * kHalfLogTwoPi;
  }
  return sum;
}

}  // namespace

std::optional<double> log_evidence(const Counts& counts, const Tally& tally,
                                   const Question& question) {
  switch (tally.family()) {
    case Family::kPoisson:
      return std::nullopt;
    case Family::kText:
      return text_evidence(counts, tally, question);
    case Family::kGaussian:
      return normal_evidence(tally, class_codes(counts), question.normal);
    default:
      return dirichlet_evidence(tally, class_codes(counts), question.lambda);
  }
}

NormalPosterior normal_posterior(const Counts& counts, const Tally& tally, std::int32_t class_code,
                                 const NormalPrior& prior) {
  const Moments overall = overall_moments(tally, class_codes(counts)).value_or(Moments{});
  const RootNormalPosterior p = root_normal_posterior(tally, class_code, overall, prior);
  return {p.mean, p.kappa, p.alpha, p.root_beta * p.root_beta};
}

GammaPosterior gamma_posterior(const Counts& counts, const Tally& tally, std::int32_t class_code,
                               const GammaPrior& prior) {
  return gamma_posterior(tally, class_code, overall_events(tally, class_codes(counts)), prior);
}

}  // namespace tally
