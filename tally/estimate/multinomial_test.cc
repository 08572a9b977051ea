// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/multinomial.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tally/base/log_math.h"
#include "tally/batch/table_testing.h"

namespace tally {
namespace {

Counts two_terms() {
  Schema schema;
  schema.columns = {feature("t2", Family::kMultinomial), feature("t1", Family::kMultinomial),
                    column_with_role("y", Role::kTarget, ValueType::kText)};
  Counts counts(schema);
  counts.add(TestTable()
                 .numbers("t1", {3, 0.5, 0, TestTable::kMissing})
                 .numbers("t2", {0, 0.5, 0, TestTable::kMissing})
                 .texts("y", {"a", "a", "b", "b"})
                 .batch());
  return counts;
}

FeatureEstimate ask(Method method, double lambda) {
  Question question;
  question.method = method;
  question.lambda = lambda;
  return estimate(two_terms(), question).features.at(0);
}

TEST(MultinomialTable, SmoothsTheTokens) {
  const FeatureEstimate feature = ask(Method::kSmooth, 1);
  EXPECT_EQ(feature.columns, (std::vector<std::string>{"t1", "t2"}));
  const auto& log_p = std::get<MultinomialTable>(feature.table).log_p;
  EXPECT_NEAR(log_p[0], std::log(4.5 / 6), 1e-15);
  EXPECT_NEAR(log_p[2], std::log(1.5 / 6), 1e-15);
  EXPECT_NEAR(log_p[1], std::log(0.5), 1e-15);  // class b has no token
}

TEST(MultinomialTable, WithoutLambdaOrTokensIsUniform) {
  const FeatureEstimate feature = ask(Method::kMl, 1);
  const auto& log_p = std::get<MultinomialTable>(feature.table).log_p;
  EXPECT_NEAR(log_p[0], std::log(3.5 / 4), 1e-15);
  EXPECT_NEAR(log_p[1], std::log(0.5), 1e-15);
  EXPECT_NEAR(log_p[3], std::log(0.5), 1e-15);
}

TEST(MultinomialTable, MapEqualsSmooth) {
  EXPECT_EQ(std::get<MultinomialTable>(ask(Method::kMap, 0.3).table).log_p,
            std::get<MultinomialTable>(ask(Method::kSmooth, 0.3).table).log_p);
}

TEST(MultinomialTable, ThePredictiveKeepsThePosterior) {
  const FeatureEstimate feature = ask(Method::kBayes, 0.25);
  const auto& table = std::get<PolyaTable>(feature.table);
  EXPECT_EQ(table.a, (std::vector<double>{3.75, 0.25, 0.75, 0.25}));
  EXPECT_EQ(table.a_sum, (std::vector<double>{4.5, 0.5}));
}

}  // namespace
}  // namespace tally
