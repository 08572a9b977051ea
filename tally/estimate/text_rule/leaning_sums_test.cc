// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/text_rule/leaning_sums.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace tally {
namespace {

// Numbers of every size that matters, and those at which a leaning becomes strong.
std::vector<double> some_leanings(std::size_t size, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal(0, 2);
  std::vector<double> out(size);
  for (double& one : out) {
    one =
        random() % 4 == 0 ? static_cast<double>(random() % 7) - 3 : rounded_leaning(normal(random));
  }
  return out;
}

TEST(LeaningSums, AreThoseOfOneClassAfterTheOther) {
  for (std::size_t told = 1; told <= 53; ++told) {
    std::vector<double> sums(9 * told), wanted(9 * told);
    for (unsigned term = 0; term < 20; ++term) {
      const std::vector<double> d = some_leanings(3 * told, term + 100);
      hear_leanings(d.data(), told, sums.data());
      for (std::size_t i = 0; i < told; ++i) {
        for (std::size_t m = 0; m < 3; ++m) wanted[m * told + i] += d[m * told + i];
        for (std::size_t t = 0; t < 3; ++t) {
          if (std::abs(d[told + i]) < static_cast<double>(t + 1)) continue;
          wanted[(3 + t) * told + i] += d[told + i];
          ++wanted[(6 + t) * told + i];
        }
      }
    }
    ASSERT_EQ(sums, wanted) << told << " classes";
  }
}

TEST(LeaningSums, OfClassesWithoutTheTermAreRounded) {
  for (std::size_t size = 1; size <= 70; ++size) {
    std::mt19937 random(static_cast<unsigned>(size));
    std::uniform_real_distribution<double> any(-10, 10);
    std::vector<double> own(size), rest(size), shifts(size), out(size);
    for (std::size_t i = 0; i < size; ++i) {
      own[i] = any(random), rest[i] = any(random), shifts[i] = any(random);
    }
    lean_nowhere(own.data(), rest.data(), shifts.data(), size, out.data());
    for (std::size_t i = 0; i < size; ++i) {
      const double exact = own[i] - rest[i] - shifts[i];
      ASSERT_EQ(out[i], std::ldexp(std::nearbyint(std::ldexp(exact, 30)), -30)) << i;
    }
  }
}

}  // namespace
}  // namespace tally
