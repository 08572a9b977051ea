// SPDX-License-Identifier: Apache-2.0
// How a column of texts is cut into terms, and how the terms are modelled unless a question says
// otherwise. Part of the schema: two models merge only if their texts were cut alike.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tally {

enum class TokenKind : std::uint8_t {
  kWord,        ///< Unicode words (UAX #29; Chinese, Japanese, Thai by dictionary)
  kChar,        ///< single characters: with n-grams, the pieces of 3 to 5 that fastText likes
  kWhitespace,  ///< what stands between white space
  kRegex,       ///< what a regular expression matches
  kMail,        ///< the mail reader has cut them: the column is a zone of a message
};

/// How the terms of a text make its probability.
enum class TextModel : std::uint8_t {
  kMultinomial,           ///< Π p_t^x_t over the terms and how often they occur
  kBoolean,               ///< the same with every x_t 0 or 1, from the number of rows with the term
  kBernoulli,             ///< Π p_t or 1 − p_t over the whole dictionary
  kComplement,            ///< by the terms of all other classes (Rennie et al. 2003)
  kNormalisedComplement,  ///< the same with weights that sum to one in each class
};

std::string_view to_string(TokenKind kind);   ///< "word", "char", "whitespace", "regex", "mail"
std::string_view to_string(TextModel model);  ///< "multinomial", "boolean", "bernoulli",
                                              ///< "complement", "normalised-complement"
std::optional<TokenKind> parse_token_kind(std::string_view text);
std::optional<TextModel> parse_text_model(std::string_view text);

/// What of a message is evidence. The rest of it is one term that says so.
struct MailLimits {
  std::int64_t levels = 100;  ///< of parts within parts
  std::int64_t parts = 1000;  ///< of MIME
  std::int64_t header_bytes = 1 << 20;
  std::int64_t text_bytes = 4 << 20;  ///< decoded
  std::int64_t terms = 100'000;
  friend bool operator==(const MailLimits&, const MailLimits&) = default;
};

struct TextOptions {
  TokenKind tokens = TokenKind::kWord;
  std::string regex;            ///< for TokenKind::kRegex
  int shortest_gram = 1;        ///< terms are sequences of so many tokens …
  int longest_gram = 1;         ///< … up to so many
  bool fold = true;             ///< NFKC and case folding
  bool pairs_of_han = false;    ///< Han, Kana, Thai: overlapping pairs of characters, not words
  bool digits_alike = false;    ///< every digit from 0 to 9 is read as 0: what counts is how many
  bool pairs = false;           ///< tokens that follow each other are evidence of their own
  bool once = false;            ///< a term counts once a row, however often it occurs
  int longest_token = 40;       ///< characters; a longer token becomes a summary of itself
  std::int64_t most_terms = 0;  ///< the rarest are dropped beyond so many; 0: none ever
  TextModel model = TextModel::kMultinomial;
  MailLimits limits;  ///< for TokenKind::kMail

  friend bool operator==(const TextOptions&, const TextOptions&) = default;
};

/// The one text of these options, "tokens=word grams=1-2 …": what a model file keeps. Only what
/// differs from the default is in it; the regular expression comes last.
std::string to_string(const TextOptions& options);
/// Reads that text, in any order. std::nullopt if it is anything else, or if the options make no
/// sense: see `impossibility`.
std::optional<TextOptions> parse_text_options(std::string_view text);

/// Why the options make no sense ("the n-grams 3-2 run backwards"), or nothing if they do.
std::string impossibility(const TextOptions& options);

}  // namespace tally
