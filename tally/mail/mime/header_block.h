// SPDX-License-Identifier: Apache-2.0
// The headers of a message: where they stand, and where they end.
#pragma once

#include <string_view>
#include <vector>

namespace tally::mail {

struct HeaderField {
  std::string_view name;   ///< as written, without the colon
  std::string_view value;  ///< as written, folded over several lines or not
};

struct HeaderBlock {
  std::vector<HeaderField> fields;
  std::size_t body = 0;  ///< where the body begins
  /// Lines that are no headers stand among them, or there are none, or the empty line behind them
  /// is missing.
  bool is_broken = false;
  bool is_cut = false;  ///< there was more than was to be read
};

/// Reads the headers as HeaderLines finds them, of which the first `most` bytes of the message are
/// looked at. Lines end with LF; a name is ASCII. The block's memory is used again.
void read_headers(std::string_view message, std::size_t most, HeaderBlock& block);

/// The value of the first header of this name (lower case), or nothing.
std::string_view find_header(const HeaderBlock& block, std::string_view name);

}  // namespace tally::mail
