// SPDX-License-Identifier: Apache-2.0
// The sums of a text, transposed: by term what a tally has by class.
//
//   TermEntries entries(tally, classes, threads);
//   for (const TermEntry& entry : entries.of(slot)) use(entry.place, entry.amount);
//
// A tally has its sums class by class, each class a long row. To look at one term in every class,
// and then at the next in the order of the alphabet, would wait for memory at every sum. Here the
// rows are read from their beginning to their end, and what is not zero (mostly little) is put
// together term by term. On the way the histograms are made.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tally/count/text/text_tally.h"

namespace tally {

/// Part and class: the class's number among those of the part.
struct TermEntry {
  std::uint32_t place;  ///< the repeats of class k: k; its rows: k + the number of classes
  std::uint32_t amount;
  friend bool operator==(const TermEntry&, const TermEntry&) = default;
};

/// Const functions may be called by several threads at once.
class TermEntries {
 public:
  /// The codes of the classes, each once, in the order that they are to have in an entry's place.
  /// REQUIRES: tally.is_text(), and it is as long as this is used; threads >= 1.
  TermEntries(const TextTally& tally, const std::vector<std::int32_t>& classes, int threads);

  /// Whether all sums of a slot are integers of 32 bits, as they nearly always are. Else look into
  /// the tally.
  bool are_small(std::int32_t slot) const;
  /// In the order of their places. REQUIRES: 1 <= slot < tally.slots(); are_small(slot).
  std::span<const TermEntry> of(std::int32_t slot) const;

  /// Those of all terms, by the order of the classes; none if a count is not a whole number up to
  /// kMostInHistogram, the counts of a term taken together. REQUIRES: they were not taken before.
  std::optional<TermHistograms> take_histograms() { return std::move(histograms_); }

 private:
  // Of some slots.
  struct Block {
    std::vector<TermEntry> entries;
    std::vector<std::uint32_t> ends;  // of each slot in entries
    std::vector<bool> are_small;
  };
  struct Worker;

  std::vector<Block> blocks_;
  std::optional<TermHistograms> histograms_;
};

}  // namespace tally
