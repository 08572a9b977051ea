// Texts seen before, and the code that each was given.
//
// An open-addressed table. A text of up to 16 bytes lies in its slot as two words, so that most
// look-ups touch one cache line; of a longer one the slot has a hash and the place of the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tally::csv {

/// One thread at a time.
class Interner {
 public:
  static constexpr std::int32_t kUnknown = -2;

  Interner();

  /// The code of the text, or kUnknown.
  std::int32_t find(std::string_view text) const;
  /// REQUIRES: find(text) == kUnknown, code != kUnknown.
  void insert(std::string_view text, std::int32_t code);
  std::size_t size() const { return size_; }

 private:
  struct Key {
    std::uint64_t head;
    std::uint64_t tail;
    std::uint64_t hash;
  };
  struct Slot {
    std::uint64_t head = 0;
    std::uint64_t tail = 0;  ///< of a long text: where it starts in long_texts_
    std::uint32_t size = 0;
    std::int32_t code = kUnknown;
  };

  Key key_of(std::string_view text) const;
  bool holds(const Slot& slot, const Key& key, std::string_view text) const;
  Slot& empty_slot(std::uint64_t hash);
  std::uint64_t hash_of(const Slot& slot) const;
  void grow();

  std::uint64_t seed_;
  std::vector<Slot> slots_;  // a power of two of them, at most half in use
  std::string long_texts_;
  std::size_t size_ = 0;
};

}  // namespace tally::csv
