// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/estimates.h"

#include "tally/base/error.h"
#include "tally/estimate/assemble.h"
#include "tally/estimate/full/tan_rule.h"
#include "tally/estimate/polya_counts.h"

namespace tally {

Estimates estimate(const Counts& counts, const Question& question,
                   std::span<const RuleWeight> rule) {
  validate(question);
  switch (rule_of(question, rule)) {
    case Rule::kWeighted:
      return weighted_estimates(counts, question, rule);
    case Rule::kFull:
      return full_estimates(counts, question, rule);
    case Rule::kTan:
      return tan_estimates(counts, question);
    case Rule::kNaive:
    case Rule::kAuto:
      break;
  }
  const std::vector<Counts::Class> classes = counts.classes();
  const Question asked = with_lambdas(question, counts);
  const Combine combine = combine_of(asked, counts.schema());
  std::vector<TallyFacts> facts;
  for (const Tally& tally : counts.tallies()) {
    facts.push_back(facts_of(tally, classes, asked, combine));
  }
  return assemble(classes, facts, asked, combine, rule);
}

}  // namespace tally
