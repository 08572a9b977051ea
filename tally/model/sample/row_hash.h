// SPDX-License-Identifier: Apache-2.0
// A fast hash of the rows of a table, by which a sample of them is chosen.
//
//   RowHasher hasher(schema);
//   hasher.for_each_block(batch, [&](std::int64_t first, std::span<const std::uint64_t> states) {
//     … hash_of(states[i]) is that of row first + i …
//   });
//
// Each cell that a model reads, but for the target, is a word of 64 bits: of a number the bits of
// its double (−0 is 0; of a boolean, 1 or 0), of a text its own hash. A row's state takes in the
// words w that are not missing, with the hash k of the column's name, in the order of the names:
//
//   s = kStart;  for each word:  x = (s ^ w ^ k) · kStep;  s = x ^ (x >> 32)
//
// and its hash is a mix of the last state. A step can be undone, so rows that differ in one value
// never have the same hash. Nothing else enters: no code, no width in which a number is stored, no
// order of columns, no column without a value. All of it is part of the model's format and stays as
// it is for good.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tally/inside/batch.h"

namespace tally {

namespace row_word {

inline constexpr std::uint64_t kStart = 0x9e3779b97f4a7c15;    // 2^64 / the golden ratio
inline constexpr std::uint64_t kStep = 0xd6e8feb86659fd93;     // odd, so that a step can be undone
inline constexpr std::uint64_t kMissing = 0x7ff8000000000000;  // a NaN, where a word is wanted
inline constexpr std::uint64_t kNotFinite = 0x7ff0000000000000;

constexpr std::uint64_t step(std::uint64_t state, std::uint64_t word) {
  const std::uint64_t x = (state ^ word) * kStep;
  return x ^ (x >> 32);
}

std::uint64_t word_of(double number);  ///< kMissing if it is not finite
std::uint64_t word_of(std::string_view text);

}  // namespace row_word

/// The hash of a row whose state this is (the mix of SplitMix64).
constexpr std::uint64_t hash_of(std::uint64_t state) {
  state = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9;
  state = (state ^ (state >> 27)) * 0x94d049bb133111eb;
  return state ^ (state >> 31);
}

/// 32 hexadecimal digits: the hash, then another mix of the same state (MurmurHash3's). So digests
/// are in the order of the hashes.
std::string digest_of(std::uint64_t state);

/// The hash that a digest begins with. REQUIRES: 16 hexadecimal digits, or more.
std::uint64_t hash_in(std::string_view digest);

/// Not to be shared between threads.
class RowHasher {
 public:
  /// For the columns that a model of this schema reads. REQUIRES: validated, without texts that are
  /// cut into terms.
  explicit RowHasher(const Schema& schema);

  /// Calls f(first, states) for some rows after the other, in order. A column that the batch does
  /// not have is missing. Throws Error (kData) for a column of another type, or a code that a
  /// dictionary does not have.
  template <class F>
  void for_each_block(const Batch& batch, F&& f) {
    const std::vector<const Column*>& columns = bind(batch);
    for (std::int64_t first = 0; first < batch.rows; first += kBlock) {
      const std::int64_t rows = std::min(kBlock, batch.rows - first);
      f(first, std::span<const std::uint64_t>(states_of(columns, first, rows)));
    }
  }

  static constexpr std::int64_t kBlock = 1024;  ///< whose states stay near

 private:
  struct Evidence {
    ColumnSchema column;
    std::uint64_t key = 0;  // k
    // Of a column of codes, the word of each label of the dictionary.
    std::shared_ptr<const Dictionary> dictionary;  // held, so that its address stays its own
    std::vector<std::uint64_t> words;
  };

  const std::vector<const Column*>& bind(const Batch& batch);
  std::span<std::uint64_t> states_of(const std::vector<const Column*>& columns, std::int64_t first,
                                     std::int64_t rows);

  std::vector<Evidence> columns_;
  Binding binding_;
  std::array<std::uint64_t, kBlock> states_{};
};

}  // namespace tally
