// SPDX-License-Identifier: Apache-2.0
#include "tally/base/big_vector.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>

namespace tally {
namespace {

TEST(BigVector, IsAVectorOfAnySize) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{3}, std::size_t{1} << 20}) {
    BigVector<std::int64_t> numbers(size);
    EXPECT_EQ(std::accumulate(numbers.begin(), numbers.end(), std::int64_t{0}), 0);
    std::iota(numbers.begin(), numbers.end(), 0);
    const BigVector<std::int64_t> copy = numbers;
    numbers.push_back(-1);
    EXPECT_EQ(numbers.size(), size + 1);
    EXPECT_TRUE(std::equal(copy.begin(), copy.end(), numbers.begin()));
  }
}

}  // namespace
}  // namespace tally
