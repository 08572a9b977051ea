// SPDX-License-Identifier: Apache-2.0
// The rule of texts (estimate/text_rule/text_rule.h), learned from counts and sample in three stages:
//
//   1. the weights of the parts, by rows that are left out of the counts (text_weights.h);
//   2. corrections of single terms, on top of what those say about rows left out (text_corrections.h);
//   3. how far to trust each of the two. The rows are dealt into three folds by their digests. For each
//      fold the weights are learned from the other rows; its rows are taken out of the counts, the other
//      rows are told anew, each left out, and corrections are learned on top; both are then asked about
//      the fold. q is what predicts the classes best, pulled to 1 and never below 0:
//      Σ −log softmax(o + q₁ v + q₂ u) + ½ |q − 1|².
//
// Fewer than 300 rows are too few for corrections: there the first stage is all. Everything runs on one
// thread in the order of the sample, so that counts and sample give the same rule to the bit.
#pragma once

#include <vector>

#include "tally/inside/estimate.h"
#include "tally/inside/model.h"

namespace tally {

struct LearnedTexts {
  TextRule rule;
  std::vector<RuleWeight> corrections;  ///< rows, by zone and term in no order

  // What the rule says about rows of the sample that had no part in it: of the first stage alone, about
  // rows left out of the counts.
  std::vector<std::size_t> places;  ///< [row]: in the sample, ascending
  std::vector<double> told;         ///< [row · told + i]: z
  double chosen = 0;                ///< how many weights were chosen by these very rows

  std::size_t rows() const { return places.size(); }
};

/// REQUIRES: the counts have a text and two classes or more.
LearnedTexts learn_texts(const Counts& counts, const RowSample& sample);

inline constexpr std::size_t kRowsForCorrections = 300;

}  // namespace tally
