// Texts seen before, and the code that each was given.
//
// An open-addressed table. A text of up to 16 bytes lies in its slot as two words, so that most
// look-ups touch one cache line; of a longer one the slot has a hash and the place of the text.
// Who has many texts makes the keys of some first, so that their slots are on their way from memory
// when they are looked up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tally/base/prefetch.h"
#include "tally/base/text_words.h"

namespace tally::csv {

/// One thread at a time.
class Interner {
 public:
  static constexpr std::int32_t kUnknown = -2;

  struct Key {
    std::uint64_t head = 0;
    std::uint64_t tail = 0;
    std::uint64_t hash = 0;
  };

  Interner();

  /// The code of the text, or kUnknown.
  std::int32_t find(std::string_view text) const { return find(text, key_of(text)); }
  std::int32_t find(std::string_view text, const Key& key) const;
  /// REQUIRES: find(text) == kUnknown, code != kUnknown.
  void insert(std::string_view text, std::int32_t code);
  std::size_t size() const { return size_; }

  Key key_of(std::string_view text) const;
  /// The same of a text in a buffer that starts at `bytes`, faster.
  Key key_of(const char* bytes, std::string_view text) const;
  /// Asks the memory for the slot of a key.
  void prefetch(const Key& key) const { prefetch_line(&slots_[key.hash & (slots_.size() - 1)]); }

 private:
  struct Slot {
    std::uint64_t head = 0;
    std::uint64_t tail = 0;  ///< of a long text: where it starts in long_texts_
    std::uint32_t size = 0;
    std::int32_t code = kUnknown;
  };

  static std::uint64_t mix(std::uint64_t a, std::uint64_t b);
  std::uint64_t hash_of(std::uint64_t head, std::uint64_t tail, std::size_t size) const;
  Key long_key(std::string_view text) const;
  bool is_same_long_text(const Slot& slot, std::string_view text) const;
  Slot& empty_slot(std::uint64_t hash);
  void grow();

  std::uint64_t seed_;
  std::vector<Slot> slots_;  // a power of two of them, at most half in use
  std::string long_texts_;
  std::size_t size_ = 0;
};

// ---------------------------------------------------------------------------------------------

inline std::uint64_t Interner::mix(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

inline std::uint64_t Interner::hash_of(std::uint64_t head, std::uint64_t tail,
                                       std::size_t size) const {
  return mix(head ^ seed_, tail ^ 0x9E3779B97F4A7C15U ^ (size * 0xD6E8FEB86659FD93U));
}

inline Interner::Key Interner::key_of(const char* bytes, std::string_view text) const {
  if (text.size() > kTextWordsSize || !has_words_before_end(bytes, text)) return key_of(text);
  const TextWords words = words_in_place(text);
  return {words.low, words.high, hash_of(words.low, words.high, text.size())};
}

inline std::int32_t Interner::find(std::string_view text, const Key& key) const {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = key.hash & mask;; at = (at + 1) & mask) {
    const Slot& slot = slots_[at];
    if (slot.code == kUnknown) return kUnknown;
    if (slot.head != key.head || slot.size != text.size()) continue;
    if (text.size() > kTextWordsSize ? is_same_long_text(slot, text) : slot.tail == key.tail) {
      return slot.code;
    }
  }
}

}  // namespace tally::csv
