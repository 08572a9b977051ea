// SPDX-License-Identifier: Apache-2.0
// Where answers go: standard output or a file. What is told to the user goes to standard error.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tally/inside/base.h"

namespace tally::cli {

/// Thrown when the reader of a pipe has gone.
struct ClosedPipe {};

/// Standard output, or a file that appears under its name only when it is complete.
class Output {
 public:
  /// An empty path or "-" is standard output. Throws Error: kCannotCreate, kNoPermission. A model
  /// file is never overwritten.
  explicit Output(const std::string& path = "");
  ~Output();
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  /// Throws Error (kInputOutput: the disk is full …) or ClosedPipe.
  void write(std::string_view text);
  /// Writes what is buffered: whoever reads along sees it.
  void flush();
  /// Writes what is buffered and puts the file in its place.
  void finish();

 private:
  std::string path_;   // as given, for errors
  std::string final_;  // empty: written directly
  std::optional<TemporaryFile> unfinished_;
  std::string buffer_;
  int file_ = 1;
};

/// Throws Error (kUsage) for a name that ends in none of these, as x.xlsx does: what is in the file
/// would be something else. A name without an ending, or with a number for one, has no say.
/// `remedy` ends the sentence if it is not empty.
void check_ending(const std::string& path, const std::vector<std::string>& written,
                  const std::string& remedy = "");

/// Whether there is a file of this name that is an SQLite database, as models are.
bool is_database(const std::string& path);

/// Writes a text for people to standard output: what a terminal would obey is shown (see
/// base/shown.h), and headings are bold on a terminal (see style.h).
void print(std::string_view text);
/// Writes what a program reads to standard output: JSON, CSV, pages, scripts. Every byte as it is.
void print_data(std::string_view text);
/// Writes a line to standard error, shown likewise.
void tell(std::string_view line);
/// Tells an error: "tally: " stands before it, red on a terminal.
void complain(std::string_view sentence);

}  // namespace tally::cli
