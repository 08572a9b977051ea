// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/n_log_n.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace tally {
namespace {

double n_log_n(double n) { return n > 0 ? n * std::log2(n) : 0; }

TEST(NLogN, IsNearlyThat) {
  std::mt19937_64 random(1);
  for (std::size_t size = 0; size < 200; ++size) {  // every length of what is left over
    const double first = static_cast<double>(random() % 1000);
    const double width =
        std::ldexp(1 + static_cast<double>(random() % 1000), static_cast<int>(random() % 42));
    std::vector<double> places{first, first + width, first + 1};
    while (places.size() < size) {
      places.push_back(first + std::floor(width * static_cast<double>(random() >> 11) * 0x1p-53));
    }
    places.resize(size);
    for (const double sign : {-1.0, 1.0}) {
      std::vector<double> sums(size);
      add_n_log_n(places, first, first + width, sign, sums);
      for (std::size_t i = 0; i < size; ++i) {
        const double left = n_log_n(places[i] - first), right = n_log_n(first + width - places[i]);
        EXPECT_NEAR(sums[i], sign * (left + right), (left + right) * kNLogNError) << places[i];
      }
    }
  }
}

}  // namespace
}  // namespace tally
