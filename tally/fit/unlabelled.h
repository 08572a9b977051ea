// SPDX-License-Identifier: Apache-2.0
// A model learns from rows without a class: they become its second layer (ExpectedCounts).
//
//   UnlabelledRows rows(model.counts.schema());
//   …                                             // batches
//   const LearnedUnlabelled told = learn_unlabelled(model, rows, std::nullopt, threads);
//
// How much such a row may count is found out on rows that have a class, so that they do no harm: for
// each weight of a grid EM is run, and each row of the model's sample is then left out of the exact
// counts and answered by naive Bayes with the rest and the expected counts. (Those are held as they
// are: the row had its say in them. Working them out again without it would take EM as often as there
// are rows.) The weight with the least log loss is taken, if it beats none at all by more than two
// standard errors of the paired difference and what it owes to the choice; else no layer is kept.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "tally/fit/em.h"

namespace tally {

inline constexpr std::array kWeightsOfUnlabelled{0.01, 0.03, 0.1, 0.3, 1.0};

struct LearnedUnlabelled {
  /// How naive Bayes does on rows left out, under each weight tried. Empty where the weight was told.
  struct Trial {
    double weight;  ///< 0: without the layer
    double accuracy, log_loss;
  };
  std::vector<Trial> trials;
  double weight = 0;              ///< 0: no layer is kept
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
