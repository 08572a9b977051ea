// SPDX-License-Identifier: Apache-2.0
// Which charset bytes are in, where nobody says so or what is said does not fit.
//
// The bytes are read in each of some charsets, and the reading that makes the likeliest text in one
// of the languages that are written in that charset is taken (language_scores.h).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "tally/mail/charset/language_scores.h"

namespace tally::mail {

class CharsetGuess {
 public:
  /// Reads a text: nothing if the charset is not to be had. What is no character is U+FFFD.
  using Reading =
      std::function<std::optional<std::string_view>(std::string_view bytes, const char* charset)>;

  /// iconv's name of the likeliest charset. `declared` is iconv's name of the one that was named,
  /// or empty; it is one of the candidates then, and is preferred to others by so many nats.
  std::string operator()(std::string_view bytes, std::string_view declared, double preferred,
                         const Reading& read) const;

  /// Whether it is known what texts in this charset look like.
  static bool is_known(std::string_view charset);
  /// Of those, the ones with two bytes for a character: a text in which most characters are common
  /// is hardly one by chance, so that others need not be tried.
  static bool is_east_asian(std::string_view charset);
  /// REQUIRES: is_east_asian(charset).
  bool is_likely(std::string_view text, std::string_view charset) const;

 private:
  double score(std::string_view text, std::string_view charset) const;

  LanguageScores scores_;
};

/// The piece of a long text that is looked at: from before its first byte beyond ASCII on.
std::string_view telling_piece(std::string_view bytes);

}  // namespace tally::mail
