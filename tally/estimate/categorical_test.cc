// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/categorical.h"

#include <gtest/gtest.h>

#include <boost/math/quadrature/tanh_sinh.hpp>
#include <cmath>

#include "tally/base/log_math.h"
#include "tally/count/family_testing.h"

namespace tally {
namespace {

// Class a: r r r g, and one missing; class b: only missing; class c: g.
Counts colours(const std::vector<std::string>& declared = {}) {
  ColumnSchema x = feature("x", Family::kCategorical, ValueType::kText);
  for (const std::string& value : declared) x.values.push_back(Label::of(value));
  return count_table(schema_of(x), TestTable()
                                       .texts("x", {"r", "r", "g", "r", "", "", "g"})
                                       .texts("y", {"a", "a", "a", "a", "a", "b", "c"}));
}

CategoricalTable table_of(const Counts& counts, double lambda, Method method = Method::kSmooth) {
  Question question;
  question.lambda = lambda;
  question.method = method;
  const Estimates estimates = estimate(counts, question);
  return std::get<CategoricalTable>(estimates.features.at(0).table);
}

void expect_p(double log_p, double p) {
  if (p == 0) {
    EXPECT_EQ(log_p, kLogZero);
  } else {
    EXPECT_NEAR(log_p, std::log(p), 1e-15);
  }
}

TEST(CategoricalTable, SmoothsOverTheValuesSeenInAnyClass) {
  const CategoricalTable table = table_of(colours(), 1);
  ASSERT_EQ(table.values, (std::vector<Label>{Label::of("g"), Label::of("r")}));
  expect_p(table.log_p[0], 2.0 / 6);  // g in a: (1 + 1) / (4 + 2), the missing cell not in n_k
  expect_p(table.log_p[3], 4.0 / 6);  // r in a
  expect_p(table.log_p[2], 2.0 / 3);  // g in c
  expect_p(table.log_p[5], 1.0 / 3);  // r in c
  expect_p(table.log_p_unseen[0], 1.0 / 6);
  expect_p(table.log_p_unseen[2], 1.0 / 3);
}

TEST(CategoricalTable, DeclaredValuesCountThoughNeverSeen) {
  const CategoricalTable table = table_of(colours({"r", "g", "b", "w"}), 0.5);
  ASSERT_EQ(table.values.size(), 4U);
  expect_p(table.log_p[0], 0.5 / 6);  // b in a: 0.5 / (4 + 4 · 0.5)
}

TEST(CategoricalTable, LambdaZeroIsMaximumLikelihood) {
  for (const Method method : {Method::kSmooth, Method::kMl}) {
    const CategoricalTable table = table_of(colours(), method == Method::kMl ? 7 : 0, method);
    expect_p(table.log_p[0], 0.25);
    expect_p(table.log_p[5], 0);  // r in c
    expect_p(table.log_p_unseen[0], 0);
  }
}

TEST(CategoricalTable, AClassWithoutValuesIsUniform) {
  for (const double lambda : {0.0, 1.0}) {
    const CategoricalTable table = table_of(colours(), lambda);
    expect_p(table.log_p[1], 0.5);
    expect_p(table.log_p[4], 0.5);
  }
  expect_p(table_of(colours(), 0).log_p_unseen[1], 0);
}

TEST(CategoricalTable, MapAndBayesEqualSmooth) {
  for (const Method method : {Method::kMap, Method::kBayes}) {
    EXPECT_EQ(table_of(colours(), 0.7, method).log_p, table_of(colours(), 0.7).log_p);
  }
}

TEST(CategoricalTable, AColumnNeverSeenIsLeftOut) {
  const Counts counts = count_table(schema_of(feature("x", Family::kCategorical, ValueType::kText)),
                                    TestTable().texts("x", {"", ""}).texts("y", {"a", "b"}));
  const Estimates estimates = estimate(counts, {});
  EXPECT_TRUE(estimates.features.empty());
  EXPECT_EQ(estimates.left_out, std::vector<std::string>{"x"});
}

TEST(CategoricalTable, BernoulliHasTwoValuesAlways) {
  const Counts counts =
      count_table(schema_of(feature("x", Family::kBernoulli, ValueType::kBoolean)),
                  TestTable().booleans("x", {1, 1, 1}).texts("y", {"a", "a", "b"}));
  const CategoricalTable table = table_of(counts, 1);
  expect_p(table.log_p[0], 1.0 / 4);
  expect_p(table.log_p[1], 1.0 / 3);
  expect_p(table.log_p[2], 3.0 / 4);
  expect_p(table.log_p[3], 2.0 / 3);
}

// Seven heads in ten, against the integrals that define the estimates.
class Coin : public testing::Test {
 protected:
  static double p_head(Method method, double lambda) {
    const Counts counts =
        count_table(schema_of(feature("x", Family::kBernoulli, ValueType::kBoolean)),
                    TestTable()
                        .booleans("x", {1, 1, 1, 1, 1, 1, 1, 0, 0, 0})
                        .texts("y", std::vector<std::string>(10, "coin")));
    return std::exp(table_of(counts, lambda, method).log_p[1]);
  }
  // ∫ θ^(heads + a − 1) (1 − θ)^(tails + a − 1) dθ
  static double integral(double heads, double tails, double a) {
    return boost::math::quadrature::tanh_sinh<double>().integrate(
        [=](double p) { return std::pow(p, heads + a - 1) * std::pow(1 - p, tails + a - 1); }, 0.0,
        1.0);
  }
};

TEST_F(Coin, PredictiveIsTheIntegral) {
  for (const double a : {0.5, 1.0, 2.0, 3.7}) {
    EXPECT_NEAR(p_head(Method::kBayes, a), integral(8, 3, a) / integral(7, 3, a), 1e-12) << a;
  }
  EXPECT_NEAR(p_head(Method::kBayes, 1), 2.0 / 3, 1e-15);
  EXPECT_NEAR(p_head(Method::kBayes, 2), 9.0 / 14, 1e-15);
}

TEST_F(Coin, MapIsTheModeOfTheBetaPosterior) {
  for (const double lambda : {0.0, 0.5, 1.0, 4.0}) {  // Beta(λ + 1, λ + 1)
    const double p = p_head(lambda == 0 ? Method::kMl : Method::kMap, lambda);
    const auto log_posterior = [&](double q) {
      return (7 + lambda) * std::log(q) + (3 + lambda) * std::log1p(-q);
    };
    for (double q = 0.01; q < 1; q += 0.01) EXPECT_LE(log_posterior(q), log_posterior(p) + 1e-12);
  }
  EXPECT_NEAR(p_head(Method::kMap, 1), 2.0 / 3, 1e-15);
}

}  // namespace
}  // namespace tally
