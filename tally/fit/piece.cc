// SPDX-License-Identifier: Apache-2.0
#include "tally/fit/piece.h"

namespace tally {

PieceCounter::PieceCounter(const Schema& schema, const Kept& kept)
    : piece_{Model{Counts(schema), ""}, {}},
      digests_(kept.digests || schema.row_traits().are_known),
      digester_(schema) {
  piece_.sample = kept.sample;
  piece_.counts.gather();
}

Piece PieceCounter::finish() && {
  piece_.counts.settle();
  return std::move(piece_);
}

void PieceCounter::add(const Batch& batch) {
  const Counted added = piece_.counts.add(batch);
  piece_.rows.rows += added.rows;
  piece_.rows.without_target += added.without_target;
  if (!digests_ && piece_.sample.is_off()) return;
  digester_.add(batch, digests_ ? &piece_.digests : nullptr, piece_.sample);
}

void merge(Piece& piece, const Piece& other, int threads) {
  merge(static_cast<Model&>(piece), other, threads);
  piece.rows.rows += other.rows.rows;
  piece.rows.without_target += other.rows.without_target;
}

Piece together(std::vector<PieceCounter> counters, int threads) {
  Piece whole = std::move(counters.front()).finish();
  for (std::size_t i = 1; i < counters.size(); ++i) {
    merge(whole, std::move(counters[i]).finish(), threads);
  }
  return whole;
}

Model model_of(Piece piece) { return static_cast<Model&&>(piece); }

}  // namespace tally
