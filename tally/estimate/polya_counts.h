// SPDX-License-Identifier: Apache-2.0
// What the evidence of a column with values is made of, and the λ under which it is greatest.
//
//   log p(X_j | y) = Σ_kv [logΓ(n_kv + λ) − logΓ(λ)] − Σ_k [logΓ(n_k + S λ) − logΓ(S λ)]
//
// Only how many cells have which count matters, not which cells they are. So the sums run over the
// different counts, and a dictionary of millions of terms costs what its histogram does.
//
// A column in which the classes hardly differ from an even spread has a large λ, one whose cells are
// full or empty a small one. The greatest evidence is found by Newton's method on t = log λ,
//
//   G = λ (Σ_kv [ψ(n_kv + λ) − ψ(λ)] − S Σ_k [ψ(n_k + S λ) − ψ(S λ)])      the slope
//   H = λ² (Σ_kv [ψ'(n_kv + λ) − ψ'(λ)] − S² Σ_k [ψ'(n_k + S λ) − ψ'(S λ)]) + G
//
// kept between 1e-3 and 50: beyond, the counts say only that λ is very small, or very large.
#pragma once

#include <map>
#include <optional>

#include "tally/estimate/question.h"
#include "tally/inside/count.h"

namespace tally {

struct PolyaCounts {
  using Times = std::map<double, double>;  ///< a count → how many have it; none is 0

  double possibilities = 0;  ///< S, or V
  Times cells;               ///< n_kv
  Times totals;              ///< n_k
};

/// Those of a feature: values of a column, tokens of a group or a text (under the model boolean, rows
/// with the term), and under the text model bernoulli each term as a column of its own. Nothing for
/// numbers, and for a text whose weights are no such probabilities: complement, the combining rules
/// fisher and learned, terms that are skipped. Throws Error (kUsage) if only some values are at hand.
std::optional<PolyaCounts> polya_counts(const Counts& counts, const Tally& tally,
                                        const Question& question);

/// REQUIRES: λ > 0.
double log_evidence(const PolyaCounts& counts, double lambda);

inline constexpr double kLeastLambda = 1e-3;
inline constexpr double kMostLambda = 50;

/// The λ of greatest evidence from kLeastLambda to kMostLambda; 1 where every λ has the same.
double best_lambda(const PolyaCounts& counts);

/// The question with a λ for each feature that has one, where it asks for λ by evidence; else, and where
/// they are known already, as it is. Six digits of each λ: what is shown is what is used. Throws as
/// polya_counts.
Question with_lambdas(Question question, const Counts& counts);

}  // namespace tally
