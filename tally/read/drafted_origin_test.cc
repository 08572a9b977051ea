// SPDX-License-Identifier: Apache-2.0
#include "tally/read/drafted_origin.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace tally {
namespace {

double origin_of(const std::vector<double>& numbers) {
  NumberRangeSeen seen;
  for (const double number : numbers) seen.see(number);
  return drafted_origin(seen.range());
}

std::vector<double> from_to(double first, double last, double step) {
  std::vector<double> out;
  for (int i = 0; first + i * step <= last; ++i) out.push_back(first + i * step);
  return out;
}

TEST(DraftedOrigin, IsARoundNumberNearby) {
  EXPECT_EQ(drafted_origin({1.518, 0.003}), 1.5);
  EXPECT_EQ(drafted_origin({-1.518, 0.003}), -1.5);
  EXPECT_EQ(drafted_origin({101325, 500}), 100000);
  EXPECT_EQ(drafted_origin({273.151, 0.001}), 273.15);
  EXPECT_EQ(drafted_origin({1e9, 1e-4}), 1e9);
  EXPECT_EQ(drafted_origin({1.7e9, 1e7}), 1.7e9);  // seconds since 1970
  EXPECT_EQ(drafted_origin({9.95, 0.001}), 9.95);
  EXPECT_EQ(drafted_origin({9.9999, 0.001}), 10);
}

TEST(DraftedOrigin, YearsAreCountedFrom2000) {
  EXPECT_EQ(origin_of(from_to(1950, 2020, 1)), 2000);
  EXPECT_EQ(origin_of(from_to(1900, 1970, 1)), 2000);
  EXPECT_EQ(origin_of(from_to(1990, 2024, 1)), 2000);
  EXPECT_EQ(origin_of({1999, 2001, 2003, 2003}), 2000);
}

TEST(DraftedOrigin, ARefractiveIndexIsCountedFromOneAndAHalf) {
  EXPECT_EQ(origin_of(from_to(1.511, 1.534, 0.001)), 1.5);
  EXPECT_EQ(origin_of({1.52101, 1.51761, 1.51618, 1.51766, 1.51742, 1.51596, 1.5241}), 1.5);
}

TEST(DraftedOrigin, MostColumnsHaveNone) {
  EXPECT_EQ(drafted_origin({38.6, 13.6}), 0);
  EXPECT_EQ(drafted_origin({64, 1}), 0);
  EXPECT_EQ(drafted_origin({66, 1}), 70);
  EXPECT_EQ(drafted_origin({-66, 1}), -70);
  EXPECT_EQ(drafted_origin({0, 0}), 0);
  EXPECT_EQ(drafted_origin({7.25, 0}), 0);
  EXPECT_EQ(drafted_origin({1e300, 1e200}), 0);
  EXPECT_EQ(drafted_origin({0, 5}), 0);
  EXPECT_EQ(drafted_origin({std::nan(""), std::nan("")}), 0);
  EXPECT_EQ(origin_of({}), 0);
  EXPECT_EQ(origin_of({std::nan(""), std::numeric_limits<double>::infinity()}), 0);
}

// Whatever the numbers are: it is near, and its grid is not finer than they are wide.
TEST(DraftedOrigin, IsNearAndNoFinerThanNeeded) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(-20, 20), far(64.1, 1e9);
  for (int i = 0; i < 2000; ++i) {
    const double deviation = std::pow(10, uniform(random));
    const double mean = deviation * far(random) * (i % 2 == 0 ? 1 : -1);
    const double origin = drafted_origin({mean, deviation});
    EXPECT_LE(std::abs(mean - origin), 16 * deviation);
    EXPECT_NE(origin, 0);
    // Within a factor of ten of the grid there would have been a coarser one.
    const double grid = std::pow(10, std::floor(std::log10(deviation)));
    EXPECT_LE(std::abs(origin / grid - std::round(origin / grid)), 1e-3)
        << mean << " " << deviation;
  }
}

TEST(DraftedOrigin, DoesNotDependOnTheOrder) {
  std::mt19937 random(2);
  std::normal_distribution<double> normal(1e6, 3000);
  std::vector<double> numbers;
  for (int i = 0; i < 1000; ++i) numbers.push_back(normal(random) * (i % 100 == 0 ? 1e-9 : 1));
  NumberRangeSeen first;
  for (const double number : numbers) first.see(number);
  for (int i = 0; i < 5; ++i) {
    std::shuffle(numbers.begin(), numbers.end(), random);
    NumberRangeSeen again;
    for (const double number : numbers) again.see(number);
    EXPECT_EQ(again.range().mean, first.range().mean);
    EXPECT_EQ(again.range().deviation, first.range().deviation);
  }
  NumberRangeSeen once, twice;
  once.see(5, 2);
  once.see(7);
  for (const double number : {5.0, 7.0, 5.0}) twice.see(number);
  EXPECT_EQ(once.range().deviation, twice.range().deviation);
}

}  // namespace
}  // namespace tally
