// SPDX-License-Identifier: Apache-2.0
// Few whole numbers: values, or measurements?
//
// A column of whole numbers with few values may be counted either way: as categorical, where each
// value has a probability of its own, or as gaussian. Which of them is better is a question to the
// data, and the counts of the values by class answer it exactly: every row is left out in turn, the
// class is predicted by the column alone, and the log losses are compared,
//
//   loss = −1/N Σ_k Σ_v n_kv · log P₋(k | v),
//
// where P₋ is worked out from the counts without one row of class k and value v. All rows of a cell
// (k, v) have the same answer, so that one answer per cell is enough. The figures are
// sums in the order of the labels: they depend neither on the order of the rows nor on threads.
#pragma once

#include <optional>

#include "tally/inside/count.h"

namespace tally {

/// In nats per row; rows of a class that has no other row are not asked about.
struct FamilyLosses {
  double categorical = 0;
  double gaussian = 0;
};

/// Under the default question: λ = 1, smoothed prior, population variance with the usual floor.
/// REQUIRES: a categorical tally of numbers.
FamilyLosses leave_one_out_losses(const Counts& counts, const Tally& tally);

/// The family of few whole numbers with these counts: bernoulli if all of them are 0 or 1;
/// categorical of one or two other values; of up to kFewValues values, three rows each on average
/// and more, categorical or gaussian, whichever has the smaller loss. None if they are not few.
/// REQUIRES: a categorical tally of numbers.
std::optional<Family> family_of_whole_numbers(const Counts& counts, const Tally& tally);
inline constexpr std::int64_t kFewValues = 20;

/// Whether each value of a column comes with one class alone, and there are several classes, 50
/// rows and more that have one, and ten of them for each value: it may be the target in disguise.
/// Of a gaussian: whether each class has one value of its own. False for texts and counts.
bool decides_target(const Counts& counts, const Tally& tally);

}  // namespace tally
