// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/estimates.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tally/base/error.h"
#include "tally/batch/table_testing.h"

namespace tally {
namespace {

Schema every_family() {
  Schema schema;
  schema.columns = {feature("visits", Family::kPoisson),
                    feature("colour", Family::kCategorical, ValueType::kText),
                    feature("height", Family::kGaussian),
                    feature("smoker", Family::kBernoulli, ValueType::kBoolean),
                    feature("term", Family::kMultinomial),
                    column_with_role("y", Role::kTarget, ValueType::kText)};
  return schema;
}

Counts some_rows() {
  Counts counts(every_family());
  counts.add(TestTable()
                 .numbers("visits", {1, 2})
                 .texts("colour", {"r", "g"})
                 .numbers("height", {1.7, 1.8})
                 .booleans("smoker", {0, 1})
                 .numbers("term", {1, 0})
                 .texts("y", {"b", "a"})
                 .batch());
  return counts;
}

TEST(Estimate, HasATableForEveryFeatureInNameOrder) {
  const Estimates estimates = estimate(some_rows(), {});
  EXPECT_EQ(estimates.classes, (std::vector<Label>{Label::of("a"), Label::of("b")}));
  std::vector<std::string> names;
  for (const FeatureEstimate& feature : estimates.features) names.push_back(feature.name);
  EXPECT_EQ(names,
            (std::vector<std::string>{"colour", "height", "multinomial", "smoker", "visits"}));
  EXPECT_TRUE(estimates.left_out.empty());
}

TEST(Estimate, OfAModelWithoutClassesIsAnError) {
  try {
    estimate(Counts(every_family()), {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kData);
  }
}

TEST(Estimate, OfAQuestionWithoutAnswerIsAnError) {
  Question question;
  question.lambda = -1;
  EXPECT_THROW(estimate(some_rows(), question), Error);
}

TEST(Estimate, OfDeclaredClassesWithoutRowsIsUniform) {
  Schema schema = every_family();
  schema.columns.back().values = {Label::of("a"), Label::of("b"), Label::of("c")};
  for (const Method method : {Method::kSmooth, Method::kMl, Method::kMap, Method::kBayes}) {
    Question question;
    question.method = method;
    const Estimates estimates = estimate(Counts(schema), question);
    ASSERT_EQ(estimates.log_prior.size(), 3U);
    for (const double log_p : estimates.log_prior) EXPECT_NEAR(log_p, -std::log(3), 1e-15);
    EXPECT_EQ(estimates.left_out, (std::vector<std::string>{"colour", "height", "visits"}));
  }
}

TEST(Estimate, ADeclaredClassWithoutRowsIsImpossibleWithoutLambda) {
  Schema schema = every_family();
  schema.columns.back().values = {Label::of("a"), Label::of("b"), Label::of("c")};
  Counts counts(schema);
  counts.merge(counts);
  counts.add(TestTable()
                 .numbers("visits", {1, 2})
                 .texts("colour", {"r", "g"})
                 .numbers("height", {1.7, 1.8})
                 .booleans("smoker", {0, 1})
                 .numbers("term", {1, 0})
                 .texts("y", {"b", "a"})
                 .batch());
  Question question;
  EXPECT_NEAR(estimate(counts, question).log_prior[2], std::log(1.0 / 5), 1e-15);
  question.lambda = 0;
  EXPECT_EQ(estimate(counts, question).log_prior[2], -INFINITY);
}

}  // namespace
}  // namespace tally
