// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/evidence.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "tally/estimate/number_column.h"
#include "tally/family/log_gamma.h"

namespace tally {

namespace {

std::vector<std::int32_t> class_codes(const Counts& counts) {
  std::vector<std::int32_t> codes;
  for (const Counts::Class& klass : counts.classes()) codes.push_back(klass.code);
  return codes;
}

double dirichlet_evidence(const ValueTally& tally, const std::vector<std::int32_t>& codes,
                          double lambda) {
  const std::vector<ValueTally::Value> values = tally.values();
  const double S = static_cast<double>(values.size());
  double sum = 0;
  for (const std::int32_t code : codes) {
    sum -= log_rising(S * lambda, tally.total(code).to_double());
    for (const ValueTally::Value& value : values) {
      sum += log_rising(lambda, tally.at(code, value.slot).to_double());
    }
  }
  return sum;
}

// A text's, over the histograms of its terms: those that a class does not have add nothing.
std::optional<double> text_evidence(const Counts& counts, const TextTally& tally,
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

}  // namespace

std::optional<double> log_evidence(const Counts& counts, const Tally& tally,
                                   const Question& question) {
  const std::vector<std::int32_t> codes = class_codes(counts);
  switch (facts_of(tally.family()).cells) {
    case CellKind::kTerms:
      return text_evidence(counts, text_of(tally), question);
    case CellKind::kNumber:
      return numbers_of(tally.family())
          ->log_evidence(TallySums(tally, codes), column_moments(tally, codes, 0),
                         number_question(question));
    case CellKind::kLabel:
    case CellKind::kTruth:
    case CellKind::kBin:
    case CellKind::kGroup:
      break;
  }
  return dirichlet_evidence(values_of(tally), codes, question.lambda);
}

NormalPosterior normal_posterior(const Counts& counts, const Tally& tally, std::int32_t class_code,
                                 const NormalPrior& prior) {
  const Moments overall = column_moments(tally, class_codes(counts), 0).overall.value_or(Moments{});
  const RootNormalPosterior p = root_normal_posterior(
      tally.at(class_code, Part::kWeight), class_moments(tally, class_code, 0), overall, prior);
  return {p.mean, p.kappa, p.alpha, p.root_beta * p.root_beta};
}

GammaPosterior gamma_posterior(const Counts& counts, const Tally& tally, std::int32_t class_code,
                               const GammaPrior& prior) {
  const auto events_of = [&](std::int32_t code) {
    return Events{tally.at(code, Part::kSum), tally.at(code, Part::kExposure)};
  };
  Events overall;
  for (const std::int32_t code : class_codes(counts)) {
    overall.count += events_of(code).count;
    overall.exposure += events_of(code).exposure;
  }
  return gamma_posterior(events_of(class_code), overall, prior);
}

}  // namespace tally
