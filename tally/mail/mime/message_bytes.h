// SPDX-License-Identifier: Apache-2.0
// The bytes of a message, whichever way it came.
#pragma once

#include <string>
#include <string_view>

namespace tally::mail {

/// So much of a message is looked at; the rest is the one term `limit:size`. A reader need not keep
/// more of it than twice as much, since a line end may take two bytes.
inline constexpr std::size_t kLongestMessage = std::size_t{16} << 20;

struct MessageBytes {
  std::string_view bytes;  ///< lines end with LF; no From_ line; no empty lines at the end
  bool is_cut = false;     ///< there was more
};

/// A copy that came through IMAP, lay in an mbox or on another system gives the same bytes. They
/// are those of `raw` or of `buffer`.
MessageBytes tidy(std::string_view raw, std::string& buffer);

}  // namespace tally::mail
