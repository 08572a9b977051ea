// SPDX-License-Identifier: Apache-2.0
#include "tally/picture/curve_axis.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tally {
namespace {

std::vector<std::string> texts(const CurveAxis& axis) {
  std::vector<std::string> out;
  for (const CurveAxis::Tick& tick : axis.ticks()) out.push_back(tick.text);
  return out;
}
using Texts = std::vector<std::string>;

TEST(CurveAxis, RoundSteps) {
  EXPECT_EQ(texts(CurveAxis({0, 7}, 7)), (Texts{"0", "1", "2", "3", "4", "5", "6", "7"}));
  EXPECT_EQ(texts(CurveAxis({0.27, 0.94}, 5)), (Texts{"0.2", "0.4", "0.6", "0.8", "1.0"}));
  EXPECT_EQ(texts(CurveAxis({-30, 120}, 4)), (Texts{"-50", "0", "50", "100", "150"}));
  EXPECT_EQ(texts(CurveAxis({0.001, 0.0031}, 4)), (Texts{"0.001", "0.002", "0.003", "0.004"}));
  EXPECT_EQ(texts(CurveAxis({0, 3e8}, 3)), (Texts{"0", "1e+08", "2e+08", "3e+08"}));
}

TEST(CurveAxis, Positions) {
  const CurveAxis axis({0.27, 0.94}, 5);
  EXPECT_NEAR(axis.position(0.2), 0, 1e-12);
  EXPECT_NEAR(axis.position(0.6), 0.5, 1e-12);
  EXPECT_NEAR(axis.position(1), 1, 1e-12);
}

TEST(CurveAxis, PowersOfTen) {
  const CurveAxis axis({0.01, 10}, 5, true);
  EXPECT_EQ(texts(axis), (Texts{"0.01", "0.1", "1", "10"}));
  EXPECT_NEAR(axis.position(0.1), 1.0 / 3, 1e-12);
  EXPECT_EQ(texts(CurveAxis({5}, 5, true)), (Texts{"1", "10"}));
  EXPECT_EQ(texts(CurveAxis({1e-12, 1}, 5, true)).size(), 7u);  // every second
}

TEST(CurveAxis, OneValueNoneOrGaps) {
  EXPECT_NEAR(CurveAxis({3}, 4).position(3), 0.5, 0.2);
  EXPECT_NEAR(CurveAxis({0, 0}, 4).position(0), 0.5, 1e-12);
  EXPECT_EQ(texts(CurveAxis({}, 2)), (Texts{"0.0", "0.5", "1.0"}));
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(texts(CurveAxis({0, infinity, std::nan(""), 2}, 2)), (Texts{"0", "1", "2"}));
}

}  // namespace
}  // namespace tally
