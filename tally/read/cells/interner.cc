// SPDX-License-Identifier: Apache-2.0
#include "tally/read/cells/interner.h"

#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "tally/base/prefetch.h"

namespace tally {

namespace {

std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

constexpr std::size_t kSlotsInCache = 1024;
constexpr std::size_t kFewSlots = 4096;  // that can stay as good as empty
constexpr std::size_t kFar = 4;          // hardly any text lies so many slots from where it belongs

int shift_for(std::size_t slots) { return std::countl_zero(slots) + 1; }

}  // namespace

// The seed comes from where the object happens to lie, so that nobody can prepare a file whose
// texts all collide. Codes do not depend on it.
Interner::Interner()
    : seed_(mix(reinterpret_cast<std::uintptr_t>(this), 0xA0761D6478BD642FU)),
      slots_(64),
      shift_(shift_for(64)) {}

std::size_t Interner::find_many(CellWords& words, std::size_t count, std::int32_t* codes,
                                std::uint32_t* others) const {
  alignas(64) std::array<std::uint64_t, CellWords::kMost> hashes;
  make_text_keys(words, count, seed_, hashes.data());
  const Slot* const slots = slots_.data();
  if (slots_.size() > kSlotsInCache) {
    for (std::size_t i = 0; i < count; ++i) prefetch_line(slots + (hashes[i] >> shift_));
  }
  const auto look = [&](std::size_t i, std::size_t away) {
    const Slot& slot = slots[((hashes[i] >> shift_) + away) & (slots_.size() - 1)];
    codes[i] = slot.code;
    return ((slot.low ^ words.low[i]) | (slot.high ^ words.high[i]) |
            (slot.size ^ words.size[i])) == 0;
  };
  std::size_t left = 0;
  for (std::size_t i = 0; i < count; ++i) {
    others[left] = static_cast<std::uint32_t>(i);
    left += look(i, 0) ? 0 : 1;
  }
  for (std::size_t away = 1; away < kFar && left > 0; ++away) {
    const std::size_t before = std::exchange(left, 0);
    for (std::size_t n = 0; n < before; ++n) {
      others[left] = others[n];
      left += look(others[n], away) ? 0 : 1;
    }
  }
  return left;
}

std::int32_t Interner::find(std::string_view text) const {
  const TextWords key = key_of(text);
  for (std::size_t at = home(key);; at = (at + 1) & (slots_.size() - 1)) {
    const Slot& slot = slots_[at];
    if (slot.code == kUnknown || holds(slot, key, text)) return slot.code;
  }
}

TextWords Interner::key_of(std::string_view text) const {
  if (text.size() <= kTextWordsSize) return words_of(text);
  const char* const first = text.data();
  std::uint64_t hash = seed_;
  for (std::size_t at = 0; at + 8 < text.size(); at += 8) {
    hash = mix(hash ^ load_word(first + at), 0xE7037ED1A0B428DBU);
  }
  return {mix(hash ^ load_word(first + text.size() - 8), 0x8EBC6AF09C88C6E3U), 0};
}

std::size_t Interner::home(const TextWords& key) const {
  return hash_words(key.low, key.high, seed_) >> shift_;
}

bool Interner::holds(const Slot& slot, const TextWords& key, std::string_view text) const {
  if (slot.low != key.low || slot.size != text.size()) return false;
  if (text.size() <= kTextWordsSize) return slot.high == key.high;
  return std::memcmp(long_texts_.data() + slot.high, text.data(), text.size()) == 0;
}

void Interner::insert(std::string_view text, std::int32_t code) {
  const std::size_t room = slots_.size() / (slots_.size() <= kFewSlots ? 8 : 2);
  if (size_ + 1 > room) grow();
  const TextWords key = key_of(text);
  Slot slot{key.low, key.high, static_cast<std::uint32_t>(text.size()), code};
  if (text.size() > kTextWordsSize) {
    slot.high = long_texts_.size();
    long_texts_.append(text);
  }
  empty_slot(home(key)) = slot;
  ++size_;
}

Interner::Slot& Interner::empty_slot(std::size_t at) {
  while (slots_[at].code != kUnknown) at = (at + 1) & (slots_.size() - 1);
  return slots_[at];
}

void Interner::grow() {
  std::vector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  shift_ = shift_for(slots_.size());
  for (const Slot& slot : old) {
    if (slot.code == kUnknown) continue;
    empty_slot(home({slot.low, slot.size > kTextWordsSize ? 0 : slot.high})) = slot;
  }
}

}  // namespace tally
