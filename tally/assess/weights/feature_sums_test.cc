// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/weights/feature_sums.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>
#include <vector>

namespace tally {
namespace {

// What is said of so many features: of all sizes, so that the order of a sum shows in its last digits.
struct Said {
  explicit Said(std::size_t size) {
    std::mt19937 random(static_cast<unsigned>(size) + 1);
    for (std::size_t f = 0; f < size; ++f) {
      const auto number = [&] { return static_cast<double>(random()) / 0x1p31 - 1; };
      weights.push_back(number());
      said.push_back(
          static_cast<float>(std::ldexp(number(), static_cast<int>(random() % 60) - 30)));
      wide.push_back(number());
    }
  }
  std::vector<double> weights, wide;
  std::vector<float> said;
};

// Lane by lane, one term after the other: vectors of any length must give the same bits.
TEST(FeatureSums, EveryProcessorSumsInTheSameOrder) {
  for (std::size_t size = 0; size < 70; ++size) {
    const Said some(size);
    std::array<double, 8> lanes{};
    for (std::size_t f = 0; f < size; ++f) {
      const double term = some.weights[f] * double{some.said[f]};
      lanes[f % 8] += term;
    }
    const double expected = ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) +
                            ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]));
    EXPECT_EQ(weighed(some.weights, some.said), expected) << size;
  }
}

TEST(FeatureSums, SharesAreAddedToEachNumberAndToNoOther) {
  for (std::size_t size = 0; size < 70; ++size) {
    const Said some(size);
    std::vector<double> floats = some.weights, doubles = some.weights;
    floats.push_back(7), doubles.push_back(7);
    add_share(0.3, std::span<const float>(some.said), floats);
    add_share(0.3, std::span<const double>(some.wide), doubles);
    for (std::size_t f = 0; f < size; ++f) {
      const double share = 0.3 * double{some.said[f]}, other = 0.3 * some.wide[f];
      EXPECT_EQ(floats[f], some.weights[f] + share);
      EXPECT_EQ(doubles[f], some.weights[f] + other);
    }
    EXPECT_EQ(floats.back(), 7);
    EXPECT_EQ(doubles.back(), 7);
  }
}

}  // namespace
}  // namespace tally
