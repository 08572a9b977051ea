// SPDX-License-Identifier: Apache-2.0
#include "tally/sums/sum_bytes.h"

#include <gtest/gtest.h>

#include "tally/base/error.h"

namespace tally {
namespace {

TEST(SumBytes, AreAFunctionOfTheValues) {
  std::vector<ExactSum> sums(4);
  sums[0].add(0.1);
  sums[2].add(std::int64_t{7});
  sums[3].add_product(1e200, 1e200);
  std::string bytes;
  append_sums(sums, bytes);
  std::string_view rest = bytes;
  EXPECT_EQ(take_sums(4, rest), sums);
  EXPECT_TRUE(rest.empty());

  sums[2].add(1e100);
  sums[2].add(-1e100);
  std::string again;
  append_sums(sums, again);
  EXPECT_EQ(again, bytes);
}

TEST(SumBytes, WhatIsNoSumIsRefused) {
  std::string bytes;
  append_sum(ExactSum(7), bytes);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    std::string_view cut = std::string_view(bytes).substr(0, size);
    EXPECT_THROW(take_sum(cut), Error);
  }
  bytes[2] = 1;  // an exponent that is no multiple of 32
  std::string_view odd = bytes;
  EXPECT_THROW(take_sum(odd), Error);
}

}  // namespace
}  // namespace tally
