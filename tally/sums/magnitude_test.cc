// SPDX-License-Identifier: Apache-2.0
#include "tally/sums/magnitude.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tally {
namespace {

TEST(Magnitude, HasASign) {
  EXPECT_EQ(Magnitude().sign(), 0);
  EXPECT_EQ((Magnitude{false, 3, {1}}).sign(), 1);
  EXPECT_EQ((Magnitude{true, -3, {0, 1}}).sign(), -1);
}

TEST(Magnitude, IsRoundedToTheNearestDouble) {
  EXPECT_EQ(Magnitude().rounded(), 0);
  EXPECT_EQ((Magnitude{true, 0, {5, 1}}).rounded(), -(0x1p32 + 5));
  EXPECT_EQ((Magnitude{false, -1, {0x80000000u}}).rounded(), 0.5);
  // 2^53 + 1 lies between two doubles; a bit far below decides.
  EXPECT_EQ((Magnitude{false, 0, {1, 1u << 21}}).rounded(), 0x1p53);
  EXPECT_EQ((Magnitude{false, 0, {3, 1u << 21}}).rounded(), 0x1p53 + 4);
  EXPECT_EQ((Magnitude{false, -9, {1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1u << 21}}).rounded(), 0x1p53 + 2);
}

TEST(Magnitude, IsRoundedAtTheEndsOfTheRange) {
  const double least = std::numeric_limits<double>::denorm_min();         // 2^-1074
  EXPECT_EQ((Magnitude{false, -34, {1u << 14}}).rounded(), least);        // 2^(14 - 1088)
  EXPECT_EQ((Magnitude{false, -34, {1u << 13}}).rounded(), 0);            // half of it: even is 0
  EXPECT_EQ((Magnitude{false, -34, {(1u << 13) + 1}}).rounded(), least);  // more than half
  EXPECT_EQ((Magnitude{true, -99, {1}}).rounded(), 0);
  EXPECT_EQ((Magnitude{false, 32, {1}}).rounded(), std::numeric_limits<double>::infinity());
  EXPECT_EQ((Magnitude{true, 31, {0x80000000u}}).rounded(), -0x1p1023);
}

TEST(Magnitude, LimbsAreOneIntegerOrTheDigits) {
  const auto expect = [](const Magnitude& magnitude, std::vector<ExactSum::Limb> limbs) {
    const std::vector<ExactSum::Limb> found = magnitude.limbs();
    ASSERT_EQ(found.size(), limbs.size());
    for (std::size_t i = 0; i < limbs.size(); ++i) {
      EXPECT_EQ(found[i].exponent, limbs[i].exponent);
      EXPECT_EQ(found[i].amount, limbs[i].amount);
    }
  };
  expect({}, {});
  expect({true, 0, {7, 1}}, {{0, -((std::int64_t{1} << 32) + 7)}});
  expect({true, 0, {0, 0x80000000u}}, {{0, std::numeric_limits<std::int64_t>::min()}});
  expect({false, 0, {0, 0x80000000u}}, {{32, std::int64_t{0x80000000u}}});
  expect({false, -1, {9, 0, 4}}, {{-32, 9}, {32, 4}});
}

}  // namespace
}  // namespace tally
