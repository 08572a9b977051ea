// SPDX-License-Identifier: Apache-2.0
// Languages that mail is written in, as far as a charset is told by them.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace tally::mail {

struct Language {
  enum class Script : std::uint8_t {
    kLatin,     ///< a few letters of its own among those of ASCII
    kCased,     ///< letters of its own, with capitals
    kSpaced,    ///< letters of its own, without
    kUnspaced,  ///< and without spaces between words
  };
  std::u32string_view letters;  ///< the most frequent first
  Script script;
  char32_t first, last;  ///< where its other letters are,
  int others;            ///< and about how many of them are used
};

enum LanguageName : std::uint8_t {
  kChinese,
  kTraditionalChinese,
  kJapaneseLanguage,
  kKoreanLanguage,
  kRussianLanguage,
  kWesternLanguages,
  kIberianLanguages,
  kGermanicLanguages,
  kCentralLanguages,
  kTurkishLanguage,
  kBalticLanguages,
  kGreekLanguage,
  kHebrewLanguage,
  kArabicLanguage,
  kLanguages,
};

/// In the order of their names.
const std::array<Language, kLanguages>& languages();

}  // namespace tally::mail
