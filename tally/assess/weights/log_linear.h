// SPDX-License-Identifier: Apache-2.0
// The weights of a log-linear rule: what many features say about a row, weighted against each
// other.
//
//   P(y | row) = softmax_y(o_y + b_y + Σ_f w_f F_fy)
//
// A feature F_f says a number for each class; o is where the row starts from (its prior). The
// weights are those that make least
//
//   Σ_rows t · −log P(truth | row) + Σ_f r_f (w_f − g_f)² + r_b Σ_y b_y²,      w >= 0, b free
//
// which is strictly convex: there is one answer, however well the features part the classes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tally {

struct LogLinearProblem {
  std::size_t classes = 0;
  std::vector<double> guess;         ///< [feature]: g
  std::vector<double> ridge;         ///< [feature]: r, each above 0
  double bias_ridge = 1;             ///< r_b, above 0
  std::vector<float> said;           ///< [row][class][feature]: F
  std::vector<double> offsets;       ///< [row][class]: o
  std::vector<std::int32_t> truths;  ///< [row]
  std::vector<double> times;         ///< [row]: t, 0 or more
  bool has_biases = true;            ///< else b = 0

  std::size_t features() const { return guess.size(); }
  std::size_t rows() const { return truths.size(); }
  /// What the features say about a row and a class.
  std::span<const float> said_about(std::size_t row, std::size_t klass) const {
    return std::span(said).subspan((row * classes + klass) * features(), features());
  }
};

struct LogLinearWeights {
  std::vector<double> weights;  ///< [feature]: w
  std::vector<double> biases;   ///< [class]: b
};

struct LogLinearEffort {
  int most_steps = 100;
  double tolerance = 1e-6;  ///< a step that leads down by a smaller share is the last
  /// Whether steps are measured by the curvature at the start, all unknowns together (step_metric.h): many
  /// fewer of them, where features say nearly the same or speak loudly and softly side by side.
  bool is_measured = false;
};

/// By a projected quasi-Newton method (L-BFGS) from the guess and no bias, or from `start`. The sums run in the order
/// of the rows, on one thread: the same problem has the same answer to the bit. REQUIRES: finite
/// numbers; sizes that fit.
LogLinearWeights fit_log_linear(const LogLinearProblem& problem, const LogLinearEffort& effort = {},
                                const LogLinearWeights* start = nullptr);

/// What is made least, at these weights; with its gradient, weights first, if there is room for it.
double log_linear_height(const LogLinearProblem& problem, const LogLinearWeights& at,
                         std::vector<double>* gradient = nullptr);

/// The curvature of the rows' loss in each weight, then in each bias: Σ t Var_P(F_f), Σ t P (1 − P).
/// Of about so many rows, evenly chosen, and scaled to all.
std::vector<double> log_linear_curvature(const LogLinearProblem& problem,
                                         const LogLinearWeights& at, std::size_t about_rows);

/// How many weights and biases the rows have really chosen: each counts by how much of it they decide,
/// h / (h + 2 r), where h is the curvature of their loss in it. A weight of 0 was not chosen. So much
/// lower, in all, is their loss than that of new rows (Akaike 1974).
double chosen_weights(const LogLinearProblem& problem, const LogLinearWeights& at);

/// The posterior of a row under these weights. REQUIRES: posterior.size() == classes.
void log_linear_posterior(const LogLinearProblem& problem, const LogLinearWeights& at,
                          std::size_t row, std::span<double> posterior);

}  // namespace tally
