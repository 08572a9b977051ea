// SPDX-License-Identifier: Apache-2.0
#include "tally/batch/term_dictionary.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <mutex>
#include <stdexcept>

#include "tally/base/prefetch.h"
#include "tally/base/text_words.h"

namespace tally {

namespace {

constexpr std::size_t kFirstEntries = 16;
constexpr std::size_t kPiece = 1 << 16;
constexpr std::size_t kMostInEntry = 12;
constexpr std::uint32_t kLong = std::uint32_t{1} << 31;  // marks the code
constexpr std::size_t kMostTerms = std::numeric_limits<std::int32_t>::max() - 1;

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  __extension__ using Product = unsigned __int128;
  const auto product = static_cast<Product>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

// Multiply and fold, eight bytes at a time, after Wang Yi's wyhash.
constexpr std::uint64_t kA = 0xA0761D6478BD642F, kB = 0xE7037ED1A0B428DB;

std::uint64_t hash_of_any(std::string_view term) {
  std::uint64_t hash = kA ^ term.size();
  if (term.size() < 8) {
    const TextWords words = words_of(term);
    return mixed(hash ^ words.high, kB);
  }
  const char* const end = term.data() + term.size();
  for (const char* at = term.data(); at + 8 < end; at += 8) {
    hash = mixed(hash ^ load_word(at), kB);
  }
  return mixed(hash ^ load_word(end - 8), kA);
}

std::uint32_t hash_of_short(std::uint64_t end, std::uint32_t start) {
  return static_cast<std::uint32_t>(mixed(end ^ kA, start ^ kB) >> 32);
}

// Zeros fill the entry of a short term in front, so that none may begin the term.
bool is_long(std::string_view term) {
  return term.size() > kMostInEntry || term.empty() || term[0] == '\0';
}

// Of a long term an entry has the address, which needs 48 bits, and the size as far as that goes.
constexpr std::size_t kMostSize = 0xFFFF;
std::uint64_t marked_size(std::string_view term) { return std::min(term.size(), kMostSize); }
const char* kept_bytes(std::uint64_t end) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr): an address that shares its word with a size
  return reinterpret_cast<const char*>(end >> 16);
}

}  // namespace

TermDictionary::TermDictionary() : entries_(kFirstEntries) {}

TermDictionary::TermDictionary(const TermDictionary& other)
    : terms_(other.terms_), pieces_(other.pieces_) {
  other.index();
  entries_ = other.entries_;
  indexed_ = terms_.size();
}

TermDictionary& TermDictionary::operator=(const TermDictionary& other) {
  if (this != &other) *this = TermDictionary(other);
  return *this;
}

// Of a long term it is not yet known where it is kept.
inline TermDictionary::Wanted TermDictionary::wanted(std::string_view term,
                                                     std::string_view buffer) {
  if (is_long(term)) {
    const auto hash = static_cast<std::uint32_t>(hash_of_any(term) >> 32);
    return {marked_size(term), hash, hash};
  }
  const bool is_inside = term.data() >= buffer.data() &&
                         term.data() + term.size() <= buffer.data() + buffer.size() &&
                         has_words_before_end(buffer.data(), term);
  const TextWords words = is_inside ? words_in_place(term) : words_of(term);
  const auto start = static_cast<std::uint32_t>(words.low >> 32);
  return {words.high, start, hash_of_short(words.high, start)};
}

inline std::uint32_t TermDictionary::hash_of(const Entry& entry) const {
  return (entry.code_plus & kLong) != 0 ? entry.start : hash_of_short(entry.end, entry.start);
}

inline bool TermDictionary::is_entry_of(const Entry& entry, std::string_view term,
                                        const Wanted& wanted) const {
  if (entry.start != wanted.start) return false;
  if (!is_long(term)) return entry.end == wanted.end && (entry.code_plus & kLong) == 0;
  return (entry.code_plus & kLong) != 0 && (entry.end & kMostSize) == wanted.end &&
         (term.size() < kMostSize ||
          terms_[(entry.code_plus & ~kLong) - 1].size() == term.size()) &&
         (term.empty() || std::memcmp(kept_bytes(entry.end), term.data(), term.size()) == 0);
}

inline std::size_t TermDictionary::place_of(std::string_view term, const Wanted& wanted) const {
  const std::size_t mask = entries_.size() - 1;
  for (std::size_t place = wanted.hash & mask;; place = (place + 1) & mask) {
    if (entries_[place].code_plus == 0 || is_entry_of(entries_[place], term, wanted)) return place;
  }
}

inline std::int32_t TermDictionary::code_at(std::size_t place) const {
  return static_cast<std::int32_t>(entries_[place].code_plus & ~kLong) - 1;
}

inline std::int32_t TermDictionary::code(std::string_view term, const Wanted& wanted) {
  const std::size_t place = place_of(term, wanted);
  const std::int32_t found = code_at(place);
  return found >= 0 ? found : add(term, wanted, place);
}

std::int32_t TermDictionary::code(std::string_view term) {
  index();
  return code(term, wanted(term));
}

// Calls f(i, wanted(terms[i])) in their order, after the memory for several of them was asked for.
template <class F>
void TermDictionary::for_each_wanted(std::span<const std::string_view> terms,
                                     std::string_view buffer, F&& f) const {
  constexpr std::size_t kAtOnce = 64;
  std::array<Wanted, kAtOnce> of_terms;
  for (std::size_t first = 0; first < terms.size(); first += kAtOnce) {
    const std::size_t count = std::min(kAtOnce, terms.size() - first);
    const std::size_t mask = entries_.size() - 1;
    for (std::size_t i = 0; i < count; ++i) {
      of_terms[i] = wanted(terms[first + i], buffer);
      prefetch_line(&entries_[of_terms[i].hash & mask]);
    }
    for (std::size_t i = 0; i < count; ++i) f(first + i, of_terms[i]);
  }
}

void TermDictionary::codes(std::span<const std::string_view> terms, std::span<std::int32_t> codes,
                           std::string_view buffer) {
  index();
  for_each_wanted(terms, buffer,
                  [&](std::size_t i, const Wanted& wanted) { codes[i] = code(terms[i], wanted); });
}

void TermDictionary::find(std::span<const std::string_view> terms,
                          std::span<std::int32_t> codes) const {
  index();
  for_each_wanted(terms, {}, [&](std::size_t i, const Wanted& wanted) {
    codes[i] = code_at(place_of(terms[i], wanted));
  });
}

// REQUIRES: they are of terms_[code].
void TermDictionary::put(std::size_t code, const Wanted& wanted, std::size_t place) const {
  const std::string_view term = terms_[code];
  Entry& entry = entries_[place];
  entry = {wanted.end, wanted.start, static_cast<std::uint32_t>(code + 1)};
  if (!is_long(term)) return;
  entry.end |= static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(term.data())) << 16;
  entry.code_plus |= kLong;
}

std::int32_t TermDictionary::add(std::string_view term, const Wanted& wanted, std::size_t place) {
  require_room_for(1);
  terms_.push_back(keep(term));
  put(terms_.size() - 1, wanted, place);
  make_room(terms_.size());
  indexed_ = terms_.size();
  return static_cast<std::int32_t>(terms_.size() - 1);
}

void TermDictionary::append(std::span<const std::string_view> terms) {
  require_room_for(terms.size());
  for (const std::string_view term : terms) terms_.push_back(keep(term));
}

std::int32_t TermDictionary::find(std::string_view term) const {
  index();
  return code_at(place_of(term, wanted(term)));
}

std::string_view TermDictionary::keep(std::string_view term) {
  if (term.size() > left_) {
    left_ = std::max(kPiece, term.size());
    // Not written to before there is something to keep: a small dictionary touches few pages.
    pieces_.push_back(std::shared_ptr<char[]>(new char[left_]));
    next_ = pieces_.back().get();
  }
  std::copy(term.begin(), term.end(), next_);
  const std::string_view kept(next_, term.size());
  next_ += term.size();
  left_ -= term.size();
  return kept;
}

void TermDictionary::require_room_for(std::size_t terms) const {
  if (terms > kMostTerms - terms_.size()) {
    throw std::length_error("too many terms for one dictionary");
  }
}

void TermDictionary::make_room(std::size_t terms) const {
  if (2 * terms <= entries_.size()) return;
  BigVector<Entry> entries(std::bit_ceil(2 * terms));
  const std::size_t mask = entries.size() - 1;
  for (const Entry& entry : entries_) {
    if (entry.code_plus == 0) continue;
    std::size_t place = hash_of(entry) & mask;
    while (entries[place].code_plus != 0) place = (place + 1) & mask;
    entries[place] = entry;
  }
  entries_ = std::move(entries);
}

// Readers may come at once; the first of them does it.
void TermDictionary::index_new() const {
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  if (indexed_ == terms_.size()) return;
  make_room(terms_.size());
  const std::span<const std::string_view> new_terms = terms().subspan(indexed_);
  for_each_wanted(new_terms, {}, [&](std::size_t i, const Wanted& wanted) {
    put(indexed_ + i, wanted, place_of(new_terms[i], wanted));
  });
  std::atomic_ref(indexed_).store(terms_.size(), std::memory_order_release);
}

}  // namespace tally
