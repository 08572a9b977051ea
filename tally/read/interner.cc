#include "tally/read/interner.h"

#include <cstring>

namespace tally::csv {

namespace {

constexpr std::size_t kShort = 16;

std::uint64_t load8(const char* from) {
  std::uint64_t value = 0;
  std::memcpy(&value, from, sizeof(value));
  return value;
}

std::uint64_t load4(const char* from) {
  std::uint32_t value = 0;
  std::memcpy(&value, from, sizeof(value));
  return value;
}

std::uint64_t load1(const char* from) { return static_cast<unsigned char>(*from); }

std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

std::uint64_t mix_key(std::uint64_t head, std::uint64_t tail, std::size_t size,
                      std::uint64_t seed) {
  return mix(head ^ seed, tail ^ 0x9E3779B97F4A7C15U ^ (size * 0xD6E8FEB86659FD93U));
}

}  // namespace

// The seed comes from where the object happens to lie, so that nobody can prepare a file whose
// texts all collide. Codes do not depend on it.
Interner::Interner() : seed_(mix(reinterpret_cast<std::uintptr_t>(this), 0xA0761D6478BD642FU)) {
  slots_.resize(64);
}

// The words of a short text overlap; together with its size they determine it.
inline Interner::Key Interner::key_of(std::string_view text) const {
  const char* const first = text.data();
  const std::size_t size = text.size();
  std::uint64_t head = 0;
  std::uint64_t tail = 0;
  if (size > kShort) {
    head = seed_;
    for (std::size_t at = 0; at + 8 < size; at += 8) {
      head = mix(head ^ load8(first + at), 0xE7037ED1A0B428DBU);
    }
    head = mix(head ^ load8(first + size - 8), 0x8EBC6AF09C88C6E3U);
  } else if (size >= 8) {
    head = load8(first);
    tail = load8(first + size - 8);
  } else if (size >= 4) {
    head = load4(first) | load4(first + size - 4) << 32;
  } else if (size > 0) {
    head = load1(first) | load1(first + size / 2) << 8 | load1(first + size - 1) << 16;
  }
  return {head, tail, mix_key(head, tail, size, seed_)};
}

inline bool Interner::holds(const Slot& slot, const Key& key, std::string_view text) const {
  if (slot.head != key.head || slot.size != text.size()) return false;
  if (text.size() <= kShort) return slot.tail == key.tail;
  return std::memcmp(long_texts_.data() + slot.tail, text.data(), text.size()) == 0;
}

std::int32_t Interner::find(std::string_view text) const {
  const Key key = key_of(text);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = key.hash & mask;; at = (at + 1) & mask) {
    const Slot& slot = slots_[at];
    if (slot.code == kUnknown) return kUnknown;
    if (holds(slot, key, text)) return slot.code;
  }
}

void Interner::insert(std::string_view text, std::int32_t code) {
  if (2 * (size_ + 1) > slots_.size()) grow();
  const Key key = key_of(text);
  Slot slot{key.head, key.tail, static_cast<std::uint32_t>(text.size()), code};
  if (text.size() > kShort) {
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

std::uint64_t Interner::hash_of(const Slot& slot) const {
  return mix_key(slot.head, slot.size > kShort ? 0 : slot.tail, slot.size, seed_);
}

void Interner::grow() {
  std::vector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  for (const Slot& slot : old) {
    if (slot.code != kUnknown) empty_slot(hash_of(slot)) = slot;
  }
}

}  // namespace tally::csv
