// SPDX-License-Identifier: Apache-2.0
#include "tally/family/gaussian.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "tally/base/log_math.h"
#include "tally/family/log_gamma.h"
#include "tally/family/number_family.h"

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

// √β0
double root_beta0(const Moments& overall, const NormalPrior& prior) {
  return prior.beta ? std::sqrt(*prior.beta) : std::sqrt(kBeta0Share) * overall.deviation;
}

GaussianTable most_likely(const SumsByClass& sums, const ColumnMoments& moments,
                          const NumberQuestion& question) {
  const Moments& overall = *moments.overall;
  const double floor = representable(std::sqrt(question.variance_floor) * overall.deviation);
  const double added = question.added_deviation;
  GaussianTable table;
  for (std::size_t k = 0; k < sums.classes(); ++k) {
    const bool seen = sums.at(k, Part::kWeight).sign() > 0;
    const Moments& own = seen ? moments.by_class[k] : overall;
    table.mean.push_back(own.mean);
    table.deviation.push_back(added > 0 ? representable(std::hypot(own.deviation, added))
                                        : std::max(own.deviation, floor));
  }
  return table;
}

using Posteriors = std::vector<RootNormalPosterior>;

Posteriors posteriors(const SumsByClass& sums, const ColumnMoments& moments,
                      const NumberQuestion& question) {
  const Moments overall = moments.overall.value_or(Moments{});
  Posteriors out;
  for (std::size_t k = 0; k < sums.classes(); ++k) {
    out.push_back(root_normal_posterior(sums.at(k, Part::kWeight), moments.by_class[k], overall,
                                        question.normal));
  }
  return out;
}

GaussianTable most_probable(const Posteriors& posteriors) {
  GaussianTable table;
  for (const RootNormalPosterior& p : posteriors) {
    table.mean.push_back(p.mean);
    table.deviation.push_back(representable(p.root_beta / std::sqrt(p.alpha + 1.5)));
  }
  return table;
}

StudentTable predictive(const Posteriors& posteriors) {
  StudentTable table;
  for (const RootNormalPosterior& p : posteriors) {
    table.degrees.push_back(2 * p.alpha);
    table.location.push_back(p.mean);
    table.scale.push_back(representable(p.root_beta * std::sqrt((1 + 1 / p.kappa) / p.alpha)));
  }
  return table;
}

class Gaussian : public NumberFamily {
 public:
  std::span<const Part> parts() const override {
    static constexpr std::array kParts{Part::kWeight, Part::kSum, Part::kSquare};
    return kParts;
  }
  std::span<const Part> shown_parts() const override { return parts().first(1); }
  bool is_count() const override { return false; }

  // Nothing of a column that is constant over all rows, if no variance is added.
  std::optional<NumberLaw> law(const SumsByClass& sums, const ColumnMoments& moments,
                               const NumberQuestion& question) const override {
    if (!moments.overall || (moments.overall->constant && question.added_deviation == 0)) {
      return std::nullopt;
    }
    switch (question.method) {
      case Method::kMap:
        return most_probable(posteriors(sums, moments, question));
      case Method::kBayes:
        return predictive(posteriors(sums, moments, question));
      case Method::kSmooth:
      case Method::kMl:
        break;
    }
    return most_likely(sums, moments, question);
  }

  std::vector<ClassNumbers> posterior(const SumsByClass& sums, const ColumnMoments& moments,
                                      const NumberQuestion& question) const override {
    std::vector<ClassNumbers> out{{"posterior_mean", {}},
                                  {"posterior_kappa", {}},
                                  {"posterior_alpha", {}},
                                  {"posterior_beta", {}}};
    for (const RootNormalPosterior& p : posteriors(sums, moments, question)) {
      out[0].numbers.push_back(p.mean);
      out[1].numbers.push_back(p.kappa);
      out[2].numbers.push_back(p.alpha);
      out[3].numbers.push_back(p.root_beta * p.root_beta);
    }
    return out;
  }

  std::optional<double> log_evidence(const SumsByClass& sums, const ColumnMoments& moments,
                                     const NumberQuestion& question) const override {
    if (!moments.overall) return 0;
    const NormalPrior& prior = question.normal;
    const double root0 = root_beta0(*moments.overall, prior);
    if (root0 == 0) return std::nullopt;
    double sum = 0;
    for (const RootNormalPosterior& p : posteriors(sums, moments, question)) {
      const double n = p.kappa - prior.kappa;
      sum += log_rising(prior.alpha, n / 2) -
             2 * prior.alpha * (std::log(p.root_beta) - std::log(root0)) -
             n * std::log(p.root_beta) + 0.5 * std::log(prior.kappa / p.kappa) - n * kHalfLogTwoPi;
    }
    return sum;
  }
};

}  // namespace

const NumberFamily& gaussian_family() {
  static const Gaussian family;
  return family;
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

double GaussianTable::draw(Random& random, std::size_t k) const {
  return mean[k] + deviation[k] * draw_normal(random);
}

std::vector<ClassNumbers> GaussianTable::parameters() const {
  return {{"mean", mean}, {"deviation", deviation}};
}

std::string GaussianTable::formula(std::size_t k, const NumberCell& cell) const {
  const NumberWords& words = cell.words;
  const std::string width = words.digits(deviation[k]);
  const std::string x = words.measure(cell.x, cell.type);
  std::string centre = words.measure(mean[k], cell.type);
  if (centre.front() == '-') centre = "(" + centre + ")";
  if (cell.type == ValueType::kNumber) {
    return "1/(√(2π)·" + width + ") · exp(−(" + x + "−" + centre + ")²/(2·" + width + "²))";
  }
  // The density is one per second.
  return "1/(√(2π)·" + width + " s) · exp(−(" + x + " − " + centre + ")²/(2·(" +
         words.span(deviation[k]) + ")²))";
}

double StudentTable::draw(Random& random, std::size_t k) const {
  return location[k] + scale[k] * draw_student(random, degrees[k]);
}

std::vector<ClassNumbers> StudentTable::parameters() const {
  return {{"t_degrees", degrees}, {"t_location", location}, {"t_scale", scale}};
}

std::string StudentTable::formula(std::size_t k, const NumberCell& cell) const {
  const NumberWords& words = cell.words;
  return "Student-t(" + words.measure(cell.x, cell.type) + "; degrees " + words.digits(degrees[k]) +
         ", location " + words.measure(location[k], cell.type) + ", scale " +
         (cell.type == ValueType::kNumber ? words.digits(scale[k]) : words.span(scale[k])) + ")";
}

}  // namespace tally
