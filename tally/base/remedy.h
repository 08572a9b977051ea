// SPDX-License-Identifier: Apache-2.0
// What can be done about something, as data. Here stands what to do; how it is typed (an option, a
// parameter) is known to the front ends, and each says it in one place.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tally {

enum class RemedyKind {
  kInWords,              ///< `value` says it: "mend it"
  kDeclareFamily,        ///< `column` (empty: one of them) is of the family `value` (empty: any)
  kIgnoreColumn,         ///< leave `column` (empty: the one of the text at hand) out
  kMarkMissing,          ///< the text `value` means that there is none
  kDeclareValue,         ///< the value at hand is possible, too
  kNameTarget,           ///< say which column is the class; `value`: those that there are
  kNameOtherTarget,      ///< another column is the class
  kNameGroup,            ///< a name for a group of multinomial columns
  kGiveThreshold,        ///< a number is true above it
  kRaiseCategoryLimit,   ///< how many different values a column may have
  kNameDecimalMark,      ///< whether numbers have a comma or a point
  kSetDelimiter,         ///< another character divides cells
  kSetDelimiterOrQuote,  ///< the two must differ
  kReadQuotesAsText,     ///< a quote is a character like others
  kReadWithoutHeader,    ///< the first line is a row
  kKeepNoCells,          ///< cells as they are written are not asked for
  kNameNoFormat,         ///< what the input is, is found out
  kReadAsMail,           ///< the folder `value` is mail of the class `column` (empty: any)
  kNameCutting,          ///< say how texts are cut: `value` (empty: into any)
};

/// "declare_family", for programs.
std::string_view to_string(RemedyKind kind);

struct Remedy {
  RemedyKind kind = RemedyKind::kInWords;
  std::string column;
  std::string value;
  std::string when;  ///< "if they are names"; empty: whenever

  static Remedy of(RemedyKind kind, std::string value = "");
  static Remedy in_words(std::string words);
  static Remedy family(std::string column, std::string family, std::string when = "");
  static Remedy ignore(std::string column, std::string when = "");
  static Remedy missing(std::string text, std::string when = "");

  friend bool operator==(const Remedy&, const Remedy&) = default;
};

/// In the words of no front end: "declare the column 'x' as categorical".
std::string to_string(const Remedy& remedy);

/// What is said about something, and what can be done about it.
struct Remark {
  std::string sentence;
  std::vector<Remedy> remedies;

  friend bool operator==(const Remark&, const Remark&) = default;
};

/// The sentence and the phrases behind it: "…; do this, do that, or do a third". Behind a question
/// they begin anew: "a leak? Do this".
std::string advised(const std::string& sentence, const std::vector<std::string>& phrases);
/// The same in the words of no front end.
std::string to_string(const Remark& remark);

}  // namespace tally
