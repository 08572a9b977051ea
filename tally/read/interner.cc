#include "tally/read/interner.h"

#include <cstring>

namespace tally::csv {

// The seed comes from where the object happens to lie, so that nobody can prepare a file whose
// texts all collide. Codes do not depend on it.
Interner::Interner() : seed_(mix(reinterpret_cast<std::uintptr_t>(this), 0xA0761D6478BD642FU)) {
  slots_.resize(64);
}

Interner::Key Interner::key_of(std::string_view text) const {
  if (text.size() > kTextWordsSize) return long_key(text);
  const TextWords words = words_of(text);
  return {words.low, words.high, hash_of(words.low, words.high, text.size())};
}

Interner::Key Interner::long_key(std::string_view text) const {
  const char* const first = text.data();
  std::uint64_t head = seed_;
  for (std::size_t at = 0; at + 8 < text.size(); at += 8) {
    head = mix(head ^ load_word(first + at), 0xE7037ED1A0B428DBU);
  }
  head = mix(head ^ load_word(first + text.size() - 8), 0x8EBC6AF09C88C6E3U);
  return {head, 0, hash_of(head, 0, text.size())};
}

bool Interner::is_same_long_text(const Slot& slot, std::string_view text) const {
  return std::memcmp(long_texts_.data() + slot.tail, text.data(), text.size()) == 0;
}

void Interner::insert(std::string_view text, std::int32_t code) {
  if (2 * (size_ + 1) > slots_.size()) grow();
  const Key key = key_of(text);
  Slot slot{key.head, key.tail, static_cast<std::uint32_t>(text.size()), code};
  if (text.size() > kTextWordsSize) {
    slot.tail = long_texts_.size();
    long_texts_.append(text);
  }
  empty_slot(key.hash) = slot;
  ++size_;
}

Interner::Slot& Interner::empty_slot(std::uint64_t hash) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash & mask;
  while (slots_[at].code != kUnknown) at = (at + 1) & mask;
  return slots_[at];
}

void Interner::grow() {
  std::vector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  for (const Slot& slot : old) {
    if (slot.code == kUnknown) continue;
    const std::uint64_t tail = slot.size > kTextWordsSize ? 0 : slot.tail;
    empty_slot(hash_of(slot.head, tail, slot.size)) = slot;
  }
}

}  // namespace tally::csv
