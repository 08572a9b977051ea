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
  /// Reads `descriptor` to its end. Throws Error (kInputOutput, kCannotCreate).
  explicit SpooledInput(int descriptor);
  ~SpooledInput();
  SpooledInput(const SpooledInput&) = delete;
  SpooledInput& operator=(const SpooledInput&) = delete;

  std::size_t size() const { return size_; }
  /// The first bytes: all of a message that is no larger than kMostSeen.
  std::string_view beginning() const { return beginning_; }
  /// Hands everything from `start` on to `sink`, piece by piece.
  void write_from(std::size_t start, const std::function<void(std::string_view)>& sink) const;

  static constexpr std::size_t kInMemory = std::size_t{8} << 20;
  static constexpr std::size_t kMostSeen = std::size_t{128} << 20;

 private:
  void spill(int descriptor);

  std::string memory_;
  int file_ = -1;           // where memory was not enough
  void* mapped_ = nullptr;  // the beginning of the file
  std::size_t size_ = 0;
  std::string_view beginning_;
};

}  // namespace tally::cli
