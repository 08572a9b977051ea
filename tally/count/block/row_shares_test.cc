// SPDX-License-Identifier: Apache-2.0
#include "tally/count/block/row_shares.h"

#include <gtest/gtest.h>

#include <numeric>
#include <stdexcept>

namespace tally {
namespace {

// The class of a row is its number by 3.
class ClassesByThree : public RowClasses {
 public:
  std::span<const std::int32_t> of(std::int64_t begin, std::int64_t end,
                                   std::vector<std::int32_t>& room) const override {
    room.clear();
    for (std::int64_t row = begin; row < end; ++row) {
      room.push_back(static_cast<std::int32_t>(row % 3));
    }
    return room;
  }
};

TEST(CountedInShares, EveryRowComesOnceWithItsClassAndWeight) {
  constexpr std::int64_t kRows = 400'000;
  std::vector<double> weights(kRows);
  std::iota(weights.begin(), weights.end(), 0);
  for (const int threads : {1, 2, 5}) {
    for (const std::span<const double> some : {std::span<const double>(weights), {}}) {
      const auto counted = counted_in_shares(
          {kRows, 20, ClassesByThree(), some}, threads, std::vector<std::int64_t>(kRows),
          [&](std::vector<std::int64_t>& mine, std::int64_t begin, std::int64_t end,
              std::span<const std::int32_t> of_rows, std::span<const double> weights_of_rows) {
            ASSERT_EQ(of_rows.size(), static_cast<std::size_t>(end - begin));
            ASSERT_EQ(weights_of_rows.size(), some.empty() ? 0 : of_rows.size());
            for (std::size_t i = 0; i < of_rows.size(); ++i) {
              const std::size_t row = static_cast<std::size_t>(begin) + i;
              ++mine[row];
              EXPECT_EQ(of_rows[i], static_cast<std::int32_t>(row % 3));
              if (!some.empty()) {
                EXPECT_EQ(weights_of_rows[i], static_cast<double>(row));
              }
            }
          });
      EXPECT_EQ(counted.size(), static_cast<std::size_t>(threads));
      for (std::size_t row = 0; row < kRows; ++row) {
        std::int64_t times = 0;
        for (const auto& part : counted) times += part[row];
        ASSERT_EQ(times, 1);
      }
    }
  }
}

TEST(CountedInShares, ThrowWhatTheEarliestShareThrows) {
  const auto refuse = [](int&, std::int64_t begin, std::int64_t, std::span<const std::int32_t>,
                         std::span<const double>) {
    throw std::runtime_error(std::to_string(begin));
  };
  for (const int threads : {1, 4}) {
    try {
      counted_in_shares({1'000'000, 20, ClassesByThree(), {}}, threads, 0, refuse);
      FAIL();
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "0");
    }
  }
}

}  // namespace
}  // namespace tally
