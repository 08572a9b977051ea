// SPDX-License-Identifier: Apache-2.0
// A model of mail, open where it lies, for one request after the other: opening it takes longer than judging a
// message, and most terms of a message were in another one before.
//
//   OpenModels models("mail.tally", 4);
//   const OpenModels::Lease open = models.take();
//   judge(open.model(), message);
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "tally/inside/model.h"

namespace tally::server {

/// May be used by several threads at once. All models are of the file that lay there when this was made: who
/// replaces the file makes another OpenModels.
class OpenModels {
  struct Open {
    explicit Open(const std::string& path);
    ModelInPlace model;
    bool is_in_log_mode;
    std::chrono::steady_clock::time_point opened, used;
  };

 public:
  using Clock = std::chrono::steady_clock;

  /// Keeps so many of them open. REQUIRES: the model at `path` reads mail.
  OpenModels(std::string path, std::size_t most) : path_(std::move(path)), most_(most) {}

  /// One for this thread alone, until it is given back.
  class Lease {
   public:
    Lease(OpenModels& from, std::unique_ptr<Open> open) : from_(from), open_(std::move(open)) {}
    ~Lease() { from_.give_back(std::move(open_)); }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;

    /// As the file is now.
    ModelInPlace& model() const { return open_->model; }

   private:
    OpenModels& from_;
    std::unique_ptr<Open> open_;
  };
  /// Throws Error as ModelInPlace.
  Lease take();

  /// Closes those that nobody has needed lately.
  void close_idle(Clock::time_point now = Clock::now());

  std::size_t kept() const;

  // A file in write-ahead mode cannot be compacted or fitted anew while anybody has it open. So such models are closed
  // soon, and even where one request follows the other there are pauses in which none stays open.
  static constexpr std::chrono::milliseconds kMostIdle{10'000}, kMostIdleInLogMode{200},
      kMostInLogMode{1'000}, kPause{100};

 private:
  void give_back(std::unique_ptr<Open> open);

  std::string path_;
  std::size_t most_;
  mutable std::mutex mutex_;
  std::vector<std::unique_ptr<Open>> idle_;  // the latest last; guarded by mutex_, as is the rest
  Clock::time_point pause_until_{};
};

}  // namespace tally::server
