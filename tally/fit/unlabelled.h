// SPDX-License-Identifier: Apache-2.0
// A model learns from rows without a class: they become its second layer (ExpectedCounts).
//
//   UnlabelledRows rows(model.counts.schema());
//   …                                             // batches
//   const LearnedUnlabelled told = learn_unlabelled(model, rows, std::nullopt, threads);
//
// The weight of such a row is chosen on rows that have a class, so that rows without one do no
// harm. The rows of the model's sample are dealt to ten folds. Each fold is subtracted from the
// exact counts; for each weight of a grid EM is run with the remaining counts, and naive Bayes
// predicts the fold. (To keep the expected counts, and only subtract a row from the exact ones, is
// ten times faster but wrong: the row has influenced them. On digits that chose weights that did
// harm.) The weight is taken whose log loss is smaller than without the layer by most, less two
// standard errors of the paired difference; if that is not above 0, no layer is kept. Where there
// are many rows without a class, EM is tried with every n-th of them, which then counts n times.
//
// Of texts the folds are counted from the sample again, which is quicker than to take one out of the
// counts of all terms. The words of a text repeat each other, and naive Bayes is far too sure of them: its answers are
// calibrated by one slope, which is learned from the answers to all folds and kept with the layer.
// There is also a rule that is learned from rows with a class alone and is mostly better. So a
// layer is kept only if naive Bayes with it has a smaller log loss on rows left out than that rule,
// and smaller than without it by more than one standard error.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "tally/fit/em.h"

namespace tally {

inline constexpr std::array kWeightsOfUnlabelled{0.01, 0.03, 0.1, 0.3, 1.0};
inline constexpr std::array kWeightsOfUnlabelledTexts{0.1, 0.3, 1.0};

struct LearnedUnlabelled {
  /// How naive Bayes does on rows left out, under each weight tried. Empty where the weight was
  /// given.
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

/// The rows become the model's layer and replace the layer that it had. A `weight` that is given is
/// used. The caller has to learn the rule again. Throws Error: kUsage if a weight is not above 0
/// and up to 1, or is not given and the model has no sample of its rows; kData as `Em`, and if the
/// model has counted no row.
LearnedUnlabelled learn_unlabelled(Model& model, const UnlabelledRows& rows,
                                   std::optional<double> weight, int threads);

}  // namespace tally
