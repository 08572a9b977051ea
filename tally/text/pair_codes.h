// SPDX-License-Identifier: Apache-2.0
// Codes for pairs of words, by the codes of the two words.
//
//   PairCodes codes(" ");
//   codes.of(words, dictionary_of_words, pairs, out);   // n words have n − 1 pairs
//
// A text has as many pairs as words, and most of them have been there before: such a pair is found by one number, and
// is never put together. Only one that is new is written into the dictionary of the pairs.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "tally/base/big_vector.h"
#include "tally/batch/term_dictionary.h"

namespace tally {

/// Not to be shared between threads.
class PairCodes {
 public:
  /// `between` stands between the words of a pair. REQUIRES: no two pairs are then written alike.
  explicit PairCodes(std::string_view between) : between_(between) {}

  /// The codes in `pairs` of the words that follow each other; new pairs are added to it.
  /// REQUIRES: since the last `clear`, the dictionaries are the same, and `pairs` has grown here alone;
  /// codes.size() + 1 == words.size(), or both are empty.
  void of(std::span<const std::int32_t> words, const TermDictionary& of_words,
          TermDictionary& pairs, std::span<std::int32_t> codes);
  void clear();

 private:
  struct Entry {
    std::uint64_t words = 0;
    std::int32_t code_plus = 0;  // the code + 1; 0: empty
  };

  std::size_t place_of(std::uint64_t words) const;
  std::int32_t add(std::size_t place, std::uint64_t words, const TermDictionary& of_words,
                   TermDictionary& pairs);
  void make_room();

  std::string between_;
  BigVector<Entry> entries_;  // open addressing; a power of two, at most half full
  std::size_t used_ = 0;
  std::string joined_;
};

}  // namespace tally
