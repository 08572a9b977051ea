// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/mime/message_bytes.h"

#include <algorithm>

#include "tally/mail/mime/header_lines.h"

namespace tally::mail {

namespace {

// Carriage returns before a line end go. The rest of a message that is too long is not touched.
std::string_view with_plain_line_ends(std::string_view raw, std::string& buffer) {
  raw = raw.substr(0, 2 * kLongestMessage + 1);
  std::size_t at = raw.find('\r');
  if (at == std::string_view::npos) return raw;
  buffer.assign(raw.substr(0, at));
  while (at < raw.size()) {
    std::size_t next = raw.find_first_not_of('\r', at);
    next = std::min(next, raw.size());
    if (next < raw.size() && raw[next] != '\n') buffer.append(raw.substr(at, next - at));
    at = std::min(raw.find('\r', next), raw.size());
    buffer.append(raw.substr(next, at - next));
  }
  return buffer;
}

}  // namespace

MessageBytes tidy(std::string_view raw, std::string& buffer) {
  raw.remove_prefix(from_lines_length(raw));
  std::string_view bytes = with_plain_line_ends(raw, buffer);
  const bool is_cut = bytes.size() > kLongestMessage;
  bytes = bytes.substr(0, kLongestMessage);
  while (!bytes.empty() && bytes.back() == '\n') bytes.remove_suffix(1);
  return {bytes, is_cut};
}

}  // namespace tally::mail
