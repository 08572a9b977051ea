// SPDX-License-Identifier: Apache-2.0
#include "tally/explain/log_odds.h"

#include <gtest/gtest.h>

#include <limits>

namespace tally {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(LogOdds, PointsStandBelowOneAnother) {
  EXPECT_EQ(log_odds_text({{"a", 12.5}, {"b", -0.25}, {"c", 3}, {"d", 1e-7}}),
            "  +12.5    a\n"
            "   -0.25   b\n"
            "   +3      c\n"
            "   +1e-07  d\n");
  EXPECT_EQ(log_odds_text({}), "");
}

TEST(LogOdds, BarsStandAtAnAxis) {
  EXPECT_EQ(log_odds_text({{"a", 4}, {"b", -1}, {"c", 0}, {"d", 0.001}}, Bars::kYes),
            "  +4          │████████████████  a\n"
            "  -1      ████│                  b\n"
            "  +0          │                  c\n"
            "  +0.001      │█                 d\n");
  // Without one against, no room is left for it.
  EXPECT_EQ(log_odds_text({{"a", 2}, {"b", 1}}, Bars::kYes),
            "  +2  │████████████████  a\n"
            "  +1  │████████          b\n");
}

TEST(LogOdds, InfinitiesAreAsLongAsTheLongest) {
  EXPECT_EQ(log_odds_text({{"a", -kInfinity}, {"b", 1}}, Bars::kYes),
            "  -inf  ████████████████│                  a\n"
            "    +1                  │████████████████  b\n");
  EXPECT_EQ(log_odds_text({{"a", kInfinity}, {"b", 0}}, Bars::kYes),
            "  +inf  │████████████████  a\n"
            "    +0  │                  b\n");
}

TEST(LogOdds, NamesGiveNoOrders) {
  EXPECT_EQ(log_odds_text({{"a\x1b[31m", 1}}), "  +1  a\\x1b[31m\n");
}

}  // namespace
}  // namespace tally
