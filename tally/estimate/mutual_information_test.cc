// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/mutual_information.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "tally/estimate/mutual_information_testing.h"

namespace tally {
namespace {

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
    EXPECT_NEAR(mutual_information(flat, classes), information_by_definition(n), 1e-12);
  }
  EXPECT_NEAR(mutual_information(std::vector<double>{4, 0, 0, 4}, 2), std::log(2), 1e-15);
  EXPECT_NEAR(mutual_information(std::vector<double>{1, 3, 2, 6}, 2), 0, 1e-15);
  EXPECT_EQ(mutual_information(std::vector<double>{0, 0}, 2), 0);
  EXPECT_EQ(mutual_information({}, 2), 0);
}

}  // namespace
}  // namespace tally
