// SPDX-License-Identifier: Apache-2.0
// A message with a verdict in its headers.
//
//   MarkedMessage marked(message, "X-Tally");
//   marked.write_headers("spam, p=0.9987", sink);
//
// The header stands at the end of the header block (see HeaderLines), with the line end that the
// message uses; older copies of it are left out; every other byte is as it was. Where the empty
// line behind the headers is missing, it stays so, and copies are left out up to the next empty
// line, since some readers look for headers there. A message that is all body gets the header and
// an empty line before it.
//
// Readers do not agree on what ends a line, and a sender knows that: for some a CR alone does, some
// take a line of nothing but CR for the empty one. So what would be an older copy to any of them is
// left out, and the header stands before a line that is empty to any of them.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tally {

class MarkedMessage {
 public:
  /// `message` may be only the beginning of one: of a header block that does not end in it, that
  /// beginning is the header block. REQUIRES: is_header_name(name); the bytes of `message` stay.
  MarkedMessage(std::string_view message, std::string_view name, bool is_whole = true);

  using Sink = std::function<void(std::string_view)>;
  /// Hands the header block to `sink`, marked; `value` is one line of text.
  void write_headers(std::string_view value, const Sink& sink) const;
  /// Where the rest begins, which is to follow as it is: the empty line, if there is one.
  std::size_t body_start() const { return body_start_; }

 private:
  void add(std::string_view line);

  std::string name_;
  std::string_view line_end_;
  std::vector<std::string_view> kept_;  // the header block without older copies
  std::size_t body_start_ = 0;
  bool needs_empty_line_ = false;       // there was no header block before
  bool skipping_ = false;               // the lines at hand belong to an older copy
  std::size_t field_ = 0;               // where in kept_ the header at hand begins
  std::optional<std::size_t> place_{};  // of the new header in kept_; none: behind all
};

/// Letters, digits and signs, as RFC 5322 has them: no space, no colon.
bool is_header_name(std::string_view name);

}  // namespace tally
