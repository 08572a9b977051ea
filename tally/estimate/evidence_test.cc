// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/evidence.h"

#include <gtest/gtest.h>

#include <boost/math/quadrature/exp_sinh.hpp>
#include <boost/math/quadrature/sinh_sinh.hpp>
#include <cmath>

#include "tally/count/family_testing.h"
#include "tally/estimate/text_testing.h"

namespace tally {
namespace {

Question with_lambda(double lambda) {
  Question question;
  question.lambda = lambda;
  return question;
}

double evidence(const Counts& counts, const Question& question) {
  return std::exp(log_evidence(counts, counts.tallies()[0], question).value());
}

Counts coin() {
  return count_table(schema_of(feature("x", Family::kBernoulli, ValueType::kBoolean)),
                     TestTable()
                         .booleans("x", {1, 1, 1, 1, 1, 1, 1, 0, 0, 0})
                         .texts("y", std::vector<std::string>(10, "coin")));
}

TEST(Evidence, OfACoin) {
  EXPECT_NEAR(evidence(coin(), with_lambda(1)) * 1320, 1, 1e-13);
  EXPECT_NEAR(evidence(coin(), with_lambda(2)) * 2145 / 2, 1, 1e-13);
}

TEST(Evidence, OfCategoriesIsTheProductOfPredictives) {
  const Counts counts = count_table(
      schema_of(feature("x", Family::kCategorical, ValueType::kText)),
      TestTable().texts("x", {"r", "g", "r", "b", "r"}).texts("y", {"a", "a", "a", "b", "b"}));
  const double l = 0.4;  // S = 3; one row after the other, each class by itself
  const double by_hand = (l / (3 * l)) * (l / (1 + 3 * l)) * ((1 + l) / (2 + 3 * l)) *  // r, g, r
                         (l / (3 * l)) * (l / (1 + 3 * l));                             // b, r
  EXPECT_NEAR(evidence(counts, with_lambda(l)) / by_hand, 1, 1e-14);
}

TEST(Evidence, OfAMultinomialGroupIsThatOfItsTokens) {
  Schema schema;
  schema.columns = {feature("t1", Family::kMultinomial), feature("t2", Family::kMultinomial),
                    column_with_role("y", Role::kTarget, ValueType::kText)};
  const Counts counts = count_table(
      schema, TestTable().numbers("t1", {3, 4}).numbers("t2", {1, 2}).texts("y", {"a", "a"}));
  EXPECT_NEAR(evidence(counts, with_lambda(1)) * 1320, 1, 1e-13);  // 7 and 3, as the coin
}

TEST(Evidence, OfNumbersIsTheIntegralOverMeanAndVariance) {
  const std::vector<double> x = {1.2, -0.4, 2.2, 0.1};
  const Counts counts = count_table(schema_of(feature("x", Family::kGaussian)),
                                    TestTable().numbers("x", x).texts("y", {"a", "a", "a", "a"}));
  Question question;
  question.normal = {0.5, 0.7, 1.3, 0.9};
  const auto given = [&](double mean, double variance) {
    double log_p = 1.3 * std::log(0.9) - std::lgamma(1.3) - 2.3 * std::log(variance) -
                   0.9 / variance + 0.5 * std::log(0.7 / (2 * M_PI * variance)) -
                   0.7 * std::pow(mean - 0.5, 2) / (2 * variance);
    for (const double v : x) {
      log_p -= 0.5 * std::log(2 * M_PI * variance) + std::pow(v - mean, 2) / (2 * variance);
    }
    return std::exp(log_p);
  };
  boost::math::quadrature::sinh_sinh<double> line;
  boost::math::quadrature::exp_sinh<double> half_line;
  const double integral = half_line.integrate(
      [&](double variance) {
        return line.integrate([&](double mean) { return given(mean, variance); }, 1e-10);
      },
      1e-9);
  EXPECT_NEAR(evidence(counts, question) / integral, 1, 1e-6);
}

TEST(Evidence, IsUndeterminedByTheCountsOfEventsAndOfAConstantColumn) {
  const Counts events = count_table(schema_of(feature("x", Family::kPoisson)),
                                    TestTable().numbers("x", {3, 1}).texts("y", {"a", "a"}));
  EXPECT_EQ(log_evidence(events, events.tallies()[0], {}), std::nullopt);
  const Counts constant = count_table(schema_of(feature("x", Family::kGaussian)),
                                      TestTable().numbers("x", {3, 3}).texts("y", {"a", "a"}));
  EXPECT_EQ(log_evidence(constant, constant.tallies()[0], {}), std::nullopt);
}

TEST(NormalPosterior, OfFourValues) {
  const Counts counts =
      count_table(schema_of(feature("x", Family::kGaussian)),
                  TestTable().numbers("x", {1.2, -0.4, 2.2, 0.1}).texts("y", {"a", "a", "a", "a"}));
  const NormalPosterior p =
      normal_posterior(counts, counts.tallies()[0], counts.classes()[0].code, {0.5, 0.7, 1.3, 0.9});
  EXPECT_DOUBLE_EQ(p.kappa, 4.7);
  EXPECT_DOUBLE_EQ(p.alpha, 3.3);
  EXPECT_NEAR(p.beta / (p.alpha + 1), 0.6851806, 5e-8);    // marginal mode
  EXPECT_NEAR(p.beta / (p.alpha + 1.5), 0.6138076, 5e-8);  // joint in (μ, σ²)
  EXPECT_NEAR(p.beta / (p.alpha - 0.5), 1.0522416, 5e-8);  // joint in (μ, 1/σ²)
  EXPECT_NEAR(p.beta / (p.alpha - 1), 1.2809898, 5e-8);    // mean
}

TEST(NormalPosterior, LosesNothingToALargeMean) {
  const auto beta = [](double shift) {
    const Counts counts = count_table(
        schema_of(feature("x", Family::kGaussian)),
        TestTable().numbers("x", {shift, shift + 1, shift + 2}).texts("y", {"a", "a", "a"}));
    return normal_posterior(counts, counts.tallies()[0], counts.classes()[0].code, {}).beta;
  };
  EXPECT_DOUBLE_EQ(beta(1e15), beta(0));
}

TEST(NormalPosterior, OfAClassWithoutValuesIsThePrior) {
  const Counts counts = count_table(
      schema_of(feature("x", Family::kGaussian)),
      TestTable().numbers("x", {1, 3, TestTable::kMissing}).texts("y", {"a", "a", "b"}));
  const NormalPosterior p =
      normal_posterior(counts, counts.tallies()[0], counts.classes()[1].code, {});
  EXPECT_EQ(p.mean, 2);
  EXPECT_EQ(p.kappa, 0.1);
  EXPECT_EQ(p.alpha, 0.5);
  EXPECT_NEAR(p.beta, 0.05, 1e-16);
}

TEST(GammaPosterior, AddsEventsAndExposure) {
  const Counts counts = count_table(schema_of(feature("x", Family::kPoisson)),
                                    TestTable().numbers("x", {3, 1}).texts("y", {"a", "a"}));
  const GammaPosterior p =
      gamma_posterior(counts, counts.tallies()[0], counts.classes()[0].code, {1.5, 0.8});
  EXPECT_DOUBLE_EQ(p.shape, 5.5);
  EXPECT_DOUBLE_EQ(p.rate, 2.8);
}

TEST(Evidence, OfATextIsThatOfItsTokensOneAfterTheOther) {
  Question question;
  question.lambda = 0.5;
  const Counts counts = counted_messages();
  // work: cash, report of 9 terms; spam: free 2, win 2, cash 2, now 1; ham: free 1, noon 3, three
  // others 2 each.
  const auto rising = [](double a, int n) {
    double log = 0;
    for (int i = 0; i < n; ++i) log += std::log(a + i);
    return log;
  };
  const double work = 2 * rising(0.5, 1) - rising(4.5, 2);
  const double spam = 3 * rising(0.5, 2) + rising(0.5, 1) - rising(4.5, 7);
  const double ham = rising(0.5, 1) + rising(0.5, 3) + 3 * rising(0.5, 2) - rising(4.5, 10);
  EXPECT_NEAR(log_evidence(counts, counts.tallies()[0], question).value(), work + spam + ham,
              1e-12);
  question.combine = Combine::kMean;
  EXPECT_FALSE(log_evidence(counts, counts.tallies()[0], question));
}

}  // namespace
}  // namespace tally
