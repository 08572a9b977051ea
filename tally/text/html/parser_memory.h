// SPDX-License-Identifier: Apache-2.0
// Memory for a parser that asks for many small pieces and gives all of them back at once.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace tally::text {

/// Not to be shared between threads.
class ParserMemory {
 public:
  /// Memory for any type, valid until the next `reuse`.
  void* take(std::size_t bytes) {
    bytes = (bytes + kAlignment - 1) / kAlignment * kAlignment;
    if (bytes > left_) next_block(bytes);
    left_ -= bytes;
    return std::exchange(next_, next_ + bytes);
  }

  /// Takes all of it back, and keeps some of it for the next time.
  void reuse();

 private:
  static constexpr std::size_t kAlignment = alignof(std::max_align_t);
  static constexpr std::size_t kBlock = std::size_t{1} << 18;

  struct Block {
    std::unique_ptr<std::byte[]> bytes;
    std::size_t size;
  };
  void next_block(std::size_t bytes);

  std::vector<Block> blocks_;
  std::size_t used_ = 0;  // blocks
  std::size_t left_ = 0;  // bytes of the last of them
  std::byte* next_ = nullptr;
};

}  // namespace tally::text
