// SPDX-License-Identifier: Apache-2.0
// How many terms of a text have which count.
#include <algorithm>
#include <numeric>

#include "tally/count/cell_tile.h"
#include "tally/count/text/term_histogram_sums.h"

namespace tally {

TermHistograms TextTally::histograms(std::size_t classes) const {
  if (totals_) {
    TermHistograms out = totals_->histograms;
    out.documents.resize(classes);
    out.tokens.resize(classes);
    // Of a class without a term, all terms belong to the others.
    out.rest.resize(classes, out.all);
    return out;
  }
  std::vector<std::int32_t> codes(std::max(classes, cells_.size()));
  std::iota(codes.begin(), codes.end(), 0);
  std::vector<std::int32_t> term_slots(static_cast<std::size_t>(terms_.size()));
  std::iota(term_slots.begin(), term_slots.end(), slots() - terms_.size());
  TermHistogramSums sums(classes);
  CellTile tile(*this, codes);
  for_each_slot(tile, term_slots, [&](std::size_t i, std::int32_t slot) {
    // As they nearly always are.
    if (tile.is_whole(i) && TermHistogramSums::takes(tile.rows(i), tile.repeats(i))) {
      return sums.add(tile.rows(i), tile.repeats(i));
    }
    if (!is_seen(slot)) return;
    ExactSum all;
    for (const std::int32_t code : codes) all += tokens(code, slot);
    sums.add(
        all.to_double(), [&](std::size_t k) { return at(codes[k], slot).to_double(); },
        [&](std::size_t k) { return tokens(codes[k], slot).to_double(); },
        [&](std::size_t k) {
          ExactSum elsewhere = all;
          elsewhere -= tokens(codes[k], slot);
          return elsewhere.to_double();
        });
  });
  return sums.histograms();
}

}  // namespace tally
