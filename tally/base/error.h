// SPDX-License-Identifier: Apache-2.0
// Errors with a place, a name and a sentence.
//
// Everything in Tally that can fail for a reason outside the program throws `Error`: what was
// expected, what was found, where, and what to do about it. The library prints nothing; the border
// of a language (the command line, Python) translates an Error once.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tally {

/// What went wrong, by who can mend it. The values are the exit codes of the command line.
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

/// Where it went wrong; what is not known is left empty (line and row count from 1 and 0; -1:
/// none).
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
  /// `sentence` says what was expected, what was found, and what to do.
  Error(ErrorKind kind, const std::string& sentence, Place place = {});

  ErrorKind kind() const { return kind_; }
  const Place& place() const { return place_; }

 private:
  ErrorKind kind_;
  Place place_;
};

/// A text from outside as it may stand in an error: cut at 60 bytes (never inside a character),
/// control characters and invalid UTF-8 shown as \xNN, in single quotes.
std::string quoted(std::string_view text);

/// The error that a failed system call means: `doing` is "open", "read", "create" …
/// ENOENT → kNoInput, EACCES → kNoPermission, ENOSPC → kInputOutput and so on.
[[noreturn]] void throw_system_error(int error_number, std::string_view doing,
                                     const std::string& file);

}  // namespace tally
