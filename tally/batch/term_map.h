// SPDX-License-Identifier: Apache-2.0
// The terms of a column, numbered by somebody else: CodeMap's sibling.
//
// A Terms column names its terms by codes of its own dictionary; a tally or a table numbers them
// otherwise. A TermMap asks for the number of each term once and remembers it as long as the
// column keeps its dictionary.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "tally/base/prefetch.h"
#include "tally/batch/column.h"

namespace tally {

/// Not to be shared between threads.
class TermMap {
 public:
  /// number_of(term) for each code of the column's dictionary. Valid until the next call.
  /// REQUIRES: number_of gives the same answer each time, and is the same as for `number`.
  template <class NumberOf>
  const std::vector<std::int32_t>& numbers(const Terms& column, NumberOf&& number_of) {
    look_at(column);
    for (std::int32_t code = 0; code < dictionary_->size(); ++code) number(code, number_of);
    return numbers_;
  }

  /// The same where the numbers are the codes of another dictionary, which does not change: −1 for
  /// a term that it does not have. REQUIRES: `number` is not asked, and no other dictionary is
  /// given.
  const std::vector<std::int32_t>& codes_in(const TermDictionary& other, const Terms& column) {
    if (column.dictionary != dictionary_) numbers_.clear();
    const std::size_t known = numbers_.size();
    look_at(column);
    other.find(dictionary_->terms().subspan(known), std::span(numbers_).subspan(known));
    return numbers_;
  }

  /// For a few codes of a large dictionary: `look_at` a column, then ask for the number of a code;
  /// number_of(term) is asked for the terms that are met, once each.
  void look_at(const Terms& column) {
    if (column.dictionary != dictionary_) {
      dictionary_ = column.dictionary;
      numbers_.clear();
      in_step_ = 0;
    }
    numbers_.resize(static_cast<std::size_t>(dictionary_->size()), kNotAsked);
  }
  /// For all codes at once: number_all(terms, numbers) gives the numbers of many terms. If each
  /// number is its code plus one and the same offset, gives that. Else, or if there were more than
  /// `most` terms to ask for, the codes have to be asked for one by one.
  /// REQUIRES: number_all gives what number_of does.
  template <class NumberAll>
  std::optional<std::int32_t> offset_of_all(const Terms& column, std::int64_t most,
                                            NumberAll&& number_all) {
    const auto known = static_cast<std::size_t>(column.dictionary == dictionary_ ? in_step_ : 0);
    if (column.dictionary == dictionary_ && known < numbers_.size()) return std::nullopt;
    if (column.dictionary->size() - static_cast<std::int64_t>(known) > most) return std::nullopt;
    look_at(column);
    number_all(dictionary_->terms().subspan(known), std::span(numbers_).subspan(known));
    step_on();
    if (numbers_.empty() || in_step_ < dictionary_->size()) return std::nullopt;
    return numbers_[0];
  }
  /// Asks the memory for the number of a code, whatever that is.
  void prefetch(std::int32_t code) const {
    if (code < in_step_) return;
    prefetch_line(numbers_.data(), std::int64_t{sizeof(std::int32_t)} * code);
  }
  /// REQUIRES: 0 <= code < the size of the dictionary looked at.
  template <class NumberOf>
  std::int32_t number(std::int32_t code, NumberOf&& number_of) {
    if (code < in_step_) return code + numbers_[0];
    std::int32_t& number = numbers_[static_cast<std::size_t>(code)];
    if (number == kNotAsked) {
      number = number_of(dictionary_->term(code));
      step_on();
    }
    return number;
  }

 private:
  void step_on() {
    while (in_step_ < dictionary_->size() && is_in_step(in_step_)) ++in_step_;
  }
  bool is_in_step(std::int32_t code) const {
    return numbers_[0] != kNotAsked &&
           numbers_[static_cast<std::size_t>(code)] == numbers_[0] + code;
  }

  static constexpr std::int32_t kNotAsked = std::numeric_limits<std::int32_t>::min();

  std::shared_ptr<const TermDictionary> dictionary_;  // held, so that its address stays its own
  std::vector<std::int32_t> numbers_;                 // by dictionary code
  // Terms that are new to both sides are numbered in the same order: so many from the first on, of
  // which no number has to be looked up.
  std::int32_t in_step_ = 0;
};

}  // namespace tally
