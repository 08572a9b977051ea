// SPDX-License-Identifier: Apache-2.0
// What a column is, as far as its cells show.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>

#include "tally/read.h"
#include "tally/read/cells/number_form.h"
#include "tally/read/drafted_origin.h"

namespace tally {

inline constexpr std::size_t kFewNumbers = 64;
inline constexpr std::size_t kMostDistinct = std::size_t{1} << 20;

/// Sees the cells of one column. One thread at a time.
class ColumnObserver {
 public:
  /// Of measurements no more than so many different values are counted.
  explicit ColumnObserver(std::string name, NumberForm form = {},
                          std::size_t most_numbers = kFewNumbers)
      : most_numbers_(most_numbers) {
    sample_.name = std::move(name);
    sample_.form = form;
  }

  /// A cell that is not missing; `times` of them that are alike.
  void see(std::string_view text, std::int64_t times = 1);
  void see_missing(std::int64_t times = 1) { sample_.missing += times; }
  /// What was seen. A usual mark is missing among numbers and a text like any other among texts.
  ColumnSample finish() &&;

 private:
  void see_words(std::string_view text, std::int64_t times);
  void see_seconds(std::string_view cell, bool is_number, std::int64_t times);
  void see_example(std::string_view text);
  void become_numbers();
  void become_texts();
  void become_seconds();

  ColumnSample sample_;
  std::size_t most_numbers_;
  std::int64_t numbers_ = 0;  // cells
  bool is_padded_ = false;
  bool may_differ_ = true;                                              // all cells so far do
  bool times_ = true, durations_ = true;                                // all cells so far
  double half_words_ = 0, words_ = 0, lower_words_ = 0, unspaced_ = 0;  // only their ratios count
  std::int64_t examples_ = 0;
  NumberRangeSeen range_, seconds_;
  std::unordered_set<std::string> texts_;       // of numbers up to a few, unless all differ
  std::unordered_set<std::string> vocabulary_;  // words in small letters
};

}  // namespace tally
