// SPDX-License-Identifier: Apache-2.0
// text: documents in, terms out.
//
//   TermCutter cutter(schema);            // one per thread
//   cutter.cut(batch);                    // its text columns are terms now
//
//   Tokenizer words(TextOptions{});       // the same for a single text
//   for (std::string_view term : words.cut("Free money, FREE!")) …      // free, money, free
//
// Words are those of Unicode (UAX #29), as ICU finds them; for pure ASCII there is a faster path
// with the same result. Nothing is fatal here: bytes that are not UTF-8 become U+FFFD and are
// counted, and a token that is too long becomes a summary of itself.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tally/batch.h"
#include "tally/schema.h"
#include "tally/text_options.h"

namespace tally {

// A text becomes terms.
//
// In this order: malformed bytes become U+FFFD; with `html` the document is replaced by the text
// that it shows (no tags, scripts, comments or hidden text; html/html_text.h); the text is folded
// (NFKC_Casefold: case, compatibility forms and invisible characters make no difference); with
// `digits_alike` each of the digits 0 to 9 becomes 0; it is cut into tokens; a token of more than
// `longest_token` characters becomes its summary, "…:" with the first eight characters and the
// power of two not above their number ("…:aaaaaaaa:64"); n-grams are made of the tokens.
//
//   word        the segments of UAX #29 that ICU takes for numbers, letters, kana or ideographs
//               (and runs of underscores); with `pairs_of_han` instead of the dictionary's words
//               the overlapping pairs of characters of scripts that are written without spaces
//   char        each character; white space of any length is one space
//   whitespace  what is between white space
//   regex       what a regular expression of ICU matches, or its group if it has one
//
// N-grams of characters stand together ("mon"), those of other tokens have a space between them
// ("free money").

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

  /// The buffer that contains most of the terms of the last `cut`, for TermColumn::add; valid as
  /// long as they are.
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

/// Not to be shared between threads.
class TermCutter {
 public:
  /// For the features of family text whose terms no reader gives. Throws Error (kUsage) as Tokenizer does.
  explicit TermCutter(const Schema& schema);
  ~TermCutter();
  TermCutter(TermCutter&&) noexcept;
  TermCutter& operator=(TermCutter&&) noexcept;

  /// Replaces each Texts column of such a feature by its Terms, and adds the column of its pairs
  /// (`pairs_of`) if the schema asks for one; leaves all else alone. The columns are valid until
  /// the next call.
  void cut(Batch& batch);

  /// How many malformed sequences of bytes have become U+FFFD so far.
  std::int64_t repaired() const;

 private:
  struct Cut;
  std::vector<Cut> columns_;
};

// The ways to cut a text of a script without spaces (Chinese, Japanese, Thai) that are tried if
// none is given.

enum class Cutting : std::uint8_t {
  kWords,              ///< of a dictionary
  kCharacters,         ///< of all scripts
  kPairsOfCharacters,  ///< overlapping; what has spaces is cut into words
};

/// The first is the default: it is taken unless another is better.
inline constexpr std::array kCuttings{Cutting::kWords, Cutting::kCharacters,
                                      Cutting::kPairsOfCharacters};

std::string_view to_string(Cutting cutting);  ///< "words", "characters", "pairs of characters"

/// The options with this cutting. REQUIRES: they are of words.
TextOptions cut_into(Cutting cutting, TextOptions options);

}  // namespace tally
