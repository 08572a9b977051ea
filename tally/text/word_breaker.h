// SPDX-License-Identifier: Apache-2.0
// The words of a text, by the rules of UAX #29.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

namespace tally::text {

/// ICU is woken by the first text that is not ASCII. Not to be shared between threads.
class WordBreaker {
 public:
  WordBreaker();
  ~WordBreaker();
  WordBreaker(WordBreaker&&) noexcept;

  /// Adds the words in their order: the segments that ICU takes for a number, letters, kana or
  /// ideographs. Stretches of ASCII are cut without ICU where that makes no difference.
  /// REQUIRES: UTF-8.
  void cut(std::string_view text, std::vector<std::string_view>& words);
  /// The same by ICU alone.
  void cut_by_icu(std::string_view text, std::vector<std::string_view>& words);

 private:
  struct Icu;
  std::unique_ptr<Icu> icu_;
};

}  // namespace tally::text
