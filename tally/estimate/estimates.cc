// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/estimates.h"

#include "tally/base/error.h"
#include "tally/estimate/assemble.h"
#include "tally/estimate/polya_counts.h"
#include "tally/estimate/weighted_rule.h"

namespace tally {

Estimates estimate(const Counts& counts, const Question& question,
                   std::span<const RuleWeight> rule) {
  validate(question);
  if (rule_of(question, rule) == Rule::kWeighted) {
    return weighted_estimates(counts, question, rule);
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
