#include "tally/batch/term_dictionary.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <stdexcept>

#include "tally/base/prefetch.h"
#include "tally/base/text_words.h"

namespace tally {

namespace {

constexpr std::size_t kFirstEntries = 16;
constexpr std::size_t kPiece = 1 << 16;
constexpr std::size_t kMostInEntry = 15;
constexpr std::uint64_t kLong = 0xFF;  // in the place of a short term's size

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const auto product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

// Multiply and fold, eight bytes at a time, after Wang Yi's wyhash.
constexpr std::uint64_t kA = 0xA0761D6478BD642F, kB = 0xE7037ED1A0B428DB;

// REQUIRES: at least eight bytes.
std::uint64_t hash_of_long(std::string_view term) {
  const char* const end = term.data() + term.size();
  std::uint64_t hash = kA ^ term.size();
  for (const char* at = term.data(); at + 8 < end; at += 8) {
    hash = mixed(hash ^ load_word(at), kB);
  }
  return mixed(hash ^ load_word(end - 8), kA);
}

// REQUIRES: of a long term.
const char* kept_bytes(std::uint64_t high) { return reinterpret_cast<const char*>(high); }

}  // namespace

TermDictionary::TermDictionary() : entries_(kFirstEntries) {}

TermDictionary::TermDictionary(const TermDictionary& other)
    : entries_(other.entries_), terms_(other.terms_), pieces_(other.pieces_) {}

TermDictionary& TermDictionary::operator=(const TermDictionary& other) {
  if (this != &other) *this = TermDictionary(other);
  return *this;
}

// Of a long term it is not yet known where it is kept.
inline TermDictionary::Entry TermDictionary::entry_of(std::string_view term,
                                                      std::string_view buffer) {
  if (term.size() > kMostInEntry) {
    const std::uint64_t low = static_cast<std::uint64_t>(term.size()) << 8 | kLong;
    return {low, 0, static_cast<std::uint32_t>(hash_of_long(term) >> 32), 0};
  }
  const bool is_inside = term.data() >= buffer.data() &&
                         term.data() + term.size() <= buffer.data() + buffer.size() &&
                         has_words_before_end(buffer.data(), term);
  const TextWords words = is_inside ? words_in_place(term) : words_of(term);
  const std::uint64_t low = words.low | term.size();
  return {low, words.high, static_cast<std::uint32_t>(mixed(low ^ kA, words.high ^ kB) >> 32), 0};
}

inline std::size_t TermDictionary::place_of(std::string_view term, const Entry& wanted) const {
  const std::size_t mask = entries_.size() - 1;
  const bool is_long = term.size() > kMostInEntry;
  for (std::size_t place = wanted.hash & mask;; place = (place + 1) & mask) {
    const Entry& entry = entries_[place];
    if (entry.low == wanted.low &&
        (is_long ? entry.hash == wanted.hash &&
                       std::memcmp(kept_bytes(entry.high), term.data(), term.size()) == 0
                 : entry.high == wanted.high)) {
      return place;
    }
    if (entry.code_plus == 0) return place;
  }
}

inline std::int32_t TermDictionary::code(std::string_view term, const Entry& entry) {
  const std::size_t place = place_of(term, entry);
  const std::uint32_t found = entries_[place].code_plus;
  return found != 0 ? static_cast<std::int32_t>(found - 1) : add(term, entry, place);
}

std::int32_t TermDictionary::code(std::string_view term) { return code(term, entry_of(term)); }

// Calls f(i, entry_of(terms[i])) in their order, after the memory for several of them was asked
// for.
template <class F>
void TermDictionary::for_each_entry(std::span<const std::string_view> terms,
                                    std::string_view buffer, F&& f) const {
  constexpr std::size_t kAtOnce = 32;
  std::array<Entry, kAtOnce> wanted;
  for (std::size_t first = 0; first < terms.size(); first += kAtOnce) {
    const std::size_t count = std::min(kAtOnce, terms.size() - first);
    const std::size_t mask = entries_.size() - 1;
    for (std::size_t i = 0; i < count; ++i) {
      wanted[i] = entry_of(terms[first + i], buffer);
      prefetch_line(&entries_[wanted[i].hash & mask]);
    }
    for (std::size_t i = 0; i < count; ++i) f(first + i, wanted[i]);
  }
}

void TermDictionary::codes(std::span<const std::string_view> terms,
                           std::vector<std::int32_t>& codes, std::string_view buffer) {
  codes.resize(terms.size());
  for_each_entry(terms, buffer,
                 [&](std::size_t i, const Entry& entry) { codes[i] = code(terms[i], entry); });
}

void TermDictionary::find(std::span<const std::string_view> terms,
                          std::span<std::int32_t> codes) const {
  for_each_entry(terms, {}, [&](std::size_t i, const Entry& entry) {
    codes[i] = static_cast<std::int32_t>(entries_[place_of(terms[i], entry)].code_plus) - 1;
  });
}

std::int32_t TermDictionary::add(std::string_view term, Entry entry, std::size_t place) {
  if (terms_.size() == static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
    throw std::length_error("too many terms for one dictionary");
  }
  terms_.push_back(keep(term));
  if (term.size() > kMostInEntry) {
    entry.high = reinterpret_cast<std::uintptr_t>(terms_.back().data());
  }
  entry.code_plus = static_cast<std::uint32_t>(terms_.size());
  entries_[place] = entry;
  if (2 * terms_.size() > entries_.size()) grow();
  return static_cast<std::int32_t>(entry.code_plus - 1);
}

std::int32_t TermDictionary::find(std::string_view term) const {
  return static_cast<std::int32_t>(entries_[place_of(term, entry_of(term))].code_plus) - 1;
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

void TermDictionary::grow() {
  BigVector<Entry> entries(2 * entries_.size());
  const std::size_t mask = entries.size() - 1;
  for (const Entry& entry : entries_) {
    if (entry.code_plus == 0) continue;
    std::size_t place = entry.hash & mask;
    while (entries[place].code_plus != 0) place = (place + 1) & mask;
    entries[place] = entry;
  }
  entries_ = std::move(entries);
}

}  // namespace tally
