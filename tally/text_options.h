// SPDX-License-Identifier: Apache-2.0
// How a column of texts is cut into terms, and how the terms are modelled unless a question says
// otherwise. Part of the schema: two models merge only if their texts were cut alike.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tally {

/// The answer instead of a class when no class is sure enough.
inline constexpr const char* kUnsureName = "unsure";

/// Why some class names are refused. By default none is.
struct ClassNames {
  // String literals, so that they outlive every schema.
  std::string_view why_one_line;    ///< no line breaks or other control characters; empty: any
  std::string_view why_not_unsure;  ///< not kUnsureName; empty: that too

  friend bool operator==(const ClassNames&, const ClassNames&) = default;
};

/// Why no class can have this name, or nothing.
std::string_view class_name_fault(const ClassNames& names, std::string_view name);

enum class TokenKind : std::uint8_t {
  kWord,        ///< Unicode words (UAX #29; Chinese, Japanese, Thai by dictionary)
  kChar,        ///< single characters: with n-grams, the pieces of 3 to 5 that fastText likes
  kWhitespace,  ///< what is between white space
  kRegex,       ///< what a regular expression matches
  kGiven,       ///< not cut here: a reader gives the terms, see GivenTerms
};

/// How the terms of a text make its probability.
enum class TextModel : std::uint8_t {
  kMultinomial,           ///< Π p_t^x_t over the terms and how often they occur
  kBoolean,               ///< the same with every x_t 0 or 1, from the number of rows with the term
  kBernoulli,             ///< Π p_t or 1 − p_t over the whole dictionary
  kComplement,            ///< by the terms of all other classes (Rennie et al. 2003)
  kNormalisedComplement,  ///< the same with weights that sum to one in each class
};

std::string_view to_string(TokenKind kind);   ///< "word", "char", "whitespace", "regex", "given"
std::string_view to_string(TextModel model);  ///< "multinomial", "boolean", "bernoulli",
                                              ///< "complement", "normalised-complement"
std::optional<TokenKind> parse_token_kind(std::string_view text);  ///< of those that are cut here
std::optional<TextModel> parse_text_model(std::string_view text);
std::vector<std::string> token_kind_names();  ///< of those that are cut here
std::vector<std::string> text_model_names();

/// Properties of rows that do not follow from their columns. A reader declares them.
struct RowTraits {
  bool are_private = false;  ///< only the owner may read a new file of their counts
  bool are_known = false;    ///< every model of them keeps their digests
  bool have_rule = false;    ///< texts are combined by a learned rule, even if no row was sampled
  bool fix_lambda = false;   ///< the λ of that rule is not learned
  ClassNames class_names;

  friend bool operator==(const RowTraits&, const RowTraits&) = default;
};

/// What a reader that cuts texts itself declares: about one column, and about its rows.
struct GivenTerms {
  std::string reader;                ///< the name that is written for all of this
  std::vector<std::int64_t> limits;  ///< how much of a row is evidence, in the reader's own order
  bool is_running_text = true;       ///< and not, for example, the headers around a text
  bool is_pairs = false;             ///< pairs of the words of other columns
  RowTraits rows;

  friend bool operator==(const GivenTerms&, const GivenTerms&) = default;
};

struct TextOptions {
  TokenKind tokens = TokenKind::kWord;
  std::string regex;            ///< for TokenKind::kRegex
  int shortest_gram = 1;        ///< terms are sequences of so many tokens …
  int longest_gram = 1;         ///< … up to so many
  bool fold = true;             ///< NFKC and case folding
  bool pairs_of_han = false;    ///< Han, Kana, Thai: overlapping pairs of characters, not words
  bool digits_alike = false;    ///< every digit from 0 to 9 is read as 0: only their number matters
  bool pairs = false;           ///< tokens that follow each other are evidence of their own
  bool once = false;            ///< a term counts once a row, however often it occurs
  bool html = false;            ///< the text is HTML: only what it shows is cut
  int longest_token = 40;       ///< characters; a longer token becomes a summary of itself
  std::int64_t most_terms = 0;  ///< the rarest are dropped beyond so many; 0: none ever
  TextModel model = TextModel::kMultinomial;
  GivenTerms given;  ///< for TokenKind::kGiven

  friend bool operator==(const TextOptions&, const TextOptions&) = default;
};

/// The canonical text of these options, "tokens=word grams=1-2 …": what a model file keeps. Only
/// what differs from the default is in it; the regular expression comes last.
std::string to_string(const TextOptions& options);
/// What a reader of this name declares, with its usual limits; std::nullopt: no reader has that
/// name.
using KnownReader = std::function<std::optional<GivenTerms>(std::string_view name)>;

/// Reads that text, in any order. std::nullopt if it is anything else, or if the options make no
/// sense: see `impossibility`.
std::optional<TextOptions> parse_text_options(std::string_view text,
                                              const KnownReader& reader = nullptr);

/// Why the options make no sense ("the n-grams 3-2 run backwards"), or nothing if they do.
std::string impossibility(const TextOptions& options);

}  // namespace tally
