// SPDX-License-Identifier: Apache-2.0
// A model learns from rows without a class: they become its second layer (ExpectedCounts).
//
//   UnlabelledRows rows(model.counts.schema());
//   …                                             // batches
//   const LearnedUnlabelled told = learn_unlabelled(model, rows, std::nullopt, threads);
//
// How much such a row may count is found out on rows that have a class, so that they do no harm. Those
// of the model's sample are dealt to ten folds. Each fold is taken out of the exact counts; for each weight of a
// grid EM is run with what is left, and naive Bayes answers the fold. (To hold the expected counts as
// they are, and only take a row out of the exact ones, is ten times faster and wrong: the row had its
// say in them. On digits that chose weights that did harm.) The weight is taken whose log loss is smaller
// than without by most, two standard errors of the paired difference taken off; if that is not above 0, no
// layer is kept. Where there are many rows without a class, EM is tried
// with every so many-th of them, which then counts for all.
//
// Of texts the sample has the terms of a row once each, so the folds are counted from it anew. The words of a
// text repeat each other, and naive Bayes is far too sure of them: its answers are set right by one slope,
// which is learned from the answers to all folds and kept with the layer. And as there is a rule that is learned
// from rows with a class alone and mostly better, a layer is kept only if naive Bayes with it has a smaller
// log loss on rows left out than that rule, and than without it by more than one standard error.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "tally/fit/em.h"

namespace tally {

inline constexpr std::array kWeightsOfUnlabelled{0.01, 0.03, 0.1, 0.3, 1.0};
inline constexpr std::array kWeightsOfUnlabelledTexts{0.1, 0.3, 1.0};

struct LearnedUnlabelled {
  /// How naive Bayes does on rows left out, under each weight tried. Empty where the weight was told.
  struct Trial {
    double weight;  ///< 0: without the layer
    double accuracy, log_loss;
  };
  std::vector<Trial> trials;
  /// Of texts: how the rule weighted does on rows left out, if there is one.
  std::optional<Trial> learned_rule;
  double weight = 0;              ///< 0: no layer is kept
  double slope = 1;               ///< of texts: see ExpectedCounts
  std::vector<double> objective;  ///< after each iteration of EM under that weight

  const Trial& without() const { return trials.front(); }
  /// The trial of least log loss among those with the layer.
  const Trial& best() const;
};

/// The rows become the model's layer, in place of the one that it had. A `weight` that is told is taken.
/// The rule is for the caller to work out again. Throws Error: kUsage if a weight is not above 0 and up
/// to 1, or has to be found out and the model has no sample of its rows; kData as `Em`, and if the model
/// has counted no row.
LearnedUnlabelled learn_unlabelled(Model& model, const UnlabelledRows& rows,
                                   std::optional<double> weight, int threads);

}  // namespace tally
