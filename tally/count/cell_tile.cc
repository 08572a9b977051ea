// SPDX-License-Identifier: Apache-2.0
#include "tally/count/cell_tile.h"

#include <utility>

namespace tally {

CellTile::CellTile(const TextTally& tally, std::vector<std::int32_t> classes)
    : tally_(tally),
      classes_(std::move(classes)),
      rows_(kSlots * classes_.size()),
      repeats_(kSlots * classes_.size()),
      is_whole_(kSlots) {}

void CellTile::fetch(std::span<const std::int32_t> slots) {
  std::fill(is_whole_.begin(), is_whole_.end(), 1);
  for (std::size_t k = 0; k < classes_.size(); ++k) {
    fetch(tally_.row_of(classes_[k]), slots, rows_.data() + k);
    fetch(tally_.repeats_of(classes_[k]), slots, repeats_.data() + k);
  }
}

void CellTile::fetch(const SumRow& of_class, std::span<const std::int32_t> slots,
                     std::int64_t* to) {
  const std::span<const std::uint32_t> small = of_class.small();
  for (std::size_t i = 0; i < slots.size(); ++i, to += classes_.size()) {
    const auto slot = static_cast<std::size_t>(slots[i]);
    if (slot >= of_class.size()) {
      *to = 0;
    } else if (of_class.is_small()) {
      *to = small[slot];
    } else {
      put(of_class.wide()[slot], i, *to);
    }
  }
}

void CellTile::fetch(const SparseSums& of_class, std::span<const std::int32_t> slots,
                     std::int64_t* to) {
  for (std::size_t i = 0; i < slots.size(); ++i, to += classes_.size()) {
    put(of_class.at(static_cast<std::size_t>(slots[i])), i, *to);
  }
}

inline void CellTile::put(const ExactSum& sum, std::size_t i, std::int64_t& to) {
  if (sum.whole_at_once(to)) [[likely]]
    return;
  const std::optional<std::int64_t> whole = sum.whole();
  to = whole.value_or(0);
  if (!whole) is_whole_[i] = 0;
}

}  // namespace tally
