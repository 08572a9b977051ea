// SPDX-License-Identifier: Apache-2.0
// The terms of a text.
//
//   d_kt rows of class k with the term t, n_kt how often it occurs there, D_k = Σ_t d_kt,
//   M_k = Σ_t n_kt, V terms, N_k rows of class k that have a text:
//
//   multinomial   P(t | k) = (n_kt + λ) / (M_k + V λ)          every occurrence counts
//   boolean       P(t | k) = (d_kt + λ) / (D_k + V λ)          a term counts once
//   bernoulli     P(t | k) = (d_kt + λ) / (N_k + 2 λ)          and 1 − P for terms not there
//   complement    w_kt = −log((n_k̄t + λ) / (M_k̄ + V λ))        k̄: all classes but k
//                                                              (Rennie et al. 2003)
//     normalised  w_kt · A / A_k,  A_k = Σ_t |w_kt|,           A their mean over the classes
//   fisher        p = (d_kt / N_k) / (d_kt / N_k + d_k̄t / N_k̄), n = d_kt + d_k̄t
//                 f = (s / 2 + n p) / (s + n)                  (Robinson 2003)
//                 where N_k is all rows of k
//
// Under Method::kBayes multinomial and boolean are Pólya's: see multinomial.h. Sums over the
// dictionary are taken over histograms of counts in rising order, so that a model read in part
// gives the same bits.
#pragma once

#include <optional>
#include <vector>

#include "tally/estimate/estimates.h"
#include "tally/estimate/text_totals.h"

namespace tally {

/// What a table of terms is made of.
struct TextFacts {
  const TextTally* tally;
  std::vector<std::int32_t> slots;  ///< of the terms to be in the table
  const TextTotals* totals;
  TextModel model;
  Combine combine;
  double rule_lambda;  ///< for Combine::kLearned
};

/// Nothing if the dictionary is empty.
std::optional<ProbabilityTable> text_table(const TextFacts& facts,
                                           const std::vector<Counts::Class>& classes,
                                           const Question& question);

/// f(w) and 1 − f(w) of one class against the rest.
struct Witness {
  double f = 0.5, rest = 0.5;
};
/// Of evidence that is `here` as frequent in the class and `elsewhere` in the rest, and that n rows
/// know about. Even where neither has it, or where the class or the rest has no row (NaN).
Witness witness(double here, double elsewhere, double n, const FisherRule& rule);
bool is_telling(const Witness& witness, const FisherRule& rule);

}  // namespace tally
