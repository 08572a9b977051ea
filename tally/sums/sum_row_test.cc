// SPDX-License-Identifier: Apache-2.0
#include "tally/sums/sum_row.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <vector>

namespace tally {
namespace {

TEST(SumRow, IsTheRowThatItStandsForWhateverIsAdded) {
  std::mt19937 random(3);
  for (const bool turns_wide : {false, true}) {
    SumRow row;
    std::vector<ExactSum> expected;
    for (int step = 0; step < 3000; ++step) {
      if (step % 10 == 0) {
        row.resize(expected.size() + random() % 100);
        expected.resize(row.size());
      }
      const std::size_t place = random() % (expected.size() + 5);
      if (turns_wide && step > 2000) {
        if (place >= expected.size()) expected.resize(place + 1);
        row.made(place).add(0.25);
        expected[place].add(0.25);
      } else if (place < expected.size()) {
        std::uint32_t* const counts = row.small_for(1);
        ASSERT_NE(counts, nullptr);
        ++counts[place];
        expected[place].add(std::int64_t{1});
      }
    }
    EXPECT_EQ(row.is_small(), !turns_wide);
    ASSERT_EQ(row.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) ASSERT_EQ(row.at(i), expected[i]) << i;
    EXPECT_TRUE(row.at(expected.size()).is_zero());
    EXPECT_TRUE(row.at(static_cast<std::size_t>(-1)).is_zero());
  }
}

TEST(SumRow, IntegersAreLeftBeforeTheyOverflow) {
  constexpr std::uint64_t kMostIn32Bits = std::numeric_limits<std::uint32_t>::max();
  SumRow row;
  row.resize(2);
  EXPECT_EQ(row.small_for(kMostIn32Bits + 1), nullptr);
  row.small_for(kMostIn32Bits - 1)[0] = static_cast<std::uint32_t>(kMostIn32Bits - 1);
  EXPECT_EQ(row.most(), kMostIn32Bits - 1);
  EXPECT_EQ(row.small_for(2), nullptr);
  ASSERT_NE(row.small_for(1), nullptr);
  EXPECT_EQ(row.small_for(1), nullptr);
  EXPECT_TRUE(row.is_small());
  row.widened()[0].add(std::int64_t{2});
  EXPECT_FALSE(row.is_small());
  EXPECT_EQ(row.at(0).whole(), static_cast<std::int64_t>(kMostIn32Bits + 1));
  EXPECT_EQ(row.small_for(0), nullptr);
}

TEST(SumRow, ACopyIsOnItsOwn) {
  SumRow row;
  row.resize(3);
  row.small_for(1)[1] = 1;
  SumRow copy = row;
  copy.made(1).add(std::int64_t{4});
  EXPECT_EQ(row.at(1).whole(), 1);
  EXPECT_EQ(copy.at(1).whole(), 5);
  EXPECT_EQ(copy.made(10).whole(), 0);
  EXPECT_EQ(copy.size(), 11U);
}

}  // namespace
}  // namespace tally
