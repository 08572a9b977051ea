// SPDX-License-Identifier: Apache-2.0
#include "tally/text/pair_codes.h"

#include <algorithm>

#include "tally/base/prefetch.h"

namespace tally {

namespace {

constexpr std::size_t kFirstEntries = 1 << 10;

std::uint64_t words_of(const std::int32_t* first) {
  return static_cast<std::uint64_t>(first[0]) << 32 | static_cast<std::uint32_t>(first[1]);
}

// Fibonacci hashing: the upper half of the product is as good as chance.
std::size_t hash_of(std::uint64_t words) {
  constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15;
  __extension__ using Wide = unsigned __int128;
  const auto product = static_cast<Wide>(words ^ words >> 29) * kGolden;
  return static_cast<std::size_t>(product >> 64 ^ product);
}

}  // namespace

void PairCodes::clear() {
  entries_ = {};
  used_ = 0;
}

inline std::size_t PairCodes::place_of(std::uint64_t words) const {
  const std::size_t mask = entries_.size() - 1;
  std::size_t place = hash_of(words) & mask;
  while (entries_[place].code_plus != 0 && entries_[place].words != words) {
    place = (place + 1) & mask;
  }
  return place;
}

void PairCodes::of(std::span<const std::int32_t> words, const TermDictionary& of_words,
                   TermDictionary& pairs, std::span<std::int32_t> codes) {
  constexpr std::size_t kAtOnce = 64;
  for (std::size_t first = 0; first < codes.size(); first += kAtOnce) {
    const std::size_t end = std::min(first + kAtOnce, codes.size());
    // Room for all of them, so that no place that was asked for moves.
    while (entries_.size() < 2 * (used_ + kAtOnce)) make_room();
    const std::size_t mask = entries_.size() - 1;
    for (std::size_t i = first; i < end; ++i) {
      prefetch_line(&entries_[hash_of(words_of(&words[i])) & mask]);
    }
    for (std::size_t i = first; i < end; ++i) {
      const std::uint64_t both = words_of(&words[i]);
      const std::size_t place = place_of(both);
      const std::int32_t found = entries_[place].code_plus - 1;
      codes[i] = found >= 0 ? found : add(place, both, of_words, pairs);
    }
  }
}

std::int32_t PairCodes::add(std::size_t place, std::uint64_t words, const TermDictionary& of_words,
                            TermDictionary& pairs) {
  joined_ = of_words.term(static_cast<std::int32_t>(words >> 32));
  joined_ += between_;
  joined_ += of_words.term(static_cast<std::int32_t>(words & 0xFFFF'FFFF));
  const std::string_view joined = joined_;
  pairs.append({&joined, 1});
  entries_[place] = {words, pairs.size()};
  ++used_;
  return pairs.size() - 1;
}

void PairCodes::make_room() {
  const BigVector<Entry> before = std::move(entries_);
  entries_ = BigVector<Entry>(std::max(kFirstEntries, 2 * before.size()));
  for (const Entry& entry : before) {
    if (entry.code_plus != 0) entries_[place_of(entry.words)] = entry;
  }
}

}  // namespace tally
