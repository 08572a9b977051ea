// SPDX-License-Identifier: Apache-2.0
#include "tally/fit/piece.h"

namespace tally {

PieceCounter::PieceCounter(const Schema& schema, const Kept& kept)
    : piece_{Counts(schema), {}, {}, kept.sample},
      digests_(kept.digests || schema.is_mail()),
      digester_(schema) {}

void PieceCounter::add(const Batch& batch) {
  const Counted added = piece_.counts.add(batch);
  piece_.rows.rows += added.rows;
  piece_.rows.without_target += added.without_target;
  if (!digests_ && piece_.sample.is_off()) return;
  digester_.add(batch, digests_ ? &piece_.digests : nullptr, piece_.sample);
}

void merge(Piece& piece, const Piece& other, int threads) {
  piece.counts.merge(other.counts, threads);
  piece.rows.rows += other.rows.rows;
  piece.rows.without_target += other.rows.without_target;
  merge(piece.digests, other.digests);
  piece.sample.merge(other.sample);
}

Piece together(std::vector<PieceCounter> counters, int threads) {
  Piece whole = std::move(counters.front()).finish();
  for (std::size_t i = 1; i < counters.size(); ++i) {
    merge(whole, std::move(counters[i]).finish(), threads);
  }
  return whole;
}

Model model_of(Piece piece) {
  Model model{std::move(piece.counts), ""};
  model.digests = std::move(piece.digests);
  model.sample = std::move(piece.sample);
  return model;
}

}  // namespace tally
