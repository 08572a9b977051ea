// SPDX-License-Identifier: Apache-2.0
#include "tally/fit.h"

#include <algorithm>
#include <limits>

#include "tally/base/error.h"
#include "tally/inside/assess.h"

namespace tally {

namespace {

// Takes them out. What was learned less often than it is to be forgotten is a stranger.
void forget_digests(Digests& known, const Digests& forgotten) {
  std::int64_t strangers = 0;
  for (const auto& [row, times] : forgotten) {
    const auto entry = known.find(row);
    const std::int64_t learned = entry == known.end() ? 0 : entry->second;
    strangers += std::max<std::int64_t>(0, times - learned);
    if (entry == known.end()) continue;
    entry->second -= times;
    if (entry->second <= 0) known.erase(entry);
  }
  if (strangers == 0) return;
  throw Error(ErrorKind::kData, std::to_string(strangers) +
                                    (strangers == 1 ? " row was" : " rows were") +
                                    " never learned, or with another class or weight; nothing was "
                                    "forgotten");
}

}  // namespace

Kept kept_to_learn(const Model& model) {
  return {RowSample(model.sample.most()), !model.digests.empty()};
}

Kept kept_to_forget(const Model& model) {
  Kept kept{RowSample(0), !model.digests.empty()};
  if (model.sample.is_off()) return kept;
  // Every row that the model's sample may have.
  kept.sample = RowSample(std::numeric_limits<std::int64_t>::max());
  kept.sample.set_below(model.sample.below());
  return kept;
}

void learn(Model& model, const Piece& piece, const std::string& cut_by) {
  std::vector<RuleWeight> rule = model.rule;
  merge(model, piece);
  model.rule = std::move(rule);
  if (!cut_by.empty()) model.unicode.insert(cut_by);
  if (is_outgrown(model.rule, model.counts)) tune_model(model);
}

void forget(Model& model, const Piece& piece) {
  Digests digests = model.digests;
  if (!digests.empty()) forget_digests(digests, piece.digests);
  RowSample sample = model.sample;
  for (const SampledRow& row : piece.sample.rows()) {
    sample.forget(row.digest, row.klass, row.times);
  }
  model.counts.subtract(piece.counts);
  if (!model.counts.schema().has_text() && !excess_of(sample, model.counts).empty()) {
    model.counts.merge(piece.counts);
    throw Error(
        ErrorKind::kData,
        "some rows were never learned, or with another class or weight: the sample has more "
        "rows than would be left; nothing was forgotten");
  }
  if (model.expected) model.expected->stale = true;
  model.digests = std::move(digests);
  model.sample = std::move(sample);
}

}  // namespace tally
