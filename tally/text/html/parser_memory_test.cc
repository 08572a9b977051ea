// SPDX-License-Identifier: Apache-2.0
#include "tally/text/html/parser_memory.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <vector>

namespace tally::text {
namespace {

TEST(ParserMemory, PiecesAreAlignedAndApart) {
  ParserMemory memory;
  for (int round = 0; round < 3; ++round) {
    std::vector<std::pair<unsigned char*, std::size_t>> pieces;
    for (std::size_t i = 0; i < 3000; ++i) {
      const std::size_t size = i % 977 == 0 ? 300'000 : i % 100;
      auto* const piece = static_cast<unsigned char*>(memory.take(size));
      ASSERT_EQ(reinterpret_cast<std::uintptr_t>(piece) % alignof(std::max_align_t), 0U);
      std::memset(piece, static_cast<int>(i % 251), size);
      pieces.emplace_back(piece, size);
    }
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      for (std::size_t j = 0; j < pieces[i].second; ++j) {
        ASSERT_EQ(pieces[i].first[j], i % 251) << i;
      }
    }
    memory.reuse();
  }
}

TEST(ParserMemory, IsUsedAgain) {
  ParserMemory memory;
  const void* const first = memory.take(10);
  memory.reuse();
  EXPECT_EQ(memory.take(10), first);
}

}  // namespace
}  // namespace tally::text
