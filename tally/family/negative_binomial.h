// SPDX-License-Identifier: Apache-2.0
// Negative binomial columns: counts with more spread than poisson's.
//
//   by moments   μ = s / n,  σ² = (q − s² / n) / (n − c)                (tally/sums/moments.h)
//                σ² > μ    a = μ² / (σ² − μ),  b = μ / (σ² − μ)
//                          logΓ(a + x) − logΓ(a) − logΓ(x + 1) + a log(b / (b + 1)) − x log(b + 1)
//                σ² <= μ   poisson at the rate μ
//
// It has no conjugate prior: map and bayes go by moments as well.
#pragma once

#include <string>
#include <vector>

#include "tally/family/number_cell.h"

namespace tally {

/// The probability of x where it has this mean and σ² / μ. REQUIRES: finite, 0 or more and 1 or more.
class SpreadCountMass {
 public:
  SpreadCountMass(double mean, double dispersion);
  double operator()(double x, double = 1) const;

 private:
  double mean_;
  double a_ = 0, b_ = 0;  // a = 0: poisson
};

struct SpreadCountTable {
  std::vector<double> mean;        ///< [class]
  std::vector<double> dispersion;  ///< [class]: σ² / μ; 1 where it is poisson

  SpreadCountMass in_class(std::size_t k) const { return {mean[k], dispersion[k]}; }
  double draw(Random& random, std::size_t k) const;
  std::vector<ClassNumbers> parameters() const;
  std::string formula(std::size_t k, const NumberCell& cell) const;
};

}  // namespace tally
