#include "tally/estimate/estimates.h"

#include "tally/estimate/assemble.h"

namespace tally {

Estimates estimate(const Counts& counts, const Question& question) {
  validate(question);
  const std::vector<Counts::Class> classes = counts.classes();
  const std::vector<std::int32_t> codes = codes_of(classes);
  std::vector<TallyFacts> facts;
  for (const Tally& tally : counts.tallies()) facts.push_back(facts_of(tally, codes, question));
  return assemble(classes, facts, question);
}

}  // namespace tally
