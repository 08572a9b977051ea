// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/prior.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tally/base/error.h"
#include "tally/base/log_math.h"

namespace tally {
namespace {

std::vector<Counts::Class> classes(const std::vector<std::int64_t>& weights) {
  const char* const names[] = {"a", "b", "c"};
  std::vector<Counts::Class> out;
  for (std::size_t k = 0; k < weights.size(); ++k) {
    out.push_back({Label::of(names[k]), static_cast<std::int32_t>(k), ExactSum(weights[k])});
  }
  return out;
}

Question asking(PriorKind prior, double lambda = 1, Method method = Method::kSmooth) {
  Question question;
  question.prior = prior;
  question.lambda = lambda;
  question.method = method;
  return question;
}

void expect_prior(const std::vector<double>& log_p, const std::vector<double>& p) {
  ASSERT_EQ(log_p.size(), p.size());
  for (std::size_t k = 0; k < p.size(); ++k) {
    if (p[k] == 0) {
      EXPECT_EQ(log_p[k], kLogZero);
    } else {
      EXPECT_NEAR(std::exp(log_p[k]), p[k], 1e-15) << k;
    }
  }
}

TEST(LogPrior, OfEveryKind) {
  const auto seen = classes({9, 6, 0});
  expect_prior(log_prior(seen, asking(PriorKind::kSmoothed)), {10.0 / 18, 7.0 / 18, 1.0 / 18});
  expect_prior(log_prior(seen, asking(PriorKind::kSmoothed, 0)), {9.0 / 15, 6.0 / 15, 0});
  expect_prior(log_prior(seen, asking(PriorKind::kEmpirical)), {9.0 / 15, 6.0 / 15, 0});
  expect_prior(log_prior(seen, asking(PriorKind::kUniform)), {1.0 / 3, 1.0 / 3, 1.0 / 3});
}

TEST(LogPrior, MaximumLikelihoodIgnoresLambda) {
  expect_prior(log_prior(classes({9, 6}), asking(PriorKind::kSmoothed, 1, Method::kMl)),
               {0.6, 0.4});
}

TEST(LogPrior, MapAndBayesSmoothAsSmoothDoes) {
  for (const Method method : {Method::kMap, Method::kBayes}) {
    expect_prior(log_prior(classes({9, 6}), asking(PriorKind::kSmoothed, 2, method)),
                 {11.0 / 19, 8.0 / 19});
  }
}

TEST(LogPrior, WithoutRowsIsUniform) {
  for (const double lambda : {0.0, 1.0}) {
    expect_prior(log_prior(classes({0, 0}), asking(PriorKind::kSmoothed, lambda)), {0.5, 0.5});
    expect_prior(log_prior(classes({0, 0}), asking(PriorKind::kEmpirical, lambda)), {0.5, 0.5});
  }
}

TEST(LogPrior, AsGiven) {
  Question question = asking(PriorKind::kGiven);
  question.given_prior = {{"b", 0.8}, {"a", 0.2}};
  expect_prior(log_prior(classes({9, 6}), question), {0.2, 0.8});
  question.given_prior = {{"b", 1}, {"a", 0}};
  expect_prior(log_prior(classes({9, 6}), question), {0, 1});
}

TEST(LogPrior, GivenMustNameExactlyTheClasses) {
  Question question = asking(PriorKind::kGiven);
  question.given_prior = {{"a", 1}};
  EXPECT_THROW(log_prior(classes({9, 6}), question), Error);
  question.given_prior = {{"a", 0.2}, {"b", 0.3}, {"z", 0.5}};
  try {
    log_prior(classes({9, 6}), question);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    EXPECT_NE(std::string(error.what()).find("'z'"), std::string::npos) << error.what();
  }
}

TEST(AmongClasses, AGivenPriorIsScaledToThoseThatAreLeft) {
  Question question = asking(PriorKind::kGiven);
  question.given_prior = {{"a", 0.2}, {"b", 0.3}, {"c", 0.5}};
  const auto left = classes({4, 4});
  expect_prior(log_prior(left, among_classes(question, left)), {0.4, 0.6});
  EXPECT_EQ(among_classes(question, classes({4, 4, 4})), question);

  question.given_prior = {{"a", 0}, {"b", 0}, {"c", 1}};
  expect_prior(log_prior(left, among_classes(question, left)), {0.5, 0.5});
}

TEST(AmongClasses, OtherQuestionsStay) {
  const Question question = asking(PriorKind::kEmpirical);
  EXPECT_EQ(among_classes(question, classes({1})), question);
}

}  // namespace
}  // namespace tally
