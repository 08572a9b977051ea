// SPDX-License-Identifier: Apache-2.0
// Connections: requests are read from sockets within their limits, and answers are written to them.
//
// Boost.Beast reads and writes HTTP, Boost.Asio does the waiting: some threads take turns at all connections, so
// that one which is idle or slow costs a little memory and nothing else. Answers that take long are worked out
// by other threads.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/serve/http.h"
#include "cli/serve/limits.h"
#include "cli/serve/listeners.h"
#include "cli/serve/metrics.h"

namespace tally::server {

struct ServerCalls {
  std::function<Response(const Request&)> answer;  ///< must not throw; any thread
  std::function<bool(const Request&)> is_slow;
  std::function<void()> drain;  ///< the end has begun
  std::function<void()>
      tidy;  ///< called every fifth of a second, by one thread at a time; must not throw
  /// A request that was answered: its first line's method and target, the answer, and the seconds it took.
  std::function<void(const std::string& method, const std::string& target, const Response& response,
                     double seconds)>
      log;
};

/// Serves until SIGTERM or SIGINT: then no connection is taken any more, what is under way is answered, and the
/// call returns. A second signal ends at once. `started` is called when the first connection could come. Throws
/// Error if threads cannot be had. REQUIRES: threads >= 1.
void serve_http(std::vector<Listener> listeners, const Limits& limits, int threads,
                Metrics& metrics, const ServerCalls& calls, const std::function<void()>& started);

}  // namespace tally::server
