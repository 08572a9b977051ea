// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/evidence.h"

#include <vector>

#include "tally/estimate/number_column.h"
#include "tally/estimate/polya_counts.h"

namespace tally {

namespace {

std::vector<std::int32_t> class_codes(const Counts& counts) {
  std::vector<std::int32_t> codes;
  for (const Counts::Class& klass : counts.classes()) codes.push_back(klass.code);
  return codes;
}

}  // namespace

std::optional<double> log_evidence(const Counts& counts, const Tally& tally,
                                   const Question& question) {
  if (const NumberFamily* const numbers = numbers_of(tally.family())) {
    const std::vector<std::int32_t> codes = class_codes(counts);
    return numbers->log_evidence(TallySums(tally, codes), column_moments(tally, codes, 0),
                                 number_question(question));
  }
  if (as_text(tally) != nullptr && combine_of(question, counts.schema()) != Combine::kSum) {
    return std::nullopt;
  }
  const std::optional<PolyaCounts> cells = polya_counts(counts, tally, question);
  if (!cells) return std::nullopt;
  return log_evidence(*cells, lambda_of(question, tally.name()));
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
