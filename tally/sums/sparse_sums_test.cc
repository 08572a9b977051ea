// SPDX-License-Identifier: Apache-2.0
#include "tally/sums/sparse_sums.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <utility>
#include <vector>

namespace tally {
namespace {

using PlacesOfRow = std::map<std::size_t, std::int64_t>;

PlacesOfRow all_of(const SparseSums& sums) {
  PlacesOfRow out;
  std::size_t least = 0;
  sums.for_each([&](std::size_t place, const ExactSum& sum) {
    EXPECT_GE(place, least) << "not in order";
    least = place + 1;
    out[place] = *sum.whole();
  });
  return out;
}

TEST(SparseSums, IsTheMapThatItStandsFor) {
  std::mt19937 random(7);
  SparseSums sums;
  PlacesOfRow expected;
  for (int i = 0; i < 5000; ++i) {
    const std::size_t place = random() % 3 == 0 ? random() % 100 : random() % 300000;
    const auto amount = static_cast<std::int64_t>(random() % 7) - 3;
    sums.made(place).add(amount);
    expected[place] += amount;
  }
  std::erase_if(expected, [](const auto& entry) { return entry.second == 0; });
  EXPECT_EQ(all_of(sums), expected);
  for (std::size_t place = 0; place < 300100; ++place) {
    const auto at = expected.find(place);
    ASSERT_EQ(sums.at(place).whole(), at == expected.end() ? 0 : at->second) << place;
  }
}

TEST(SparseSums, HasNothingWhereNothingWasMade) {
  const SparseSums sums;
  EXPECT_TRUE(sums.at(0).is_zero());
  EXPECT_TRUE(sums.at(std::size_t{1} << 40).is_zero());
  EXPECT_TRUE(all_of(sums).empty());
}

TEST(SparseSums, ACopyIsOnItsOwn) {
  SparseSums sums;
  sums.made(1000).add(std::int64_t{5});
  sums.made(3).add(0.25);
  SparseSums copy = sums;
  copy.made(1000).add(std::int64_t{1});
  copy.made(2).add(std::int64_t{9});
  EXPECT_EQ(sums.at(1000).whole(), 5);
  EXPECT_TRUE(sums.at(2).is_zero());
  EXPECT_EQ(copy.at(1000).whole(), 6);
  EXPECT_EQ(copy.at(3).to_double(), 0.25);
  sums = copy;
  EXPECT_EQ(sums.at(2).whole(), 9);
  const SparseSums moved = std::move(sums);
  EXPECT_EQ(moved.at(1000).whole(), 6);
}

}  // namespace
}  // namespace tally
