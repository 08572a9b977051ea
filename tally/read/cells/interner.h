// SPDX-License-Identifier: Apache-2.0
// Texts seen before, and the code that each was given.
//
// An open-addressed table. A text of up to 16 bytes lies in its slot as two words, so that most
// look-ups touch one cache line; of a longer one the slot has a hash and the place of the text.
// Many texts are looked up in three passes: all of them in the slots where they belong, without a
// branch; those that were not there in the next slots; and the rest one by one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tally/read/cells/text_keys.h"

namespace tally {

/// One thread at a time.
class Interner {
 public:
  static constexpr std::int32_t kUnknown = -2;

  Interner();

  /// The code of the text, or kUnknown.
  std::int32_t find(std::string_view text) const;
  /// Makes keys of the cells (see make_text_keys), and writes to `codes` the code of each that is
  /// found near the slot where it belongs, and to `others` the numbers of those that are not,
  /// ascending; returns how many these are. REQUIRES: room for `count` of both.
  std::size_t find_many(CellWords& words, std::size_t count, std::int32_t* codes,
                        std::uint32_t* others) const;
  /// REQUIRES: find(text) == kUnknown, code != kUnknown.
  void insert(std::string_view text, std::int32_t code);
  std::size_t size() const { return size_; }

 private:
  static constexpr std::uint32_t kNoSize = ~std::uint32_t{0};

  struct Slot {
    std::uint64_t low = 0;         ///< of a long text: a hash
    std::uint64_t high = 0;        ///< of a long text: where it starts in long_texts_
    std::uint32_t size = kNoSize;  ///< of an empty slot: none that a text has
    std::int32_t code = kUnknown;
  };

  TextWords key_of(std::string_view text) const;
  std::size_t home(const TextWords& key) const;
  bool holds(const Slot& slot, const TextWords& key, std::string_view text) const;
  Slot& empty_slot(std::size_t at);
  void grow();

  std::uint64_t seed_;
  std::vector<Slot> slots_;  // a power of two of them; an eighth may be in use, of many half
  int shift_;                // of a hash, to the number of a slot
  std::string long_texts_;
  std::size_t size_ = 0;
};

}  // namespace tally
