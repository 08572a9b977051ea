// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/sweep_points.h"

#include <gtest/gtest.h>

#include "tally/base/error.h"

namespace tally {
namespace {

std::vector<std::string> texts(std::string_view text) {
  std::vector<std::string> out;
  for (const SweepPoint& point : parse_sweep_points(text)) out.push_back(point.text);
  return out;
}

TEST(SweepPoints, TenthsAreTenths) {
  const std::vector<SweepPoint> points = parse_sweep_points("0:7:0.1");
  ASSERT_EQ(points.size(), 71u);
  for (std::size_t i = 0; i < points.size(); ++i) {
    // The quotient of two exact numbers is the double nearest to i/10; i · 0.1 is not always.
    EXPECT_EQ(points[i].value, static_cast<double>(i) / 10);
  }
  EXPECT_EQ(points[3].text, "0.3");
  EXPECT_NE(points[3].value, 3 * 0.1);
  EXPECT_EQ(points.back().text, "7.0");
}

TEST(SweepPoints, Ranges) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(texts("1:3:1"), (Texts{"1", "2", "3"}));
  EXPECT_EQ(texts("1:2:0.4"), (Texts{"1.0", "1.4", "1.8"}));
  EXPECT_EQ(texts("1:-1:-.5"), (Texts{"1.0", "0.5", "0.0", "-0.5", "-1.0"}));
  EXPECT_EQ(texts("-0.05:0.05:0.05"), (Texts{"-0.05", "0.00", "0.05"}));
  EXPECT_EQ(texts("1e-3:3e-3:1e-3"), (Texts{"0.001", "0.002", "0.003"}));
  EXPECT_EQ(texts("1e3:2e3:5e+2"), (Texts{"1000", "1500", "2000"}));
  EXPECT_EQ(texts("+5:5:1"), (Texts{"5"}));
  EXPECT_EQ(texts(" 0 : 1 : 1 "), (Texts{"0", "1"}));
}

TEST(SweepPoints, Lists) {
  const std::vector<SweepPoint> points = parse_sweep_points("0.1, 1,1e1");
  EXPECT_EQ(points, (std::vector<SweepPoint>{{"0.1", 0.1}, {"1", 1}, {"1e1", 10}}));
  EXPECT_EQ(parse_sweep_points("3").size(), 1u);
}

TEST(SweepPoints, RefusesWhatLeadsNowhere) {
  for (const char* text :
       {"", "x", "1:2", "1:2:0", "1:2:-1", "2:1:1", "0:1:0.00001", "a:b:c", "1:2:3:4", "1,,2",
        "inf", "nan", "0:inf:1", "0:1:1e-300", "0:1234567890123456789:1", "0:1e18:1e-18",
        "-9e18:9e18:9e18", "1:2:0.1x"}) {
    EXPECT_THROW(parse_sweep_points(text), Error) << text;
  }
}

}  // namespace
}  // namespace tally
