// SPDX-License-Identifier: Apache-2.0
// The weights of the rule `full`, learned from counts and sample.
#pragma once

#include <span>

#include "tally/assess/left_out/lesson.h"
#include "tally/inside/estimate.h"

namespace tally {

/// What is learned from: the rows of a batch, left out. Ridges are those to start from.
Lesson full_lesson(const Schema& schema, const FullFeatures& features, const Batch& batch,
                   const RowTimes& times,
                   std::int64_t most_rows = std::numeric_limits<std::int64_t>::max());

/// The weights, with ridges by evidence for parents and mixture, single columns, triples, and linear and
/// quadratic. Sets the ridges of the lesson.
LogLinearWeights learn_full(const FullFeatures& features, Lesson& lesson);

}  // namespace tally
