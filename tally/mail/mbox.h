// SPDX-License-Identifier: Apache-2.0
// The messages of a file: one, or as many as an mbox has.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "tally/read/byte_source.h"

namespace tally::mail {

/// A line that separates the messages of an mbox: "From alice@example.org Sat Nov 15 10:00:00
/// 2026". It has a day and a time, which "From time to time" has not.
bool is_from_line(std::string_view line);

/// Reads a stream message by message; of each no more is kept than tidy() looks at. A stream that
/// begins with a From_ line is an mbox: a further message begins with every From_ line after an
/// empty line. Any other stream is one message. ("From " within a message is often written ">From
/// ", which is the same word.) Not to be shared between threads.
class MessageReader {
 public:
  /// With `one_message`, From_ lines within it do not matter.
  MessageReader(std::unique_ptr<ByteSource> source, bool one_message);

  /// Goes on with another stream, in the same memory.
  void restart(std::unique_ptr<ByteSource> source, bool one_message);

  /// The next message, its From_ line included; std::nullopt at the end. An empty stream has none.
  /// Throws Error as ByteSource does.
  std::optional<std::string> next();

 private:
  std::string_view untaken() const { return std::string_view(buffer_).substr(at_, end_ - at_); }
  bool fill();
  bool take_line();
  void take_all();
  void keep(std::string_view piece);

  std::unique_ptr<ByteSource> source_;
  bool one_message_;
  bool is_started_ = false;
  std::string buffer_;
  std::size_t at_ = 0;         // in buffer_: what is not yet taken …
  std::size_t end_ = 0;        // … up to here
  bool at_line_start_ = true;  // whether buffer_[at_] begins a line
  bool after_blank_ = false;   // whether the line before is empty
  std::string message_;
};

}  // namespace tally::mail
