// SPDX-License-Identifier: Apache-2.0
// What a request may cost.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace tally::server {

struct Limits {
  std::size_t header_bytes = 16 << 10;  ///< of the first line and the headers: 431
  std::uint64_t body_bytes = 16 << 20;  ///< 413
  std::uint64_t all_body_bytes =
      256 << 20;                   ///< of all requests at hand together, but for 64 kB of each: 503
  std::size_t cells = 1 << 21;     ///< of a request's rows, and of its answer: 413
  std::size_t connections = 4096;  ///< 503
  std::chrono::milliseconds request_time{30'000};  ///< to send it, and to take the answer: 408
  std::chrono::milliseconds idle_time{60'000};     ///< between two requests
  std::chrono::milliseconds drain_time{30'000};    ///< for what is under way when the end comes
};

}  // namespace tally::server
