// SPDX-License-Identifier: Apache-2.0
#include "tally/count/cell_slots.h"

namespace tally {

std::int32_t CellSlots::made(std::int32_t cell) {
  const std::uint64_t place = place_of(cell);
  std::uint16_t& block = blocks_[place >> (kLowBits + kMiddleBits)];
  if (block == 0) {
    block = static_cast<std::uint16_t>(leaves_.size() / kInBlock);
    leaves_.resize(leaves_.size() + kInBlock);
  }
  std::uint32_t& leaf = leaves_[block * kInBlock + (place >> kLowBits) % kInBlock];
  if (leaf == 0) {
    leaf = static_cast<std::uint32_t>(slots_.size() / kInLeaf);
    slots_.resize(slots_.size() + kInLeaf);
  }
  std::int32_t& slot = slots_[leaf * kInLeaf + place % kInLeaf];
  if (slot == 0) {
    cells_.push_back(cell);
    slot = size();
  }
  return slot;
}

}  // namespace tally
