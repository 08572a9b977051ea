// SPDX-License-Identifier: Apache-2.0
// What an Arrow IPC stream says about its size, before anything is made of it.
//
// Arrow's reader makes room for what a message declares, and unpacks what is packed: a small body could ask for any
// amount of memory. So the frames of its messages are looked at first.
// https://arrow.apache.org/docs/format/Columnar.html#encapsulated-message-format
#pragma once

#include <cstdint>
#include <string_view>

namespace tally::server {

struct ArrowSize {
  std::uint64_t rows = 0;        ///< of all batches together
  std::uint64_t categories = 0;  ///< of all dictionaries together
};

/// Throws HttpError: 400 for what is no such stream, or ends within a message; 415 if batches are packed.
ArrowSize measure_arrow(std::string_view stream);

}  // namespace tally::server
