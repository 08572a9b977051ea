// SPDX-License-Identifier: Apache-2.0
#include "tally/text/html/parser_memory.h"

#include <algorithm>

namespace tally::text {

namespace {

constexpr std::size_t kMostKept = 16;  // blocks

}  // namespace

void ParserMemory::next_block(std::size_t bytes) {
  while (used_ < blocks_.size() && blocks_[used_].size < bytes) ++used_;
  if (used_ == blocks_.size()) {
    const std::size_t size = std::max(kBlock, bytes);
    // Not written to: a small document touches few pages.
    blocks_.push_back({std::unique_ptr<std::byte[]>(new std::byte[size]), size});
  }
  next_ = blocks_[used_].bytes.get();
  left_ = blocks_[used_].size;
  ++used_;
}

void ParserMemory::reuse() {
  if (blocks_.size() > kMostKept) blocks_.resize(kMostKept);
  used_ = left_ = 0;
  next_ = nullptr;
}

}  // namespace tally::text
