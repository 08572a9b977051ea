// SPDX-License-Identifier: Apache-2.0
// Where the headers of a message stand and where they end: the one answer for all who ask.
//
//   HeaderLines lines(message);
//   while (lines.next()) use(lines.kind(), lines.name(), lines.text());
//   message.substr(lines.body());
//
// From_ lines may come first. If the first line behind them that does not begin with white space
// begins like a header ("Name:", "Name :"), the message has a header block: up to the first empty
// line, and where that is missing, up to the first line that is no header. Lines that are no
// headers may stand among the headers: a From_ line, or others where the headers of mail that
// follow them before the empty line are as many. Any other message is all body.
//
// An empty line is LF alone, or the line end of the block's first line: in mail whose lines end
// with LF, a line that holds a CR is not empty. Readers differ there; those who take such a line
// for a header's would take headers below it for real.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tally {

/// The length of the lines at the start that a mailbox put there: "From …", ">From …".
std::size_t from_lines_length(std::string_view message);

/// A walk over the lines of a header block, which end with LF or CR LF. The message's bytes must
/// stay.
class HeaderLines {
 public:
  enum class Kind : std::uint8_t {
    kField,         ///< begins a header
    kContinuation,  ///< goes on with the line before
    kOther,         ///< neither
  };

  /// Where the lines end. Some readers take everything before the empty line for headers, whatever
  /// it is: for them, what stands there matters too.
  enum class Reach : std::uint8_t { kHeaders, kEmptyLine };

  explicit HeaderLines(std::string_view message, Reach reach = Reach::kHeaders);

  /// Goes to the next line, the first one at first; false at the end of the block.
  bool next();

  Kind kind() const { return kind_; }
  std::string_view text() const { return text_; }  ///< the line, its end included
  /// REQUIRES of both: kind() is kField.
  std::string_view name() const { return text_.substr(0, name_); }
  std::string_view value() const { return text_.substr(text_.find(':', name_) + 1); }

  /// Where the block begins, behind the From_ lines.
  std::size_t start() const { return start_; }
  /// Where the line at hand ends; when there is no next, where the block ends.
  std::size_t end() const { return end_; }
  /// Where the body begins: behind the empty line at end(), if there is one.
  /// REQUIRES: next() has said false.
  std::size_t body() const;
  /// Whether the message has headers at all. Where it has, and a body follows without an empty
  /// line, that line is missing.
  bool has_headers() const { return has_headers_; }

 private:
  bool is_empty(std::string_view line) const;
  bool ends_at(std::string_view line);
  bool headers_go_on(std::string_view text) const;

  std::string_view message_;
  std::size_t start_, end_;
  bool has_headers_;
  bool goes_on_;                  // whatever stands before the empty line is of the block
  std::size_t longest_line_end_;  // of an empty line
  Kind kind_ = Kind::kOther;
  std::string_view text_;
  std::size_t name_ = 0;  // its length
};

}  // namespace tally
