// SPDX-License-Identifier: Apache-2.0
#include "tally/base/sha256_mix.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <vector>

namespace tally {
namespace {

using State = std::array<std::uint32_t, 8>;

// Both meet the examples of the standard through Sha256's tests; here they meet each other.
TEST(Sha256Mix, InstructionsMixAsPlainCodeDoes) {
  const Sha256Mixer by_instructions = mixer_of_instructions();
  if (by_instructions == nullptr) GTEST_SKIP() << "this processor has no such instructions";
  std::mt19937 random(3);
  for (std::size_t count = 0; count < 9; ++count) {
    std::vector<std::uint8_t> blocks(64 * count + 1);
    for (std::uint8_t& byte : blocks) byte = static_cast<std::uint8_t>(random());
    State plain;
    for (std::uint32_t& word : plain) word = static_cast<std::uint32_t>(random());
    State fast = plain;
    mix_plainly(plain.data(), blocks.data() + 1, count);
    by_instructions(fast.data(), blocks.data() + 1, count);
    EXPECT_EQ(fast, plain) << count << " blocks";
  }
}

// FIPS 180-2, appendix B.1: the block of "abc".
TEST(Sha256Mix, PlainCodeMixesTheBlockOfTheStandard) {
  State state{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
              0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::uint8_t, 64> block{'a', 'b', 'c', 0x80};
  block[63] = 24;
  mix_plainly(state.data(), block.data(), 1);
  EXPECT_EQ(state, (State{0xba7816bf, 0x8f01cfea, 0x414140de, 0x5dae2223, 0xb00361a3, 0x96177a9c,
                          0xb410ff61, 0xf20015ad}));
}

}  // namespace
}  // namespace tally
