// SPDX-License-Identifier: Apache-2.0
// A message as a mail server hands it over: header by header, and then its body in pieces.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tally::milter {

/// A header that has to be changed: the server counts those of one name from 1.
struct HeaderChange {
  std::string name;
  int number;
  std::string value;  ///< empty: it goes
};

/// Not to be shared between threads.
class HandedOverMessage {
 public:
  /// `header` is the name of the header that only we may write.
  HandedOverMessage(std::string header, std::size_t most_seen)
      : header_(std::move(header)), most_seen_(most_seen) {}

  void add_header(std::string_view name, std::string_view value);
  void end_headers();
  void add_body(std::string_view piece);
  /// The message so far, its lines ended with LF, up to the most that is seen.
  const std::string& message() const { return message_; }
  /// What takes older copies of our header out, the last ones first, so that numbers stay true.
  std::vector<HeaderChange> changes() const;

 private:
  void add(std::string_view text);

  std::string header_;
  std::size_t most_seen_;
  std::string message_;
  bool ends_in_cr_ = false;
  std::map<std::string, int> numbers_;  // by the name in small letters
  std::vector<HeaderChange> changes_;
};

/// The value of a header without what a reader that ends lines at a CR would take for our header.
std::string without_hidden(std::string_view value, std::string_view header);

}  // namespace tally::milter
