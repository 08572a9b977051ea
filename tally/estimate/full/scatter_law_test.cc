// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/full/scatter_law.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace tally {
namespace {

struct Point {
  std::vector<double> z;
  std::size_t klass;
  double weight = 1;
};

ScatterSums sums_of(const std::vector<Point>& points, std::size_t classes, std::size_t without) {
  ScatterSums out;
  const std::size_t d = points[0].z.size();
  out.columns = d;
  out.rows.resize(classes);
  out.sums.resize(classes * d);
  out.products.resize(classes * d * (d + 1) / 2);
  for (std::size_t p = 0; p < points.size(); ++p) {
    if (p == without) continue;
    const auto& [z, k, w] = points[p];
    out.rows[k] += w;
    double* product = &out.products[k * d * (d + 1) / 2];
    for (std::size_t i = 0; i < d; ++i) {
      out.sums[k * d + i] += w * z[i];
      for (std::size_t j = 0; j <= i; ++j) *product++ += w * z[i] * z[j];
    }
  }
  return out;
}

constexpr std::size_t kNone = std::size_t{0} - 1;

// What all rows say with the row left out is what the others say.
void expect_same(const std::vector<Point>& points, std::size_t classes, double freedom,
                 double tolerance) {
  const ScatterLaw all(sums_of(points, classes, kNone), freedom);
  std::vector<double> log_shares(classes, -1), l(classes), q(classes), want_l(classes),
      want_q(classes);
  for (std::size_t p = 0; p < points.size(); ++p) {
    const ScatterLaw others(sums_of(points, classes, p), freedom);
    all.say_without(points[p].z, points[p].klass, points[p].weight, log_shares, l, q);
    others.say(points[p].z, log_shares, want_l, want_q);
    for (std::size_t k = 0; k < classes; ++k) {
      EXPECT_NEAR(l[k], want_l[k], tolerance * std::max(1.0, std::abs(want_l[k]))) << p;
      EXPECT_NEAR(q[k], want_q[k], tolerance * std::max(1.0, std::abs(want_q[k]))) << p;
    }
  }
}

TEST(ScatterLaw, LeavesRowsOut) {
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  for (const std::size_t d : {2, 7, 30}) {
    std::vector<Point> points;
    for (std::size_t p = 0; p < 60; ++p) {
      Point& point = points.emplace_back();
      point.klass = p == 7 ? 2 : p % 2;  // the third class has one row
      point.weight = 0.25 * static_cast<double>(1 + p % 9);
      for (std::size_t i = 0; i < d; ++i) {
        point.z.push_back(std::clamp(normal(random) + static_cast<double>(point.klass), -5.0, 5.0));
      }
    }
    expect_same(points, 4, 50, 1e-9);  // and the fourth none
  }
}

// Two rows as far apart as can be make the matrix by themselves: without one of them hardly anything
// of it is left, and by differences hardly a digit.
TEST(ScatterLaw, LeavesOutARowThatMakesTheMatrix) {
  std::vector<Point> points;
  for (const double at : {5.0, -5.0}) {
    for (std::size_t k = 0; k < 2; ++k) {
      std::vector<double> z(128, at);
      for (std::size_t i = 0; i < z.size(); ++i) {
        if (i % 3 == k) z[i] *= 0.9;
      }
      points.push_back({z, k});
    }
  }
  expect_same(points, 2, 2, 1e-12);
}

// One column and two classes by hand: W = 4 / 2 + 0.02, of each class the mean and the scatter 2.
TEST(ScatterLaw, IsTheFormula) {
  const std::vector<Point> points{{{0, 1}, 0}, {{2, 1}, 0}, {{3, 1}, 1}, {{5, 1}, 1}};
  const ScatterLaw law(sums_of(points, 2, kNone), 2);
  std::vector<double> l(2), q(2);
  const std::vector<double> z{2, 1}, log_shares{std::log(0.5), std::log(0.5)};
  law.say(z, log_shares, l, q);
  EXPECT_NEAR(l[0], std::log(0.5) - 0.5 * (1 / 2.02) * 2 / 3, 1e-12);
  EXPECT_NEAR(l[1], std::log(0.5) - 0.5 * (4 / 2.02) * 2 / 3, 1e-12);
  const double a = 2 + 5 * 2.02, b = 5 * 0.02, nu = 8, s = 1.5;  // Ψ is diagonal
  for (std::size_t k = 0; k < 2; ++k) {
    const double D = (k == 0 ? 1 : 4) / a;
    EXPECT_NEAR(q[k],
                std::log(0.5) + std::lgamma((nu + 2) / 2) - std::lgamma(nu / 2) -
                    std::log(M_PI * s) - 0.5 * std::log(a * b) - (nu + 2) / 2 * std::log(1 + D / s),
                1e-12);
  }
}

// Sums that no rows have give numbers all the same.
TEST(ScatterLaw, ImpossibleSumsDoNotDivideByZero) {
  ScatterSums sums;
  sums.columns = 2;
  sums.rows = {3, 2};
  sums.sums = {30, 1, 0, 0};
  sums.products = {1, 0, -50, 1, 5, 1};
  const ScatterLaw law(sums, 3);
  std::vector<double> l(2), q(2);
  law.say(std::vector<double>{1, -1}, std::vector<double>{-1, -1}, l, q);
  for (const double x : {l[0], l[1], q[0], q[1]}) EXPECT_TRUE(std::isfinite(x));
}

}  // namespace
}  // namespace tally
