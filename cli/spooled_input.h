// SPDX-License-Identifier: Apache-2.0
// All of standard input, to be looked at and then written out again.
//
// Up to 8 MiB stay in memory; more goes to a file without a name.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace tally::cli {

class SpooledInput {
 public:
  using Sink = std::function<void(std::string_view)>;

  SpooledInput() = default;
  ~SpooledInput();
  SpooledInput(const SpooledInput&) = delete;
  SpooledInput& operator=(const SpooledInput&) = delete;

  /// Reads `descriptor` to its end; once. Throws Error (kInputOutput, kCannotCreate) and
  /// std::bad_alloc, and keeps what was read.
  void read(int descriptor);

  std::size_t size() const { return in_file_ + memory_.size(); }
  /// The first bytes: all of a message that is no larger than kMostSeen. REQUIRES: it was read.
  std::string_view beginning() const { return beginning_; }
  /// Hands everything from `start` on to `sink`, piece by piece.
  void write_from(std::size_t start, const Sink& sink) const;
  /// Hands what was read to `sink`, and what is left of `descriptor`: after `read` has failed, or
  /// before it was called. Needs neither memory nor a file for that.
  void pass_on(int descriptor, const Sink& sink) const;

  static constexpr std::size_t kInMemory = std::size_t{8} << 20;
  static constexpr std::size_t kMostSeen = std::size_t{128} << 20;

 private:
  std::size_t read_piece(int descriptor, std::size_t most);
  void spill(int descriptor);

  int file_ = -1;            // where memory was not enough
  std::size_t in_file_ = 0;  // what it holds …
  std::string memory_;       // … and what follows
  void* mapped_ = nullptr;   // the beginning of the file
  std::string_view beginning_;
};

}  // namespace tally::cli
