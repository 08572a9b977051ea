// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/charset/language_scores.h"

#include <cmath>
#include <cstddef>

#include "tally/mail/ascii.h"

namespace tally::mail {

namespace {

enum Kind : std::uint8_t { kSign, kAscii, kSmall, kCapital };

// P(next kind | kind) by script: [script][from][to], each row sums to 1.
constexpr double kSteps[4][4][4] = {
    // Latin
    {{.380, .590, .020, .010},
     {.200, .755, .040, .005},
     {.170, .800, .028, .002},
     {.100, .850, .030, .020}},
    // cased
    {{.350, .150, .400, .100},
     {.290, .700, .007, .003},
     {.180, .002, .815, .003},
     {.150, .005, .720, .125}},
    // spaced
    {{.350, .150, .499, .001},
     {.290, .690, .019, .001},
     {.220, .005, .774, .001},
     {.220, .005, .774, .001}},
    // unspaced
    {{.400, .150, .449, .001},
     {.280, .670, .049, .001},
     {.060, .010, .929, .001},
     {.060, .010, .929, .001}},
};

// Their logarithms: a text is scored by a dozen languages, character by character.
struct LogSteps {
  LogSteps() {
    for (int script = 0; script < 4; ++script) {
      for (int from = 0; from < 4; ++from) {
        for (int to = 0; to < 4; ++to) of[script][from][to] = std::log(kSteps[script][from][to]);
      }
    }
  }
  double of[4][4][4];
};

constexpr double kRankOffset = 6;  // of Zipf's law: p ~ 1 / (rank + offset)
constexpr double kCommon = .94;    // the share of letters that are among the common ones
constexpr double kOthers = .05;    // and of the language's others
constexpr double kStrangers = 30'000;
constexpr double kMistake = -16;

bool is_capital(char32_t c) {
  if (c < 0x100) return c >= 0xC0 && c <= 0xDE;
  if (c < 0x180) return ((c >= 0x139 && c <= 0x148) || c >= 0x179) ? c % 2 == 1 : c % 2 == 0;
  return (c >= 0x386 && c <= 0x3AB) || (c >= 0x400 && c <= 0x42F);
}

bool is_sign(char32_t c) {
  return c < 0xC0 || c == 0xD7 || c == 0xF7 || (c >= 0x2000 && c <= 0x2BFF) || c == 0xFFFD ||
         (c >= 0xE000 && c <= 0xF8FF);
}

Kind kind_of(char32_t c) {
  if (c < 0x80) return is_letter(static_cast<char>(c)) ? kAscii : kSign;
  if (is_sign(c)) return kSign;
  return is_capital(c) ? kCapital : kSmall;
}

// log P(sign | a sign): spaces are half of them; controls and characters without a meaning are
// mistakes.
double of_sign(char32_t c) {
  if (c == ' ' || c == '\n') return std::log(.25);
  if (c < 0x80) return std::log(.5 / 50);
  if (c < 0xA0 || c == 0xFFFD || (c >= 0xE000 && c <= 0xF8FF)) return kMistake;
  if (c == 0xA0 || (c >= 0x2010 && c <= 0x2026)) return std::log(.01);  // dashes, quotes, dots
  return c < 0xC0 ? std::log(.0003) : std::log(.0001);
}

// The character at `at`, which goes behind it.
char32_t next_character(std::string_view text, std::size_t& at) {
  const auto byte = [&](std::size_t i) {
    return static_cast<char32_t>(static_cast<unsigned char>(text[i]));
  };
  const char32_t first = byte(at++);
  if (first < 0x80) return first;
  const int more = first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
  char32_t c = first & (0x3FU >> more);
  for (int i = 0; i < more; ++i) c = c << 6 | (byte(at++) & 0x3FU);
  return c;
}

}  // namespace

LanguageScores::LanguageScores() {
  for (std::size_t i = 0; i < kLanguages; ++i) {
    const std::u32string_view letters = languages()[i].letters;
    double sum = 0;
    for (std::size_t rank = 0; rank < letters.size(); ++rank) {
      sum += 1 / (static_cast<double>(rank) + kRankOffset);
    }
    for (std::size_t rank = 0; rank < letters.size(); ++rank) {
      const double share = 1 / (static_cast<double>(rank) + kRankOffset) / sum;
      letters_[i].emplace(letters[rank], std::log(kCommon * share));
    }
  }
}

double LanguageScores::of_letter(char32_t letter, LanguageName name) const {
  const auto found = letters_[name].find(letter);
  if (found != letters_[name].end()) return found->second;
  const Language& language = languages()[name];
  const bool is_own = letter >= language.first && letter <= language.last;
  return is_own ? std::log(kOthers / language.others)
                : std::log((1 - kCommon - kOthers) / kStrangers);
}

double LanguageScores::of(std::string_view text, LanguageName name) const {
  static const LogSteps log_steps;
  const auto& steps = log_steps.of[static_cast<std::size_t>(languages()[name].script)];
  double sum = 0;
  Kind before = kSign;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = next_character(text, at);
    const Kind kind = kind_of(c);
    sum += steps[before][kind];
    if (kind == kSign) {
      sum += of_sign(c);
    } else {
      sum += kind == kAscii ? -std::log(26.0) : of_letter(c, name);
    }
    before = kind;
  }
  return sum;
}

}  // namespace tally::mail
