// SPDX-License-Identifier: Apache-2.0
// What the numbers of a row say together: each class is a cloud around its mean, with a shape that all
// classes share (l, linear) or one of its own (q, quadratic). z are the scaled numbers (JointSchema).
//
//   W   = Σ_y Scatter_y / f + 0.02 I
//   l_y = log π_y − ½ D_W n_y / (n_y + 1)
//   q_y = log π_y + logΓ((ν + d)/2) − logΓ(ν/2) − (d/2) log(π s) − ½ log|Ψ_y| − ((ν + d)/2) log(1 + D_Ψ/s)
//         Ψ_y = Scatter_y + c W,   c = max(5, d),   ν = c + n_y + 1,   s = 1 + 1/n_y
//
// D is the squared distance (z − μ_y)ᵀ W⁻¹ (z − μ_y), or by Ψ_y; Scatter_y = Σ w (z − μ_y)(z − μ_y)ᵀ;
// d how many numbers there are; f = max(1, N − K) is part of the law, as cuts are, and stays when a
// row is left out. q is the predictive density of a normal law whose covariance is unknown; the rows of
// the other classes are its prior. A class without rows has l = log π − d/2 − 2, and of q the least of
// all classes.
//
// A row of weight w is left out in O(K d²): with v = z − μ_y and c' = n/(n − w) the mean moves so that
// z − μ' = c' v, and Scatter' = Scatter − c' w v vᵀ. So every matrix loses e v vᵀ, and by Sherman and
// Morrison, with Q = vᵀ A⁻¹ v and den = 1 − e Q,
//
//   D' = D + e (vᵀ A⁻¹ (z − μ))² / den,   of its own class c'² Q / den,   log|A'| = log|A| + log den
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tally/inside/count.h"

namespace tally {

/// Σ w, Σ w z and Σ w z zᵀ by class, rounded.
struct ScatterSums {
  std::size_t columns = 0;       ///< d
  std::vector<double> rows;      ///< [class]: n
  std::vector<double> sums;      ///< [class · d + i]
  std::vector<double> products;  ///< [class · d (d + 1) / 2 + i (i + 1) / 2 + j], j <= i

  ScatterSums() = default;
  ScatterSums(const ScatterTally& tally, std::span<const Counts::Class> classes);
  /// f, where this many rows are counted.
  double freedom() const;
};

/// Immutable; free to share between threads.
class ScatterLaw {
 public:
  ScatterLaw(ScatterSums sums, double freedom);

  std::size_t classes() const { return sums_.rows.size(); }
  std::size_t columns() const { return sums_.columns; }

  /// l and q of a row, for each class. `log_shares` are log π.
  void say(std::span<const double> z, std::span<const double> log_shares, std::span<double> linear,
           std::span<double> quadratic) const;
  /// The same by the other rows: z was counted with this weight in the class `own`. `log_shares` are
  /// those of the others.
  void say_without(std::span<const double> z, std::size_t own, double weight,
                   std::span<const double> log_shares, std::span<double> linear,
                   std::span<double> quadratic) const;

 private:
  // A lower triangle L with L Lᵀ = A, row after row.
  struct Root {
    std::vector<double> lower;
    double log_determinant = 0;
    // L x = z
    void solve(std::size_t d, std::span<const double> z, std::span<double> x) const;
  };
  static Root root_of(std::vector<double> lower, std::size_t d);
  double linear_of(double log_share, double rows, double distance) const;
  double quadratic_of(double log_share, double rows, double distance, double log_determinant) const;
  void fill_empty(std::span<const double> rows, std::span<const double> log_shares,
                  std::span<double> linear, std::span<double> quadratic) const;
  void subtract(std::span<const double> z, const std::vector<double>& means, std::size_t k,
                std::span<double> off) const;

  ScatterSums sums_;
  double freedom_, strength_;     // f, c
  std::vector<double> means_;     // [class · d + i]
  Root shared_;                   // of W
  std::vector<double> whitened_;  // L⁻¹ of the means, by that root
  std::vector<Root> own_;         // [class], of Ψ; none of a class without rows
};

}  // namespace tally
