// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>

#include "tally/fit.h"
#include "tally/inside/model.h"

namespace tally {

std::int64_t usual_sample(const Schema& schema, bool weighted) {
  const bool learns = weighted || schema.has_pairs() || schema.row_traits().have_rule;
  return learns ? RowSample::kUsualMost : 0;
}

Counting counting_of(const Schema& schema) {
  if (!schema.joint.empty()) return Counting::kFull;
  const auto& columns = schema.columns;
  if (std::none_of(columns.begin(), columns.end(), may_have_histogram)) return kUsualCounting;
  const bool has_histogram = std::any_of(
      columns.begin(), columns.end(), [](const ColumnSchema& column) { return column.histogram; });
  return has_histogram || schema.has_pairs() ? Counting::kWeighted : Counting::kNaive;
}

struct PieceCounter::Rows {
  bool digests;
  RowDigester digester;
  std::optional<RowSampler>
      sampler;  // of rows without texts; those with texts are known by digests
};

PieceCounter::PieceCounter(const PieceCounter&) = default;
PieceCounter::PieceCounter(PieceCounter&&) noexcept = default;
PieceCounter& PieceCounter::operator=(const PieceCounter&) = default;
PieceCounter& PieceCounter::operator=(PieceCounter&&) noexcept = default;
PieceCounter::~PieceCounter() = default;

PieceCounter::PieceCounter(const Schema& schema, const Kept& kept)
    : piece_{Model{Counts(schema), ""}, {}} {
  rows_.push_back({kept.digests || schema.row_traits().are_known, RowDigester(schema), {}});
  piece_.sample = kept.sample;
  piece_.counts.gather();
  const Schema& checked = piece_.counts.schema();
  if (!checked.has_text() && !kept.sample.is_off())
    rows_.front().sampler.emplace(checked, kept.sample);
}

void PieceCounter::add(const Batch& batch) {
  const Counted added = piece_.counts.add(batch);
  piece_.rows.rows += added.rows;
  piece_.rows.without_target += added.without_target;
  auto& [digests, digester, sampler] = rows_.front();
  if (sampler) {
    sampler->add(batch);
    if (digests) digester.add(batch, piece_.digests);
  } else if (digests || !piece_.sample.is_off()) {
    digester.add(batch, digests ? &piece_.digests : nullptr, piece_.sample);
  }
}

Piece PieceCounter::finish() && {
  piece_.counts.settle();
  auto& sampler = rows_.front().sampler;
  if (sampler) piece_.sample = sampler->sample();
  return std::move(piece_);
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
