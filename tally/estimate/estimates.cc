#include "tally/estimate/estimates.h"

#include <optional>

#include "tally/base/error.h"
#include "tally/estimate/categorical.h"
#include "tally/estimate/gaussian.h"
#include "tally/estimate/multinomial.h"
#include "tally/estimate/poisson.h"
#include "tally/estimate/prior.h"

namespace tally {

Estimates estimate(const Counts& counts, const Question& question) {
  validate(question);
  const std::vector<Counts::Class> classes = counts.classes();
  if (classes.empty()) {
    throw Error(ErrorKind::kData,
                "the model has no class yet: fit or learn rows with a target first");
  }
  Estimates out;
  std::vector<std::int32_t> codes;
  for (const Counts::Class& klass : classes) {
    out.classes.push_back(klass.label);
    codes.push_back(klass.code);
  }
  out.log_prior = log_prior(classes, question);

  const double added = added_deviation(counts.tallies(), codes, question);
  const auto table_of = [&](const Tally& tally) -> std::optional<ProbabilityTable> {
    switch (tally.family()) {
      case Family::kCategorical:
      case Family::kBernoulli:
        return categorical_table(tally, codes, question);
      case Family::kMultinomial:
        return multinomial_table(tally, codes, question);
      case Family::kPoisson:
        return poisson_table(tally, codes, question);
      case Family::kGaussian:
        break;
    }
    return gaussian_table(tally, codes, question, added);
  };
  for (const Tally& tally : counts.tallies()) {
    const TallySpec& spec = tally.spec();
    std::optional<ProbabilityTable> table = table_of(tally);
    if (table) {
      out.features.push_back(
          {spec.name, spec.family, spec.columns, spec.exposure, *std::move(table)});
    } else {
      out.left_out.push_back(spec.name);
    }
  }
  return out;
}

}  // namespace tally
