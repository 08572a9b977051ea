// SPDX-License-Identifier: Apache-2.0
// How likely a text is in a language.
//
//   const LanguageScores scores;
//   scores.of(text, kRussianLanguage) > scores.of(other, kChinese)
//
// A text is a walk between four kinds of characters: signs, letters of ASCII, and small and capital
// letters beyond it. How likely a step is depends on how the language is written: letters with
// accents stand alone among those of ASCII, Cyrillic ones do not; capitals begin words. A letter
// beyond ASCII has the probability of its rank (Zipf's law), one that is not among the common ones
// is rare. So the same bytes can be read in several charsets, and the readings compared.
#pragma once

#include <array>
#include <string_view>
#include <unordered_map>

#include "tally/mail/charset/languages.h"

namespace tally::mail {

/// Immutable; free to share between threads.
class LanguageScores {
 public:
  LanguageScores();
  /// log P(text) in nats. U+FFFD stands for a mistake. REQUIRES: is_utf8(text).
  double of(std::string_view text, LanguageName language) const;

 private:
  double of_letter(char32_t letter, LanguageName language) const;

  std::array<std::unordered_map<char32_t, double>, kLanguages> letters_;
};

}  // namespace tally::mail
