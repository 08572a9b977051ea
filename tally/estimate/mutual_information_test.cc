// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/mutual_information.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace tally {
namespace {

// Σ p(v, y) log(p(v, y) / p(v) p(y)).
double by_definition(const std::vector<std::vector<double>>& n) {
  double all = 0, out = 0;
  std::vector<double> of_class(n.front().size());
  for (const auto& value : n) {
    for (std::size_t k = 0; k < value.size(); ++k) {
      all += value[k];
      of_class[k] += value[k];
    }
  }
  for (const auto& value : n) {
    double of_value = 0;
    for (const double x : value) of_value += x;
    for (std::size_t k = 0; k < value.size(); ++k) {
      if (value[k] > 0) out += value[k] / all * std::log(value[k] * all / of_value / of_class[k]);
    }
  }
  return out;
}

TEST(MutualInformation, IsThatOfTheDefinition) {
  std::mt19937 random(3);
  for (const std::size_t classes : {1U, 2U, 5U, 20U}) {
    std::vector<std::vector<double>> n(1 + random() % 9);
    std::vector<double> flat;
    for (auto& value : n) {
      for (std::size_t k = 0; k < classes; ++k) {
        value.push_back(random() % 3 == 0 ? 0 : static_cast<double>(1 + random() % 40) / 4);
        flat.push_back(value.back());
      }
    }
    EXPECT_NEAR(mutual_information(flat, classes), by_definition(n), 1e-12);
  }
  EXPECT_NEAR(mutual_information(std::vector<double>{4, 0, 0, 4}, 2), std::log(2), 1e-15);
  EXPECT_NEAR(mutual_information(std::vector<double>{1, 3, 2, 6}, 2), 0, 1e-15);
  EXPECT_EQ(mutual_information(std::vector<double>{0, 0}, 2), 0);
  EXPECT_EQ(mutual_information({}, 2), 0);
}

}  // namespace
}  // namespace tally
