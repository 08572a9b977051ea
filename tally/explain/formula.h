// SPDX-License-Identifier: Apache-2.0
// Probabilities as they are written down: the counts put into their formulas.
#pragma once

#include <cstdint>
#include <string>

#include "tally/explain/cells.h"
#include "tally/inside/estimate.h"

namespace tally {

/// "4/9" without a pseudo-count, "(3+1)/(8+3)" with λ = 1 and 3 possible values; "1/3" where
/// nothing was counted and nothing is added.
std::string fraction(const ExactSum& count, const ExactSum& total, double lambda,
                     std::size_t values);

/// P(class): "6/15", "(6+1)/(15+2)", "1/2", or the probability that was given.
std::string prior_formula(const Counts& counts, const Question& question,
                          const Counts::Class& klass);

/// One class of a feature's table: its place there and its code in the counts.
struct ClassPlace {
  std::size_t index;
  std::int32_t code;
};

/// P(cells | class) of a feature that is not missing in this row.
std::string likelihood_formula(const FeatureEstimate& feature, const Tally& tally,
                               const Question& question, ClassPlace klass, const RowCells& row);

/// The question in words: "smoothed with λ = 1, prior smoothed".
std::string question_text(const Question& question);

}  // namespace tally
