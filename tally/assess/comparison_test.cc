// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/comparison.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tally {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Comparison, McNemarExactByHand) {
  // R: binom.test(1, 6)$p.value = 2 (1 + 6) / 64.
  EXPECT_DOUBLE_EQ(mcnemar(1, 5).p, 14.0 / 64);
  EXPECT_DOUBLE_EQ(mcnemar(5, 1).p, 14.0 / 64);
  EXPECT_DOUBLE_EQ(mcnemar(0, 10).p, 2.0 / 1024);
  EXPECT_EQ(mcnemar(3, 3).p, 1);
  EXPECT_EQ(mcnemar(0, 0).p, 1);
  EXPECT_EQ(mcnemar(0, 1).p, 1);
  EXPECT_EQ(mcnemar(400, 600).test, McNemarTest::kExact);
}

TEST(Comparison, McNemarExactAgreesWithASumOfIntegers) {
  // Pascal's triangle up to 60, whose numbers fit 64 bits.
  std::vector<std::int64_t> row{1};
  for (int n = 1; n <= 60; ++n) {
    std::vector<std::int64_t> next(row.size() + 1, 1);
    for (std::size_t i = 1; i < row.size(); ++i) next[i] = row[i - 1] + row[i];
    row = next;
    std::int64_t sum = 0;
    for (int b = 0; 2 * b <= n; ++b) {
      sum += row[static_cast<std::size_t>(b)];
      const double p = std::min(1.0, std::ldexp(static_cast<double>(sum), 1 - n));
      EXPECT_NEAR(mcnemar(b, n - b).p, p, 1e-13 * p);
    }
  }
}

TEST(Comparison, McNemarOfManyRowsSaysThatItApproximates) {
  const McNemar test = mcnemar(600, 700);
  EXPECT_EQ(test.test, McNemarTest::kChiSquare);
  EXPECT_DOUBLE_EQ(test.statistic, 99.0 * 99 / 1300);
  // R: pchisq(99^2 / 1300, 1, lower.tail = FALSE), which is 2 Φ(−√7.539…) = 0.00603…
  EXPECT_NEAR(test.p, 0.00604, 1e-5);
  EXPECT_EQ(mcnemar(1000, 1000).p, 1);
  // Where both are known they are close.
  EXPECT_NEAR(mcnemar(450, 550).p, std::erfc(99 / std::sqrt(2000.0)), 1e-4);
}

TEST(Comparison, BootstrapOfTwoValuesIsABinomial) {
  // 100 rows, half 0 and half 1: the mean of a resample is Binomial(100, ½) / 100, whose 2.5 % and
  // 97.5 % quantiles are 0.40 and 0.60.
  std::vector<double> values(100, 0);
  for (std::size_t i = 0; i < 50; ++i) values[i] = 1;
  const Interval interval = bootstrap_mean(values, {10000, 1, 1});
  EXPECT_NEAR(interval.low, 0.40, 0.0051);
  EXPECT_NEAR(interval.high, 0.60, 0.0051);
}

TEST(Comparison, BootstrapDoesNotDependOnThreads) {
  const std::vector<double> values{1, 5, -3, 0.25, 8};
  const Interval one = bootstrap_mean(values, {1000, 3, 1});
  const Interval four = bootstrap_mean(values, {1000, 3, 4});
  EXPECT_EQ(one.low, four.low);
  EXPECT_EQ(one.high, four.high);
}

TEST(Comparison, CountsAndMeans) {
  const std::vector<RowOutcome> a{{true, 0.1}, {true, 0.2}, {false, 2}, {false, 3}};
  const std::vector<RowOutcome> b{{true, 0.3}, {false, 1}, {true, 0.5}, {false, 3}};
  const Comparison c = compare(a, b, {1000, 0, 1});
  EXPECT_EQ(c.both_right, 1);
  EXPECT_EQ(c.only_a, 1);
  EXPECT_EQ(c.only_b, 1);
  EXPECT_EQ(c.both_wrong, 1);
  EXPECT_EQ(c.accuracy_a(), 0.5);
  EXPECT_DOUBLE_EQ(c.log_loss_a, 5.3 / 4);
  EXPECT_DOUBLE_EQ(c.log_loss_b, 4.8 / 4);
  EXPECT_NEAR(c.difference, 0.5 / 4, 1e-15);
  EXPECT_LT(c.interval.low, c.difference);
  EXPECT_GT(c.interval.high, c.difference);
}

TEST(Comparison, InfiniteLossesAreLeftOutOfTheDifferenceAndCounted) {
  const std::vector<RowOutcome> a{{false, kInfinity}, {true, 1}, {false, kInfinity}};
  const std::vector<RowOutcome> b{{true, 1}, {true, 3}, {false, kInfinity}};
  const Comparison c = compare(a, b, {100, 0, 1});
  EXPECT_EQ(c.infinite_a, 2);
  EXPECT_EQ(c.infinite_b, 1);
  EXPECT_EQ(c.log_loss_a, kInfinity);
  EXPECT_EQ(c.finite, 1);
  EXPECT_EQ(c.difference, -2);
  EXPECT_EQ(c.interval.low, -2);
  EXPECT_NE(to_json(c).find(R"("a":{"accuracy":0.3333333333333333,"log_loss":null)"),
            std::string::npos);
}

TEST(Comparison, NothingComparedIsNoDifference) {
  const Comparison c = compare({}, {}, {100, 0, 1});
  EXPECT_EQ(c.rows(), 0);
  EXPECT_EQ(c.accuracy_a(), 0);
  EXPECT_EQ(c.mcnemar.p, 1);
  EXPECT_EQ(c.difference, 0);
}

TEST(Comparison, OutcomesOfRows) {
  Posteriors p;
  p.rows = 2;
  p.classes = 2;
  p.log_joint = {std::log(0.1), std::log(0.3), -kInfinity, -kInfinity};
  p.posterior = {0.25, 0.75, 0, 0};
  p.log_posterior = {std::log(0.25), std::log(0.75), -kInfinity, -kInfinity};
  p.log_evidence = {std::log(0.4), -kInfinity};
  const std::vector<Label> classes{Label::of("no"), Label::of("yes")};
  EXPECT_TRUE(outcome_of(p, 0, classes, Label::of("yes")).right);
  EXPECT_DOUBLE_EQ(outcome_of(p, 0, classes, Label::of("yes")).loss, -std::log(0.75));
  EXPECT_FALSE(outcome_of(p, 0, classes, Label::of("no")).right);
  EXPECT_EQ(outcome_of(p, 0, classes, Label::of("never")).loss, kInfinity);
  EXPECT_FALSE(outcome_of(p, 1, classes, Label::of("no")).right);
  EXPECT_EQ(outcome_of(p, 1, classes, Label::of("no")).loss, kInfinity);
}

}  // namespace
}  // namespace tally
