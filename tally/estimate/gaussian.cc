// SPDX-License-Identifier: Apache-2.0
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

GaussianTable most_likely(const Tally& tally, const ColumnMoments& moments,
                          const std::vector<std::int32_t>& class_codes, const Question& question,
                          double added) {
  const Moments& overall = *moments.overall;
  const double floor = representable(std::sqrt(question.variance_floor) * overall.deviation);
  GaussianTable table;
  for (std::size_t k = 0; k < class_codes.size(); ++k) {
    const bool seen = tally.at(class_codes[k], Part::kWeight).sign() > 0;
    const Moments& own = seen ? moments.by_class[k] : overall;
    table.mean.push_back(own.mean);
    table.deviation.push_back(added > 0 ? representable(std::hypot(own.deviation, added))
                                        : std::max(own.deviation, floor));
  }
  return table;
}

std::vector<RootNormalPosterior> posteriors(const Tally& tally, const ColumnMoments& moments,
                                            const std::vector<std::int32_t>& class_codes,
                                            const Question& question) {
  std::vector<RootNormalPosterior> out;
  for (std::size_t k = 0; k < class_codes.size(); ++k) {
    out.push_back(root_normal_posterior(tally.at(class_codes[k], Part::kWeight),
                                        moments.by_class[k], *moments.overall, question.normal));
  }
  return out;
}

GaussianTable most_probable(const std::vector<RootNormalPosterior>& posteriors) {
  GaussianTable table;
  for (const RootNormalPosterior& p : posteriors) {
    table.mean.push_back(p.mean);
    table.deviation.push_back(representable(p.root_beta / std::sqrt(p.alpha + 1.5)));
  }
  return table;
}

StudentTable predictive(const std::vector<RootNormalPosterior>& posteriors) {
  StudentTable table;
  for (const RootNormalPosterior& p : posteriors) {
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

Moments class_moments(const Tally& tally, std::int32_t class_code, int lost_degrees) {
  const ExactSum& weight = tally.at(class_code, Part::kWeight);
  if (weight.sign() <= 0) return {};
  return moments(weight, tally.at(class_code, Part::kSum), tally.at(class_code, Part::kSquare),
                 lost_degrees);
}

int lost_degrees(const Question& question) {
  const bool with_prior = question.method == Method::kMap || question.method == Method::kBayes;
  return with_prior ? 0 : question.lost_degrees;
}

ColumnMoments column_moments(const Tally& tally, const std::vector<std::int32_t>& class_codes,
                             const Question& question) {
  ColumnMoments out{overall_moments(tally, class_codes), {}};
  for (const std::int32_t code : class_codes) {
    out.by_class.push_back(class_moments(tally, code, lost_degrees(question)));
  }
  return out;
}

double added_deviation(double widest, const Question& question) {
  return question.var_smoothing ? std::sqrt(*question.var_smoothing) * widest : 0;
}

double root_beta0(const Moments& overall, const NormalPrior& prior) {
  return prior.beta ? std::sqrt(*prior.beta) : std::sqrt(kBeta0Share) * overall.deviation;
}

RootNormalPosterior root_normal_posterior(const ExactSum& weight, const Moments& own,
                                          const Moments& overall, const NormalPrior& prior) {
  const double mean0 = prior.mean.value_or(overall.mean);
  if (weight.sign() <= 0) return {mean0, prior.kappa, prior.alpha, root_beta0(overall, prior)};
  const double n = count_of(weight);
  const double kappa = prior.kappa + n;
  const double away = own.mean - mean0;
  return {prior.kappa / kappa * mean0 + n / kappa * own.mean, kappa, prior.alpha + n / 2,
          std::hypot(root_beta0(overall, prior), own.deviation * std::sqrt(n / 2),
                     away * std::sqrt(prior.kappa / kappa * n / 2))};
}

RootNormalPosterior root_normal_posterior(const Tally& tally, std::int32_t class_code,
                                          const Moments& overall, const NormalPrior& prior) {
  return root_normal_posterior(tally.at(class_code, Part::kWeight),
                               class_moments(tally, class_code, 0), overall, prior);
}

std::optional<ProbabilityTable> gaussian_table(const Tally& tally, const ColumnMoments& moments,
                                               const std::vector<std::int32_t>& class_codes,
                                               const Question& question, double added_deviation) {
  if (!moments.overall || (moments.overall->constant && added_deviation == 0)) return std::nullopt;
  switch (question.method) {
    case Method::kMap:
      return most_probable(posteriors(tally, moments, class_codes, question));
    case Method::kBayes:
      return predictive(posteriors(tally, moments, class_codes, question));
    default:
      return most_likely(tally, moments, class_codes, question, added_deviation);
  }
}

}  // namespace tally
