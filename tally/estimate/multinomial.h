// SPDX-License-Identifier: Apache-2.0
// A multinomial group of count columns.
//
//   plug-in     P(t | k) = (n_kt + λ) / (M_k + V λ),   M_k = Σ_t n_kt tokens, V terms
//   predictive  p(x | k) = Γ(A) / Γ(A + L) · Π_t Γ(a_t + x_t) / Γ(a_t)
//               a_t = n_kt + λ, A = Σ a_t = M_k + V λ, L = Σ_t x_t
//
// The coefficient L! / Π x_t! is the same for every class and is left out of both.
#pragma once

#include "tally/estimate/estimates.h"
#include "tally/estimate/share.h"

namespace tally {

/// A MultinomialTable, or under Method::kBayes a PolyaTable, of `terms`, which may be some of those
/// that the totals speak of.
ProbabilityTable multinomial_table(const ValueTally& tally,
                                   const std::vector<ValueTally::Value>& terms,
                                   const ValueTotals& totals,
                                   const std::vector<std::int32_t>& class_codes,
                                   const Question& question);

}  // namespace tally
