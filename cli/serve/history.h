// SPDX-License-Identifier: Apache-2.0
// The last messages that were judged, whole, so that a wrong verdict can be looked into and learned from. They stay in
// memory alone, and only as many as the server was told to keep.
#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace tally::server {

/// May be used by several threads at once.
class History {
 public:
  /// Keeps so many messages of all models together, and of these no more than kMostBytes.
  explicit History(std::size_t most) : most_(most) {}
  static constexpr std::size_t kMostBytes = 64 << 20;

  std::size_t most() const { return most_; }

  void add(const std::string& model, std::string_view message, const std::string& verdict,
           double spam);

  /// The verdicts on messages of this model, the latest first:
  /// {"keeps": 20, "verdicts": [{"id", "time" (milliseconds since 1970), "from", "subject", "bytes", "verdict", "p_spam"}]}.
  /// The headers are as they stand in the message.
  std::string json(const std::string& model) const;

  /// The message, or nothing if it is no longer kept.
  std::optional<std::string> message(const std::string& model, std::string_view id) const;

  void clear(const std::string& model);

 private:
  struct Judged {
    std::int64_t id, time;
    std::string model, message, verdict;
    double spam;
  };

  std::size_t most_;
  mutable std::mutex mutex_;
  std::deque<Judged> judged_;  // the latest first; guarded by mutex_, as are the rest
  std::size_t bytes_ = 0;
  std::int64_t next_ = 1;
};

}  // namespace tally::server
