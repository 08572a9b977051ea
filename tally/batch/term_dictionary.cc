#include "tally/batch/term_dictionary.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <stdexcept>

namespace tally {

namespace {

constexpr std::size_t kFirstEntries = 16;
constexpr std::size_t kPiece = 1 << 16;

template <class Integer>
std::uint64_t bytes_at(const char* from) {
  Integer bytes = 0;
  std::memcpy(&bytes, from, sizeof bytes);
  return bytes;
}

// The first eight bytes, zeros behind a shorter text; without a loop or a call, since this is done
// for every token of every text.
std::uint64_t first_bytes(std::string_view text) {
  const char* const at = text.data();
  const std::size_t size = text.size();
  if (size >= 8) return bytes_at<std::uint64_t>(at);
  if (size >= 4) {
    return bytes_at<std::uint32_t>(at) | bytes_at<std::uint32_t>(at + size - 4) << (8 * (size - 4));
  }
  if (size == 0) return 0;
  return bytes_at<std::uint8_t>(at) | bytes_at<std::uint8_t>(at + size / 2) << (8 * (size / 2)) |
         bytes_at<std::uint8_t>(at + size - 1) << (8 * (size - 1));
}

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const auto product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

// Multiply and fold, eight bytes at a time, after Wang Yi's wyhash. The length is part of it, so
// that a term and the term with a zero byte after it differ.
std::uint64_t hash_of(std::string_view term, std::uint64_t start) {
  constexpr std::uint64_t kA = 0xA0761D6478BD642F, kB = 0xE7037ED1A0B428DB;
  std::uint64_t hash = mixed(kA ^ term.size() ^ start, kB);
  if (term.size() <= 8) return hash;
  std::size_t at = 8;
  for (; at + 8 <= term.size(); at += 8) {
    hash = mixed(hash ^ bytes_at<std::uint64_t>(term.data() + at), kB);
  }
  return mixed(hash ^ bytes_at<std::uint64_t>(term.data() + term.size() - 8), kA);
}

std::uint32_t tag_of(std::string_view term, std::uint64_t hash) {
  const auto length = static_cast<std::uint32_t>(std::min<std::size_t>(term.size(), 255));
  return static_cast<std::uint32_t>(hash >> 40) << 8 | length;
}

}  // namespace

TermDictionary::TermDictionary() : entries_(kFirstEntries) {}

TermDictionary::TermDictionary(const TermDictionary& other) : entries_(other.entries_) {
  terms_.reserve(other.terms_.size());
  for (const std::string_view term : other.terms_) terms_.push_back(keep(term));
}

TermDictionary& TermDictionary::operator=(const TermDictionary& other) {
  if (this != &other) *this = TermDictionary(other);
  return *this;
}

std::size_t TermDictionary::place_of(std::string_view term, const Entry& wanted,
                                     std::uint64_t hash) const {
  const std::size_t mask = entries_.size() - 1;
  for (std::size_t place = hash & mask;; place = (place + 1) & mask) {
    const Entry& entry = entries_[place];
    if (entry.code < 0) return place;
    if (entry.start != wanted.start || entry.tag != wanted.tag) continue;
    if (term.size() <= 8 || this->term(entry.code) == term) return place;
  }
}

std::int32_t TermDictionary::code(std::string_view term) {
  const std::uint64_t start = first_bytes(term), hash = hash_of(term, start);
  const Entry entry{start, tag_of(term, hash), size()};
  const std::size_t place = place_of(term, entry, hash);
  if (entries_[place].code >= 0) return entries_[place].code;
  if (terms_.size() == static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
    throw std::length_error("too many terms for one dictionary");
  }
  terms_.push_back(keep(term));
  entries_[place] = entry;
  if (2 * terms_.size() > entries_.size()) grow();
  return entry.code;
}

std::int32_t TermDictionary::find(std::string_view term) const {
  const std::uint64_t start = first_bytes(term), hash = hash_of(term, start);
  return entries_[place_of(term, {start, tag_of(term, hash), -1}, hash)].code;
}

std::string_view TermDictionary::keep(std::string_view term) {
  if (term.size() > left_) {
    left_ = std::max(kPiece, term.size());
    // Not written to before there is something to keep: a small dictionary touches few pages.
    pieces_.push_back(std::unique_ptr<char[]>(new char[left_]));
    next_ = pieces_.back().get();
  }
  std::copy(term.begin(), term.end(), next_);
  const std::string_view kept(next_, term.size());
  next_ += term.size();
  left_ -= term.size();
  return kept;
}

void TermDictionary::grow() {
  entries_.assign(2 * entries_.size(), {});
  for (std::int32_t code = 0; code < size(); ++code) {
    const std::uint64_t start = first_bytes(term(code)), hash = hash_of(term(code), start);
    const Entry entry{start, tag_of(term(code), hash), code};
    entries_[place_of(term(code), entry, hash)] = entry;
  }
}

}  // namespace tally
