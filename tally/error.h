// SPDX-License-Identifier: Apache-2.0
// error: what went wrong, where, and what can be done about it.
//
//   try {
//     Table table({"iris.csv"}, ReadOptions{});
//   } catch (const Error& error) {
//     std::cerr << error.what();
//   }
//
// Everything in Tally that can fail for a reason outside the program throws `Error`: what was
// expected, what was found, where, and what can be done about it. The library prints nothing and
// knows no option; each front end (the command line, Python) translates an Error once, from its
// parts, and phrases the remedies in its own words.
//
// A remedy is data: it says what to do. How that is typed (an option, a parameter) is known to the
// front ends, each in one place.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace tally {

enum class RemedyKind {
  kInWords,              ///< `value` is the sentence: "mend it"
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
  kKeepNoCells,          ///< do not ask for the cells as they were written
  kNameNoFormat,         ///< let the format be recognised
  kNameCutting,          ///< say how texts are cut: `value` (empty: into any)
  kReadAsMail,           ///< the folder `value` is mail of the class `column` (empty: any)
  kAskWithMessages,      ///< the model answers messages, not rows
  kWorkRuleOut,          ///< the model's rule is worked out again
  kMakeCanonical,        ///< who may write its folder makes the model's file canonical
  kChangeInFile,         ///< rows are learned and forgotten in the model's file
  kLeaveDigestsOut,      ///< a copy of the model is without its digests
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

/// In neutral words, of no front end: "declare the column 'x' as categorical".
std::string to_string(const Remedy& remedy);

/// What is said about something, and what can be done about it.
struct Remark {
  std::string sentence;
  std::vector<Remedy> remedies;

  friend bool operator==(const Remark&, const Remark&) = default;
};

/// The sentence followed by the phrases: "…; do this, do that, or do a third". After a question a
/// new sentence begins: "a leak? Do this".
std::string advised(const std::string& sentence, const std::vector<std::string>& phrases);
/// The same in neutral words.
std::string to_string(const Remark& remark);

/// What went wrong, by who can fix it. The values are the exit codes of the command line.
enum class ErrorKind : int {
  kUsage = 64,         ///< the question itself is wrong: an option, a name, a combination
  kData = 65,          ///< data or a model does not say what it should
  kNoInput = 66,       ///< there is no such input
  kUnavailable = 69,   ///< a library that would be needed is missing
  kDefect = 70,        ///< a defect in Tally
  kCannotCreate = 73,  ///< the output cannot be created
  kInputOutput = 74,   ///< reading or writing failed half-way
  kTryAgain = 75,      ///< another process holds the model
  kNoPermission = 77,  ///< the file may not be read or written
};

/// Where it went wrong; what is not known is left empty (lines count from 1, rows from 0; -1: not
/// known).
struct Place {
  std::string file;
  std::int64_t line = -1;
  std::int64_t row = -1;
  std::string column;

  /// "iris.csv:12: column 'age': ", or nothing for an empty place.
  std::string prefix() const;
};

class Error : public std::runtime_error {
 public:
  /// `sentence` says what was expected and what was found; it begins with a small letter and has no
  /// full stop.
  Error(ErrorKind kind, const std::string& sentence, Place place = {});
  /// The same with what can be done about it. what() is all of it in neutral words.
  Error(ErrorKind kind, Remark remark, Place place = {});

  ErrorKind kind() const { return kind_; }
  const std::string& sentence() const { return remark_.sentence; }
  const std::vector<Remedy>& remedies() const { return remark_.remedies; }
  const Place& place() const { return place_; }
  /// The place and the sentence: "iris.csv:12: column 'age': expected a number".
  std::string located() const { return place_.prefix() + sentence(); }

  /// The same error with other words in front; its place becomes part of the sentence.
  Error behind(const std::string& words) const;
  /// The same error at another place.
  Error at(Place place) const;

 private:
  ErrorKind kind_;
  Remark remark_;
  Place place_;
};

/// A text from outside as it may stand in an error: cut at 60 bytes (never inside a character),
/// control characters and invalid UTF-8 shown as `\xNN`, in single quotes.
std::string in_quotes(std::string_view text);

/// The error that a failed system call means: `doing` is "open", "read", "create" …
/// ENOENT → kNoInput, EACCES → kNoPermission, ENOSPC → kInputOutput and so on.
[[noreturn]] void throw_system_error(int error_number, std::string_view doing,
                                     const std::string& file);

}  // namespace tally
