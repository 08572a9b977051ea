// SPDX-License-Identifier: Apache-2.0
// Rows that are counted by weights of their own: a column that the schema need not know.
#pragma once

#include <string>

#include "pieces.h"

namespace tally::bind {

/// The schema of rows that are weighed by a column, or as it is if there is none.
Schema weighed_by(const std::string& weight, Schema schema);

/// Whether a sample under the schema can have rows of a table that are weighed by this column: the
/// schema knows it, or all weights are whole numbers, and such a row is so many rows.
bool can_be_sampled(const Schema& schema, const std::string& weight, const Frames& frames);

/// What rows add to a model of this schema; they are weighed by a column, which the schema need not
/// know; empty: as the schema says. Of a table, nothing is sampled unless it can be. Throws as
/// `counted` does.
Piece counted_frames(const Schema& schema, const std::string& weight, const RowSample& sample,
                     const Frames& frames, int threads);

/// The model of these rows under a schema that can be weighted, with the rule that was learned from a
/// sample of them. The sample stays in the model if it `can_be_sampled`. Throws as `counted` does.
Model weighted_model(const Schema& schema, const std::string& weight, const Frames& frames,
                     int threads);

/// The same under a schema that was drawn up from a first reading of these rows, with columns that are counted
/// together: where that reading has counted all else, only those are counted. REQUIRES: `first` is what
/// `counted_frames` gave under the schema without its `joint`, with a sample no smaller than the model's.
Model full_model(const Schema& schema, const std::string& weight, Piece first, const Frames& frames,
                 int threads);

}  // namespace tally::bind
