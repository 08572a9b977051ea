// SPDX-License-Identifier: Apache-2.0
#include "tally/family/draw.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

namespace tally {
namespace {

constexpr int kDraws = 100000;

// √n · the greatest distance between the empirical distribution and `cdf`; above 1.95 once in a
// thousand.
double kolmogorov(const std::function<double(Random&)>& draw,
                  const std::function<double(double)>& cdf) {
  std::vector<double> values;
  for (int i = 0; i < kDraws; ++i) {
    Random random(7, static_cast<std::uint64_t>(i));
    values.push_back(draw(random));
  }
  std::sort(values.begin(), values.end());
  double distance = 0;
  for (int i = 0; i < kDraws; ++i) {
    const double p = cdf(values[static_cast<std::size_t>(i)]);
    distance = std::max({distance, p - double(i) / kDraws, double(i + 1) / kDraws - p});
  }
  return distance * std::sqrt(kDraws);
}
constexpr double kKolmogorovLimit = 1.95;

// Pearson's statistic over 0 … cells − 1, the last of which takes what is beyond; of the
// probabilities the last is not needed.
double chi_square(const std::function<double(Random&)>& draw, std::vector<double> probabilities) {
  std::vector<double> seen(probabilities.size());
  Random random(11, 0);
  for (int i = 0; i < kDraws; ++i) {
    const double x = draw(random);
    EXPECT_EQ(x, std::floor(x));
    EXPECT_GE(x, 0);
    ++seen[std::min(static_cast<std::size_t>(x), seen.size() - 1)];
  }
  double rest = 1;
  for (std::size_t i = 0; i + 1 < seen.size(); ++i) rest -= probabilities[i];
  probabilities.back() = rest;
  double sum = 0;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const double expected = kDraws * probabilities[i];
    sum += (seen[i] - expected) * (seen[i] - expected) / expected;
  }
  return sum;
}

std::vector<double> poisson_mass(double mean, int cells) {
  std::vector<double> out;
  for (int x = 0; x < cells; ++x) {
    out.push_back(std::exp(x * std::log(mean) - mean - std::lgamma(x + 1.0)));
  }
  return out;
}

// Vigna's reference output of splitmix64 for the state 1234567.
TEST(Draw, MixedIsTheOutputFunctionOfSplitmix64) {
  const auto inner = [](std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  };
  constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15;
  EXPECT_EQ(inner(1234567 + kGolden), 6457827717110365317u);
  EXPECT_EQ(mixed(1234567, 0), inner(6457827717110365317u + kGolden));
  EXPECT_NE(mixed(1, 2), mixed(2, 1));
}

TEST(Draw, UniformFillsTheUnitInterval) {
  EXPECT_LT(kolmogorov([](Random& r) { return r.uniform(); }, [](double x) { return x; }),
            kKolmogorovLimit);
}

TEST(Draw, BelowIsFair) {
  // 6 degrees of freedom: 22.458 once in a thousand.
  EXPECT_LT(chi_square([](Random& r) { return r.below(7); }, std::vector<double>(7, 1.0 / 7)),
            22.458);
  Random random(1, 1);
  EXPECT_EQ(random.below(1), 0u);
}

TEST(Draw, IndexFollowsItsShares) {
  const std::vector<double> cumulative{1, 1, 4, 10};  // shares 1, 0, 3, 6
  std::vector<int> seen(4);
  Random random(3, 0);
  for (int i = 0; i < kDraws; ++i) ++seen[draw_index(random, cumulative)];
  EXPECT_EQ(seen[1], 0);
  const double expected[] = {0.1, 0, 0.3, 0.6};
  double sum = 0;
  for (const std::size_t i : {0u, 2u, 3u}) {
    sum += std::pow(seen[i] - kDraws * expected[i], 2) / (kDraws * expected[i]);
  }
  EXPECT_LT(sum, 13.816);
}

TEST(Draw, Normal) {
  EXPECT_LT(kolmogorov(draw_normal, [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }),
            kKolmogorovLimit);
}

TEST(Draw, GammaOfShapesWithAClosedForm) {
  const auto of_shape = [](double shape) {
    return [shape](Random& random) { return std::exp(draw_log_gamma(random, shape)); };
  };
  EXPECT_LT(kolmogorov(of_shape(0.5), [](double x) { return std::erf(std::sqrt(x)); }),
            kKolmogorovLimit);
  EXPECT_LT(kolmogorov(of_shape(1), [](double x) { return 1 - std::exp(-x); }), kKolmogorovLimit);
  EXPECT_LT(kolmogorov(of_shape(2), [](double x) { return 1 - (1 + x) * std::exp(-x); }),
            kKolmogorovLimit);
}

TEST(Draw, GammaOfATinyShapeKeepsItsLogarithm) {
  // P(G <= x) ≈ x^a / Γ(a + 1) for small x: a · log G is exponential.
  constexpr double kShape = 1e-4;
  EXPECT_LT(kolmogorov([](Random& r) { return -kShape * draw_log_gamma(r, kShape); },
                       [](double x) { return x < 0 ? 0 : 1 - std::exp(-x); }),
            kKolmogorovLimit);
}

TEST(Draw, GammaOfAHugeShapeIsNormal) {
  constexpr double kShape = 1e14;
  EXPECT_LT(kolmogorov(
                [](Random& r) {
                  return (draw_log_gamma(r, kShape) - std::log(kShape)) * std::sqrt(kShape);
                },
                [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }),
            kKolmogorovLimit);
}

TEST(Draw, StudentOfDegreesWithAClosedForm) {
  const auto of = [](double degrees) {
    return [degrees](Random& random) { return draw_student(random, degrees); };
  };
  const double pi = std::acos(-1.0);
  EXPECT_LT(kolmogorov(of(1), [pi](double x) { return 0.5 + std::atan(x) / pi; }),
            kKolmogorovLimit);
  EXPECT_LT(kolmogorov(of(2), [](double x) { return 0.5 + x / (2 * std::sqrt(2 + x * x)); }),
            kKolmogorovLimit);
}

TEST(Draw, PoissonByBothWays) {
  EXPECT_LT(chi_square([](Random& r) { return draw_poisson(r, 0.7); }, poisson_mass(0.7, 6)),
            20.515);  // 5 degrees
  EXPECT_LT(chi_square([](Random& r) { return draw_poisson(r, 9.9); }, poisson_mass(9.9, 21)),
            45.315);  // 20 degrees
  EXPECT_LT(chi_square([](Random& r) { return draw_poisson(r, 10.5); }, poisson_mass(10.5, 21)),
            45.315);
  Random random(1, 0);
  EXPECT_EQ(draw_poisson(random, 0), 0);
}

TEST(Draw, PoissonOfALargeMeanIsNormal) {
  constexpr double kMean = 1e12;
  EXPECT_LT(kolmogorov([](Random& r) { return (draw_poisson(r, kMean) - kMean) / 1e6; },
                       [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }),
            kKolmogorovLimit);
}

TEST(Draw, TheSameForASeedAndAStream) {
  Random a(5, 8), b(5, 8), c(5, 9);
  const double first = draw_normal(a);
  EXPECT_EQ(first, draw_normal(b));
  EXPECT_NE(first, draw_normal(c));
}

}  // namespace
}  // namespace tally
