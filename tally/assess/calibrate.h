// SPDX-License-Identifier: Apache-2.0
// Naive Bayes set right: how far to trust what the columns say together.
//
// Columns that repeat each other are heard twice, and so naive Bayes is too sure of itself. By how much is
// seen on rows that it has not counted: each row of the sample is left out in turn, and a slope and a bias
// of each class are those under which the others predict its class best,
//
//   P(y | x) ∝ exp(log P(y) + b_y + s · Σ_j log P(x_j | y))
//   least  Σ_rows −log P(truth | x) + (s − 1)² + Σ_y b_y²,     s >= 0
//
// (vector scaling with a ridge towards no change). All columns together say no more against a class than
// e^−50, beside the one that they speak for most (estimate/calibrated_said.h). The prior stands by itself, so that another one may be
// asked for. One slope cannot tell a column that repeats another from one that stands alone: that is what
// the weighted rule does.
#pragma once

#include "tally/estimate.h"
#include "tally/model.h"

namespace tally {

/// The question with its calibration, where it asks for one; else as it is. It is learned for this λ,
/// estimate and variance rule, under the smoothed prior, and depends on counts and sample alone: the same
/// give the same to the bit. Throws Error (kUsage) if there is nothing to learn from: no sample, or a text.
Question calibrated(Question question, const Counts& counts, const RowSample& sample);

}  // namespace tally
