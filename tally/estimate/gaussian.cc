#include "tally/estimate/gaussian.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tally {

namespace {

constexpr double kBeta0Share = 0.05;  // of the overall variance

// Where a deviation is too small or too large for a double, the nearest that has a logarithm.
double representable(double deviation) {
  return std::clamp(deviation, std::numeric_limits<double>::denorm_min(),
                    std::numeric_limits<double>::max());
}

double count_of(const ExactSum& n) {
  constexpr double kMost = 1e300;  // so that n + κ0 is a number too
  return std::min(n.to_double(), kMost);
}

Moments class_moments(const Tally& tally, std::int32_t class_code, int lost_degrees) {
  return moments(tally.at(class_code, Part::kWeight), tally.at(class_code, Part::kSum),
                 tally.at(class_code, Part::kSquare), lost_degrees);
}

GaussianTable most_likely(const Tally& tally, const std::vector<std::int32_t>& class_codes,
                          const Question& question, const Moments& overall, double added) {
  const double floor = representable(std::sqrt(question.variance_floor) * overall.deviation);
  GaussianTable table;
  for (const std::int32_t code : class_codes) {
    const bool seen = tally.at(code, Part::kWeight).sign() > 0;
    const Moments own = seen ? class_moments(tally, code, question.lost_degrees) : overall;
    table.mean.push_back(own.mean);
    table.deviation.push_back(added > 0 ? representable(std::hypot(own.deviation, added))
                                        : std::max(own.deviation, floor));
  }
  return table;
}

GaussianTable most_probable(const Tally& tally, const std::vector<std::int32_t>& class_codes,
                            const Question& question, const Moments& overall) {
  GaussianTable table;
  for (const std::int32_t code : class_codes) {
    const RootNormalPosterior p = root_normal_posterior(tally, code, overall, question.normal);
    table.mean.push_back(p.mean);
    table.deviation.push_back(representable(p.root_beta / std::sqrt(p.alpha + 1.5)));
  }
  return table;
}

StudentTable predictive(const Tally& tally, const std::vector<std::int32_t>& class_codes,
                        const Question& question, const Moments& overall) {
  StudentTable table;
  for (const std::int32_t code : class_codes) {
    const RootNormalPosterior p = root_normal_posterior(tally, code, overall, question.normal);
    table.degrees.push_back(2 * p.alpha);
    table.location.push_back(p.mean);
    table.scale.push_back(representable(p.root_beta * std::sqrt((1 + 1 / p.kappa) / p.alpha)));
  }
  return table;
}

}  // namespace

std::optional<Moments> overall_moments(const Tally& tally,
                                       const std::vector<std::int32_t>& class_codes) {
  ExactSum n, s, q;
  for (const std::int32_t code : class_codes) {
    n += tally.at(code, Part::kWeight);
    s += tally.at(code, Part::kSum);
    q += tally.at(code, Part::kSquare);
  }
  if (n.sign() <= 0) return std::nullopt;
  return moments(n, s, q, 0);
}

double added_deviation(const std::vector<Tally>& tallies,
                       const std::vector<std::int32_t>& class_codes, const Question& question) {
  if (!question.var_smoothing) return 0;
  double widest = 0;
  for (const Tally& tally : tallies) {
    if (tally.family() != Family::kGaussian) continue;
    const std::optional<Moments> overall = overall_moments(tally, class_codes);
    if (overall) widest = std::max(widest, overall->deviation);
  }
  return std::sqrt(*question.var_smoothing) * widest;
}

double root_beta0(const Moments& overall, const NormalPrior& prior) {
  return prior.beta ? std::sqrt(*prior.beta) : std::sqrt(kBeta0Share) * overall.deviation;
}

RootNormalPosterior root_normal_posterior(const Tally& tally, std::int32_t class_code,
                                          const Moments& overall, const NormalPrior& prior) {
  const double mean0 = prior.mean.value_or(overall.mean);
  const ExactSum& weight = tally.at(class_code, Part::kWeight);
  if (weight.sign() <= 0) return {mean0, prior.kappa, prior.alpha, root_beta0(overall, prior)};
  const Moments own = class_moments(tally, class_code, 0);
  const double n = count_of(weight);
  const double kappa = prior.kappa + n;
  const double away = own.mean - mean0;
  return {prior.kappa / kappa * mean0 + n / kappa * own.mean, kappa, prior.alpha + n / 2,
          std::hypot(root_beta0(overall, prior), own.deviation * std::sqrt(n / 2),
                     away * std::sqrt(prior.kappa / kappa * n / 2))};
}

std::optional<ProbabilityTable> gaussian_table(const Tally& tally,
                                               const std::vector<std::int32_t>& class_codes,
                                               const Question& question, double added_deviation) {
  const std::optional<Moments> overall = overall_moments(tally, class_codes);
  if (!overall || (overall->constant && added_deviation == 0)) return std::nullopt;
  switch (question.method) {
    case Method::kMap:
      return most_probable(tally, class_codes, question, *overall);
    case Method::kBayes:
      return predictive(tally, class_codes, question, *overall);
    default:
      return most_likely(tally, class_codes, question, *overall, added_deviation);
  }
}

}  // namespace tally
