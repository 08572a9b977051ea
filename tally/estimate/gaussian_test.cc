// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <boost/math/tools/minima.hpp>
#include <cmath>
#include <limits>

#include "tally/count/family_testing.h"
#include "tally/inside/estimate.h"

namespace tally {
namespace {

constexpr double kNone = TestTable::kMissing;

Counts counts_of(const std::vector<double>& x, const std::vector<std::string>& y) {
  return count_table(schema_of(feature("x", Family::kGaussian)),
                     TestTable().numbers("x", x).texts("y", y));
}

Counts one_class(const std::vector<double>& x) {
  return counts_of(x, std::vector<std::string>(x.size(), "a"));
}

template <class Table = GaussianTable>
Table ask(const Counts& counts, const Question& question = {}) {
  return std::get<Table>(estimate(counts, question).features.at(0).table);
}

Question with_prior(Method method) {
  Question question;
  question.method = method;
  question.normal = {0.5, 0.7, 1.3, 0.9};
  return question;
}

const std::vector<double> kFour = {1.2, -0.4, 2.2, 0.1};

TEST(GaussianTable, MaximumLikelihood) {
  const Counts counts = counts_of({1, 2, 3, 4, 10, 20}, {"a", "a", "a", "a", "b", "b"});
  const GaussianTable population = ask(counts);
  EXPECT_EQ(population.mean, (std::vector<double>{2.5, 15}));
  EXPECT_DOUBLE_EQ(population.deviation[0], std::sqrt(1.25));
  EXPECT_EQ(population.deviation[1], 5);
  Question question;
  question.lost_degrees = 1;
  question.lambda = 100;  // λ never acts on a gaussian column
  const GaussianTable sample = ask(counts, question);
  EXPECT_DOUBLE_EQ(sample.deviation[0], std::sqrt(5.0 / 3));
  EXPECT_DOUBLE_EQ(sample.deviation[1], std::sqrt(50));
}

TEST(GaussianTable, MaximumLikelihoodIsWhereTheLikelihoodIsGreatest) {
  const GaussianTable table = ask(one_class(kFour));
  const auto log_likelihood = [](double mean, double deviation) {
    double sum = 0;
    for (const double x : kFour)
      sum -= std::log(deviation) + 0.5 * std::pow((x - mean) / deviation, 2);
    return sum;
  };
  const double most = log_likelihood(table.mean[0], table.deviation[0]);
  for (double mean = -2; mean < 3; mean += 0.05) {
    for (double deviation = 0.05; deviation < 4; deviation += 0.05) {
      EXPECT_LE(log_likelihood(mean, deviation), most + 1e-12);
    }
  }
}

TEST(GaussianTable, AVarianceBelowTheFloorIsRaisedAndNoneAboveIsTouched) {
  const Counts counts = counts_of({5, 5, 0, 10}, {"a", "a", "b", "b"});  // overall variance 12.5
  const GaussianTable table = ask(counts);
  EXPECT_DOUBLE_EQ(table.deviation[0], std::sqrt(1e-3 * 12.5));
  EXPECT_EQ(table.deviation[1], 5);
  Question question;
  question.variance_floor = 0.5;
  EXPECT_DOUBLE_EQ(ask(counts, question).deviation[0], 2.5);
  EXPECT_EQ(ask(counts, question).deviation[1], 5);
}

TEST(GaussianTable, AClassOfOneRowHasTheFloor) {
  Question question;
  question.lost_degrees = 1;
  const GaussianTable table = ask(counts_of({1, 3, 7}, {"a", "a", "b"}), question);
  EXPECT_EQ(table.mean[1], 7);
  EXPECT_DOUBLE_EQ(table.deviation[1], std::sqrt(1e-3 * 56.0 / 9));
}

TEST(GaussianTable, AClassWithoutAValueHasTheOverallDistribution) {
  const GaussianTable table = ask(counts_of({1, 5, kNone}, {"a", "a", "b"}));
  EXPECT_EQ(table.mean[1], 3);
  EXPECT_EQ(table.deviation[1], 2);
}

TEST(GaussianTable, AConstantColumnIsLeftOutUnderEveryMethod) {
  for (const Method method : {Method::kSmooth, Method::kMl, Method::kMap, Method::kBayes}) {
    Question question;
    question.method = method;
    const Estimates estimates = estimate(counts_of({0.1, 0.1, 0.1}, {"a", "a", "b"}), question);
    EXPECT_EQ(estimates.left_out, std::vector<std::string>{"x"});
  }
  EXPECT_EQ(estimate(one_class({kNone}), {}).left_out, std::vector<std::string>{"x"});
}

TEST(GaussianTable, VarSmoothingIsAddedToEveryVariance) {
  Schema schema = schema_of(feature("x", Family::kGaussian));
  schema.columns.push_back(feature("constant", Family::kGaussian));
  schema.columns.push_back(feature("wide", Family::kGaussian));
  const Counts counts = count_table(schema, TestTable()
                                                .numbers("x", {5, 5, 0, 10})
                                                .numbers("constant", {3, 3, 3, 3})
                                                .numbers("wide", {-20, 20, -20, 20})
                                                .texts("y", {"a", "a", "b", "b"}));
  Question question;
  question.var_smoothing = 0.01;  // ε = 0.01 · 400
  const Estimates estimates = estimate(counts, question);
  ASSERT_EQ(estimates.features.size(), 3U);  // a constant column has the variance ε
  const auto deviation = [&](std::size_t j) {
    return std::get<GaussianTable>(estimates.features[j].table).deviation;
  };
  EXPECT_EQ(deviation(0), (std::vector<double>{2, 2}));
  EXPECT_DOUBLE_EQ(deviation(1)[0], std::sqrt(404));
  EXPECT_DOUBLE_EQ(deviation(2)[0], 2);
  EXPECT_DOUBLE_EQ(deviation(2)[1], std::sqrt(29));
}

TEST(GaussianTable, VarSmoothingOfZeroFallsBackToTheFloor) {
  Question question;
  question.var_smoothing = 0;
  const Counts counts = counts_of({5, 5, 0, 10}, {"a", "a", "b", "b"});
  EXPECT_EQ(ask(counts, question).deviation, ask(counts).deviation);
  question.var_smoothing = 1e-9;
  EXPECT_EQ(estimate(one_class({2, 2}), question).left_out, std::vector<std::string>{"x"});
}

TEST(GaussianTable, ValuesWhoseSquaresAreNoDoublesKeepTheirDeviation) {
  for (const double unit : {1e-300, 1e300}) {
    const Counts counts = counts_of({unit, 3 * unit, -unit, -unit}, {"a", "a", "b", "b"});
    const GaussianTable table = ask(counts);
    EXPECT_DOUBLE_EQ(table.deviation[0] / unit, 1);
    EXPECT_NEAR(table.deviation[1] / unit, std::sqrt(1e-3 * 2.75), 1e-15);
    Question question;
    question.method = Method::kBayes;
    const auto student = ask<StudentTable>(counts, question);
    EXPECT_TRUE(student.scale[0] / unit > 0.5 && student.scale[0] / unit < 3);
  }
}

TEST(GaussianTable, MapIsTheJointModeInMeanAndVariance) {
  const GaussianTable table = ask(one_class(kFour), with_prior(Method::kMap));
  EXPECT_NEAR(table.deviation[0] * table.deviation[0], 0.6138076, 5e-8);
  // The logarithm of NIG(0.5, 0.7, 1.3, 0.9) times the likelihood, maximised in σ² for each μ.
  const auto minus_log_posterior = [](double mean, double variance) {
    double sum = 0.5 * std::log(variance) + 0.7 * std::pow(mean - 0.5, 2) / (2 * variance) +
                 2.3 * std::log(variance) + 0.9 / variance;
    for (const double x : kFour)
      sum += 0.5 * std::log(variance) + std::pow(x - mean, 2) / (2 * variance);
    return sum;
  };
  const auto best_variance = [&](double mean) {
    return boost::math::tools::brent_find_minima(
        [&](double v) { return minus_log_posterior(mean, v); }, 0.01, 10.0, 40);
  };
  const double mean = boost::math::tools::brent_find_minima(
                          [&](double m) { return best_variance(m).second; }, -3.0, 3.0, 30)
                          .first;
  EXPECT_NEAR(table.mean[0], mean, 1e-6);
  EXPECT_NEAR(std::pow(table.deviation[0], 2), best_variance(mean).first, 1e-6);
}

TEST(GaussianTable, ThePredictiveHasThePosteriorsParameters) {
  const auto table = ask<StudentTable>(one_class(kFour), with_prior(Method::kBayes));
  // κ_n = 4.7, μ_n = (0.35 + 3.1) / 4.7, α_n = 3.3, M2 = 4.0475, β_n by hand.
  const double beta = 0.9 + 4.0475 / 2 + 0.7 * 4 * std::pow(0.775 - 0.5, 2) / (2 * 4.7);
  EXPECT_DOUBLE_EQ(table.degrees[0], 6.6);
  EXPECT_NEAR(table.location[0], 3.45 / 4.7, 1e-15);
  EXPECT_NEAR(table.scale[0], std::sqrt(beta * 5.7 / (3.3 * 4.7)), 1e-15);
}

TEST(GaussianTable, ThePriorsDefaultsComeFromTheColumn) {
  const Counts counts =
      counts_of({0, 2, 4, 6, kNone}, {"a", "a", "a", "a", "b"});  // mean 3, variance 5
  Question question;
  question.method = Method::kBayes;
  const auto table = ask<StudentTable>(counts, question);
  // Class b is the prior alone: κ0 = 0.1, α0 = 0.5, β0 = 0.25.
  EXPECT_EQ(table.degrees[1], 1);
  EXPECT_EQ(table.location[1], 3);
  EXPECT_NEAR(table.scale[1], std::sqrt(0.25 * 1.1 / (0.5 * 0.1)), 1e-15);
}

}  // namespace
}  // namespace tally
