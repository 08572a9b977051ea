// SPDX-License-Identifier: Apache-2.0
#include "tally/family/negative_binomial.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "tally/family/draw_math.h"
#include "tally/family/number_family.h"

namespace tally {

namespace {

// σ² / μ, at least 1. The variance is rounded once, but may not be a double: then its root is.
double dispersion_of(const Moments& own) {
  if (own.mean == 0) return 1;
  const bool fits = std::isnormal(own.variance);
  const double ratio = fits ? own.variance / own.mean : own.deviation / own.mean * own.deviation;
  return std::clamp(ratio, 1.0, std::numeric_limits<double>::max());
}

// A number that may stand in the denominator and has a logarithm.
double representable(double x) {
  return std::clamp(x, std::numeric_limits<double>::min(), std::numeric_limits<double>::max());
}

class NegativeBinomial : public NumberFamily {
 public:
  std::span<const Part> parts() const override {
    static constexpr std::array kParts{Part::kWeight, Part::kSum, Part::kSquare};
    return kParts;
  }
  std::span<const Part> shown_parts() const override { return parts().first(1); }
  bool is_count() const override { return true; }

  // Nothing of a column without a value.
  std::optional<NumberLaw> law(const SumsByClass& sums, const ColumnMoments& moments,
                               const NumberQuestion&) const override {
    if (!moments.overall) return std::nullopt;
    SpreadCountTable table;
    for (std::size_t k = 0; k < sums.classes(); ++k) {
      const bool seen = sums.at(k, Part::kWeight).sign() > 0;
      const Moments& own = seen ? moments.by_class[k] : *moments.overall;
      table.mean.push_back(own.mean);
      table.dispersion.push_back(dispersion_of(own));
    }
    return table;
  }

  std::vector<ClassNumbers> posterior(const SumsByClass&, const ColumnMoments&,
                                      const NumberQuestion&) const override {
    return {};
  }
  // It would need a sum over the rows of logΓ(a + x), which is no sum that is kept.
  std::optional<double> log_evidence(const SumsByClass&, const ColumnMoments&,
                                     const NumberQuestion&) const override {
    return std::nullopt;
  }
};

}  // namespace

const NumberFamily& negative_binomial_family() {
  static const NegativeBinomial family;
  return family;
}

SpreadCountMass::SpreadCountMass(double mean, double dispersion) : mean_(mean) {
  const double more = dispersion - 1;
  if (more == 0) return;
  a_ = representable(mean / more);
  b_ = representable(1 / more);
}

double SpreadCountMass::operator()(double x, double) const {
  return a_ == 0 ? PoissonMass(mean_)(x, 1) : NegativeBinomialMass(a_, b_)(x, 1);
}

// The rate is a gamma variate of mean μ: its spread is what the count has more than poisson's.
double SpreadCountTable::draw(Random& random, std::size_t k) const {
  const double more = dispersion[k] - 1;
  if (more == 0) return draw_poisson(random, mean[k]);
  return draw_mixed_poisson(random, representable(mean[k] / more),
                            portable_log(representable(more)));
}

std::vector<ClassNumbers> SpreadCountTable::parameters() const {
  return {{"mean", mean}, {"dispersion", dispersion}};
}

std::string SpreadCountTable::formula(std::size_t k, const NumberCell& cell) const {
  const NumberWords& words = cell.words;
  const std::string x = words.count(cell.x), centre = words.digits(mean[k]);
  if (dispersion[k] == 1) return "Poisson(" + x + "; rate " + centre + ")";
  return "negative binomial(" + x + "; mean " + centre + ", variance " +
         words.digits(mean[k] * dispersion[k]) + ")";
}

}  // namespace tally
