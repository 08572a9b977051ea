// SPDX-License-Identifier: Apache-2.0
// A text becomes terms.
//
// In this order: malformed bytes become U+FFFD; with `html` what the document shows stands for it
// (no tags, scripts, comments, nor what is hidden; html/html_text.h); the text is folded (NFKC_Casefold: case,
// compatibility forms and invisible characters make no difference); with `digits_alike` each of the
// digits 0 to 9 becomes 0; it is cut into tokens; a token of more than `longest_token` characters
// becomes its summary, "…:" with the first eight characters and the power of two not above their
// number ("…:aaaaaaaa:64"); n-grams are made of the tokens.
//
//   word        the segments of UAX #29 that ICU takes for numbers, letters, kana or ideographs
//               (and runs of underscores); with `pairs_of_han` instead of the dictionary's words
//               the overlapping pairs of characters of scripts that are written without spaces
//   char        each character; white space of any length is one space
//   whitespace  what stands between white space
//   regex       what a regular expression of ICU matches, or its group if it has one
//
// N-grams of characters stand together ("mon"), those of other tokens have a space between them
// ("free money").
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tally/batch/text_options.h"

namespace tally {

/// The version of Unicode's rules that cut the terms, "ICU 72.1".
std::string unicode_version();

/// Not to be shared between threads.
class Tokenizer {
 public:
  /// Throws Error (kUsage) for a regular expression that ICU does not take.
  /// REQUIRES: impossibility(options) is empty; options.tokens is not kGiven.
  explicit Tokenizer(const TextOptions& options);
  ~Tokenizer();
  Tokenizer(Tokenizer&&) noexcept;

  /// The terms of the text in their order, n-grams after the tokens that they begin with; the same
  /// term as often as it occurs. The views are valid until the next call and as long as the text.
  /// A text beyond 64 MB is cut into words, folded and matched in pieces that end at white space.
  /// Throws Error: kData if a regular expression takes too long or too much memory; kUnavailable if
  /// ICU finds no data, which a text of ASCII alone does not need.
  const std::vector<std::string_view>& cut(std::string_view text);

  /// What most of the terms of the last `cut` lie in, for TermColumn::add; valid as long as they
  /// are.
  std::string_view buffer() const;

  /// The pairs of tokens that follow each other in the text that was cut last, written as n-grams
  /// are. The views are valid until the next call of either function.
  const std::vector<std::string_view>& pairs();

  /// How many malformed sequences of bytes have become U+FFFD so far.
  std::int64_t repaired() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tally
