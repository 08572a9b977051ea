// SPDX-License-Identifier: Apache-2.0
// What has happened so far, for Prometheus: requests, how long they took, rows, classes predicted, values that no
// model has seen. The last two are where drift shows.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

namespace tally::server {

/// May be used by several threads at once.
class Metrics {
 public:
  void request(std::string_view route, int status, double seconds);
  void rows(const std::string& model, std::string_view route, std::int64_t rows);
  void predicted(const std::string& model, const std::string& klass, std::int64_t rows);
  void unseen(const std::string& model, const std::string& column, std::int64_t cells);

  /// Of the server: those that are open, and those that were refused because there were too many.
  std::atomic<std::int64_t> connections{0}, refused{0};

  /// The text that Prometheus reads. `reloads` are the models and how often each was read anew.
  std::string text(const std::map<std::string, std::int64_t>& reloads) const;

 private:
  static constexpr std::array kSeconds{0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025,
                                       0.05,   0.1,     0.25,   0.5,   1.0,    2.5,   5.0,  10.0};
  struct Taken {
    std::array<std::int64_t, kSeconds.size()> up_to{};
    std::int64_t all = 0;
    double seconds = 0;
  };
  using Pair = std::pair<std::string, std::string>;

  mutable std::mutex mutex_;
  std::map<std::pair<std::string, int>, std::int64_t> requests_;
  std::map<std::string, Taken> taken_;
  std::map<Pair, std::int64_t> rows_, predicted_, unseen_;
};

}  // namespace tally::server
