// SPDX-License-Identifier: Apache-2.0
// The sums of some terms of a text, term by term.
//
// A tally has its sums class by class, each class a long row. Reading one term in every class, and
// then the next in alphabetical order, would miss the cache at every step. Here a few dozen terms
// are fetched at a time, class by class, so that the memory latencies overlap.
//
//   CellTile tile(tally, {0, 1});                  // the codes of the classes, in any order
//   tile.fetch(slots);                             // at most CellTile::kSlots of them
//   tile.rows(i)[k], tile.repeats(i)[k]            // of slots[i] in the k-th class
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tally/count/text/text_tally.h"

namespace tally {

class CellTile {
 public:
  static constexpr std::size_t kSlots = 64;

  /// REQUIRES: the tally does not change as long as this is used.
  CellTile(const TextTally& tally, std::vector<std::int32_t> classes);

  /// REQUIRES: slots.size() <= kSlots.
  void fetch(std::span<const std::int32_t> slots);

  /// Whether all sums of the i-th slot are integers within 64 bits. If not, read the tally.
  bool is_whole(std::size_t i) const { return is_whole_[i] != 0; }
  /// By the place of the class. REQUIRES: is_whole(i).
  std::span<const std::int64_t> rows(std::size_t i) const { return of_slot(rows_, i); }
  std::span<const std::int64_t> repeats(std::size_t i) const { return of_slot(repeats_, i); }

 private:
  void fetch(const SumRow& of_class, std::span<const std::int32_t> slots, std::int64_t* to);
  void fetch(const SparseSums& of_class, std::span<const std::int32_t> slots, std::int64_t* to);
  void put(const ExactSum& sum, std::size_t i, std::int64_t& to);
  std::span<const std::int64_t> of_slot(const std::vector<std::int64_t>& cells,
                                        std::size_t i) const {
    return {cells.data() + i * classes_.size(), classes_.size()};
  }

  const TextTally& tally_;
  std::vector<std::int32_t> classes_;
  std::vector<std::int64_t> rows_, repeats_;  // [slot][class]
  std::vector<std::uint8_t> is_whole_;
};

/// Calls f(i, slots[i]) for all of them, in their order.
template <class F>
void for_each_slot(CellTile& tile, std::span<const std::int32_t> slots, F&& f) {
  while (!slots.empty()) {
    const std::size_t count = std::min(CellTile::kSlots, slots.size());
    tile.fetch(slots.first(count));
    for (std::size_t i = 0; i < count; ++i) f(i, slots[i]);
    slots = slots.subspan(count);
  }
}

}  // namespace tally
