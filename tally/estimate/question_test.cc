// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/question.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "tally/base/error.h"

namespace tally {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

void expect_refused(const std::function<void(Question&)>& change) {
  Question question;
  change(question);
  try {
    validate(question);
    ADD_FAILURE() << "accepted " << to_json(question);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
  }
}

TEST(Question, TheDefaultHasAnAnswer) {
  EXPECT_NO_THROW(validate(Question()));
  EXPECT_EQ(effective_lambda(Question()), 1);
}

TEST(Question, WithoutAnAnswerIsRefused) {
  for (const double bad : {-1.0, kInf, kNaN}) {
    expect_refused([&](Question& q) { q.lambda = bad; });
    expect_refused([&](Question& q) { q.variance_floor = bad; });
    expect_refused([&](Question& q) { q.var_smoothing = bad; });
    expect_refused([&](Question& q) { q.normal.kappa = bad; });
    expect_refused([&](Question& q) { q.normal.alpha = bad; });
    expect_refused([&](Question& q) { q.normal.beta = bad; });
    expect_refused([&](Question& q) { q.gamma.shape = bad; });
    expect_refused([&](Question& q) { q.gamma.rate = bad; });
  }
  expect_refused([](Question& q) { q.normal.mean = kNaN; });
  expect_refused([](Question& q) { q.normal.kappa = 0; });
  expect_refused([](Question& q) { q.variance_floor = 0; });
  expect_refused([](Question& q) { q.lost_degrees = 2; });
  expect_refused([](Question& q) { q.method = Method::kBayes, q.lambda = 0; });
  expect_refused([](Question& q) { q.method = Method::kBayes, q.var_smoothing = 1e-9; });
  expect_refused([](Question& q) { q.method = Method::kMap, q.var_smoothing = 1e-9; });
}

TEST(Question, AGivenPriorSumsToOne) {
  const auto given = [](const std::vector<std::pair<std::string, double>>& prior) {
    return [prior](Question& q) { q.prior = PriorKind::kGiven, q.given_prior = prior; };
  };
  expect_refused(given({}));
  expect_refused(given({{"a", 0.5}, {"b", 0.4}}));
  expect_refused(given({{"a", 1.5}, {"b", -0.5}}));
  expect_refused(given({{"a", kNaN}, {"b", 1}}));
  expect_refused(given({{"a", 0.5}, {"a", 0.5}}));
  Question question;
  given({{"a", 1.0 / 3}, {"b", 2.0 / 3}})(question);
  EXPECT_NO_THROW(validate(question));
}

TEST(Question, MaximumLikelihoodHasNoLambda) {
  Question question;
  question.method = Method::kMl;
  EXPECT_EQ(effective_lambda(question), 0);
}

TEST(Question, NamesReadBack) {
  for (const Method method : {Method::kSmooth, Method::kMl, Method::kMap, Method::kBayes}) {
    EXPECT_EQ(parse_method(to_string(method)), method);
  }
  EXPECT_EQ(parse_method("Bayes"), std::nullopt);
  EXPECT_EQ(to_string(PriorKind::kEmpirical), "empirical");
}

TEST(Question, ListsTheNamesThatCanBeRead) {
  for (const std::string& name : rule_names()) EXPECT_EQ(to_string(parse_rule(name).value()), name);
  for (const std::string& name : method_names())
    EXPECT_EQ(to_string(parse_method(name).value()), name);
  for (const std::string& name : combine_names())
    EXPECT_EQ(to_string(parse_combine(name).value()), name);
  EXPECT_EQ(prior_names(),
            (std::vector<std::string>{"smoothed", "empirical", "uniform", "estimate"}));
  EXPECT_EQ(method_names().front(), to_string(Question{}.method));
}

TEST(Question, TextsAreCombinedByARuleWhereRowsHaveOne) {
  Schema schema;
  ColumnSchema body;
  body.name = "body";
  body.family = Family::kText;
  body.type = ValueType::kText;
  ColumnSchema target;
  target.name = "y";
  target.role = Role::kTarget;
  schema.columns = {body, target};
  EXPECT_EQ(combine_of({}, schema), Combine::kSum);
  schema.columns[0].text.tokens = TokenKind::kGiven;
  EXPECT_EQ(combine_of({}, schema), Combine::kSum);
  schema.columns[0].text.given.rows.have_rule = true;
  EXPECT_EQ(combine_of({}, schema), Combine::kLearned);
  Question question;
  question.combine = Combine::kMean;
  EXPECT_EQ(combine_of(question, schema), Combine::kMean);
  schema.columns[0].family = Family::kCategorical;
  EXPECT_THROW(combine_of(question, schema), Error);
}

TEST(Question, RefusesTextsWithoutAnAnswer) {
  Question question;
  question.fisher.strength = 0;
  EXPECT_THROW(validate(question), Error);
  question.fisher = {0.1, 0.5};
  EXPECT_THROW(validate(question), Error);
  question.fisher = {};
  question.min_documents = -1;
  EXPECT_THROW(validate(question), Error);
  question.min_documents = 0;
  question.text_model = TextModel::kComplement;
  validate(question);
  question.method = Method::kBayes;
  EXPECT_THROW(validate(question), Error);
}

}  // namespace
}  // namespace tally
