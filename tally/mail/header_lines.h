// Where the headers of a message stand and where they end: the one answer for all who ask.
//
//   HeaderLines lines(message);
//   while (lines.next()) use(lines.kind(), lines.name(), lines.text());
//   message.substr(lines.body());
//
// From_ lines may come first. If the first line behind them that does not begin with white space
// begins like a header ("Name:", "Name :"), the header block is everything up to the first empty
// line, or all of the message where there is none: lines that are no headers may stand among the
// headers. Any other message is all body.
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

  explicit HeaderLines(std::string_view message);

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

 private:
  bool is_empty(std::string_view line) const;

  std::string_view message_;
  std::size_t start_, end_;
  bool has_headers_;
  std::size_t longest_line_end_;  // of an empty line
  Kind kind_ = Kind::kOther;
  std::string_view text_;
  std::size_t name_ = 0;  // its length
};

}  // namespace tally
