// SPDX-License-Identifier: Apache-2.0
// The labels of a column, numbered by somebody else.
//
// A column names its values by codes of its own dictionary, by numbers or by bits; a tally or a
// table numbers them otherwise. A CodeMap asks for the number of each label once, remembers it, and
// then walks the rows without looking at a label again.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tally/batch/column.h"

namespace tally {

/// Not to be shared between threads.
class CodeMap {
 public:
  static constexpr std::int32_t kMissing = -1;
  static constexpr std::int32_t kRefused = -2;

  /// Calls f(row, number) for every row: kMissing where the cell is missing, kRefused for an
  /// infinite number and for a text or its terms, else number_of(label), which is asked once for
  /// each label as long as the column keeps its dictionary. REQUIRES: number_of gives the same
  /// answer each time.
  template <class NumberOf, class F>
  void for_each(const Column& column, std::int64_t rows, NumberOf&& number_of, F&& f);

  /// number_of(label) for every code of the column's dictionary, asked and remembered likewise.
  template <class NumberOf>
  const std::vector<std::int32_t>& numbers_of(const Codes& codes, NumberOf&& number_of);

 private:
  std::shared_ptr<const Dictionary> dictionary_;  // held, so that its address stays its own
  std::vector<std::int32_t> numbers_;             // by dictionary code
  std::unordered_map<double, std::int32_t> of_number_;
  ValueType holds_ = ValueType::kNumber;  // what the numbers of of_number_ are
};

// ---------------------------------------------------------------------------------------------

template <class NumberOf>
const std::vector<std::int32_t>& CodeMap::numbers_of(const Codes& codes, NumberOf&& number_of) {
  if (codes.dictionary != dictionary_) {
    dictionary_ = codes.dictionary;
    numbers_.clear();
  }
  while (numbers_.size() < static_cast<std::size_t>(dictionary_->size())) {
    numbers_.push_back(number_of(dictionary_->label(static_cast<std::int32_t>(numbers_.size()))));
  }
  return numbers_;
}

template <class NumberOf, class F>
void CodeMap::for_each(const Column& column, std::int64_t rows, NumberOf&& number_of, F&& f) {
  if (const auto* codes = std::get_if<Codes>(&column)) {
    numbers_of(*codes, number_of);
    for_each_code(*codes, rows, [&](std::int64_t row, std::int32_t code) {
      f(row, code < 0 ? kMissing : numbers_[static_cast<std::size_t>(code)]);
    });
  } else if (const auto* numbers = std::get_if<Numbers>(&column)) {
    if (std::exchange(holds_, numbers->holds) != numbers->holds) of_number_.clear();
    for_each_number(*numbers, rows, [&](std::int64_t row, double value) {
      if (!std::isfinite(value)) return f(row, std::isnan(value) ? kMissing : kRefused);
      const auto [entry, added] = of_number_.try_emplace(value, 0);
      if (added) entry->second = number_of(numbers->label(value));
      f(row, entry->second);
    });
  } else if (const auto* const found = std::get_if<Bits>(&column)) {
    const Bits& bits = *found;
    const std::int32_t of_false = number_of(Label::of(false));
    const std::int32_t of_true = number_of(Label::of(true));
    for (std::int64_t row = 0; row < rows; ++row) {
      f(row, !bits.validity.at(row) ? kMissing : bits.at(row) ? of_true : of_false);
    }
  } else {
    for (std::int64_t row = 0; row < rows; ++row) f(row, kRefused);
  }
}

}  // namespace tally
