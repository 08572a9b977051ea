// SPDX-License-Identifier: Apache-2.0
// The slots of a histogram by cell, in order of appearance: a table of tables that are made where
// numbers fall. A number whose cell exists costs three look-ups and no branch.
//
//   sign and exponent     bits 62 … 41 and the sign: a cell before its sign is looked at
//   ├─ 8 bits ─┤├─ 9 bits ─┤├─ 6 bits ─┤
//    blocks_     leaves_     slots_          0: there is none yet
//
// Numbers that have no cell of their own there find no slot: NaN and ±∞, and the tiniest numbers
// below zero, which belong to cell 0. The caller handles them one by one.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tally/count/fine_cell.h"

namespace tally {

/// Const functions may be called by several threads at once.
class CellSlots {
 public:
  static constexpr std::int32_t kFirst = 1;  ///< the slot of the first cell

  /// The slot of a number's cell; 0 if there is none, or if the number is a special one (above).
  std::int32_t find(double d) const { return at(std::bit_cast<std::uint64_t>(d) >> kFineBits); }
  /// That of a cell, 0 if there is none. REQUIRES: here and below, |cell| <= kMostFineCell.
  std::int32_t find_cell(std::int32_t cell) const { return at(place_of(cell)); }
  /// The same, made if there is none.
  std::int32_t made(std::int32_t cell);

  std::int32_t size() const { return static_cast<std::int32_t>(cells_.size()); }
  /// The cell of a slot.
  std::int32_t cell_of(std::int32_t slot) const {
    return cells_[static_cast<std::size_t>(slot - kFirst)];
  }
  /// Calls f(slot) for all of them in the order of their cells.
  template <class F>
  void for_each_in_order(F&& f) const;

 private:
  static constexpr int kLowBits = 6, kMiddleBits = 9, kHighBits = 8;
  static constexpr std::size_t kInLeaf = std::size_t{1} << kLowBits;
  static constexpr std::size_t kInBlock = std::size_t{1} << kMiddleBits;

  static std::uint64_t place_of(std::int32_t cell) {
    constexpr std::uint64_t kSign = std::uint64_t{1} << (63 - kFineBits);
    return cell < 0 ? kSign + static_cast<std::uint64_t>(-cell) : static_cast<std::uint64_t>(cell);
  }
  // Calls f for what is not 0 in [begin, end), from either end.
  template <class T, class F>
  static void for_each_made(const T* begin, const T* end, bool backwards, F&& f) {
    for (std::ptrdiff_t i = 0; i < end - begin; ++i) {
      const T one = backwards ? *(end - 1 - i) : begin[i];
      if (one != 0) f(one);
    }
  }

  // The first block and the first leaf are empty and stay so: entries without a block or leaf point
  // to them.
  std::int32_t at(std::uint64_t place) const {
    const std::size_t block = blocks_[place >> (kLowBits + kMiddleBits)];
    const std::size_t leaf = leaves_[block * kInBlock + (place >> kLowBits) % kInBlock];
    return slots_[leaf * kInLeaf + place % kInLeaf];
  }

  std::array<std::uint16_t, std::size_t{1} << kHighBits> blocks_{};
  std::vector<std::uint32_t> leaves_ = std::vector<std::uint32_t>(kInBlock);
  std::vector<std::int32_t> slots_ = std::vector<std::int32_t>(kInLeaf);
  std::vector<std::int32_t> cells_;  // by slot
};

// Below zero the places ascend while the cells descend.
template <class F>
void CellSlots::for_each_in_order(F&& f) const {
  const std::uint16_t* const middle = blocks_.data() + blocks_.size() / 2;
  const auto walk = [&](const std::uint16_t* begin, const std::uint16_t* end, bool backwards) {
    for_each_made(begin, end, backwards, [&](std::size_t block) {
      const std::uint32_t* const leaves = leaves_.data() + block * kInBlock;
      for_each_made(leaves, leaves + kInBlock, backwards, [&](std::size_t leaf) {
        const std::int32_t* const slots = slots_.data() + leaf * kInLeaf;
        for_each_made(slots, slots + kInLeaf, backwards, f);
      });
    });
  };
  walk(middle, blocks_.data() + blocks_.size(), true);
  walk(blocks_.data(), middle, false);
}

}  // namespace tally
