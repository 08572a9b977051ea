// SPDX-License-Identifier: Apache-2.0
// What rows add to a model: counted in pieces, one for each worker, and put together.
//
//   std::vector<PieceCounter> counters(threads, PieceCounter(schema, kept));
//   counters[worker].add(batch);                      // any batch by any worker
//   const Piece piece = together(std::move(counters), threads);
//
// The piece is the same to the bit for any number of workers, and whoever counted which batch.
#pragma once

#include <optional>
#include <vector>

#include "tally/model.h"

namespace tally {

/// What of the rows is kept beside their counts.
struct Kept {
  RowSample sample = RowSample(0);  ///< empty; off: no rows
  bool digests = false;             ///< always of rows that are known by them
};

/// How many rows a new model samples unless told otherwise: RowSample::kUsualMost where a rule is
/// learned from them (mail, texts with pairs, and tables that are counted for the weighted rule),
/// else none.
std::int64_t usual_sample(const Schema& schema, bool weighted = false);

/// What is counted unless somebody says otherwise.
inline constexpr Counting kUsualCounting = Counting::kWeighted;
/// What a schema that somebody has drawn up asks to be counted, where nothing else says it: by what stands in
/// it, and the usual where no column could have a histogram.
Counting counting_of(const Schema& schema);

/// A model of some rows, without what cut its texts and without a rule, and how many rows they were.
struct Piece : Model {
  Counted rows;
};

/// Not to be shared between threads.
class PieceCounter {
 public:
  explicit PieceCounter(const Schema& schema, const Kept& kept = {});

  /// Throws Error (kData) as Counts::add does.
  void add(const Batch& batch);
  Piece finish() &&;

 private:
  Piece piece_;
  bool digests_;
  RowDigester digester_;
  std::optional<RowSampler>
      sampler_;  // of rows without texts; those with texts are known by digests
};

/// Adds the rows of another piece. Throws Error (kData) if the schemas differ.
void merge(Piece& piece, const Piece& other, int threads = 1);

/// As if all rows had been counted by one. Counts are merged on several threads. REQUIRES: there is
/// a counter, and all are of one schema and keep the same.
Piece together(std::vector<PieceCounter> counters, int threads);

/// A model of these rows alone, with what was kept of them. What cut its texts, and its rule, are for
/// the caller.
Model model_of(Piece piece);

}  // namespace tally
