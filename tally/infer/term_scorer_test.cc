// SPDX-License-Identifier: Apache-2.0
#include "tally/infer/term_scorer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tally/base/log_math.h"
#include "tally/estimate/text_testing.h"
#include "tally/infer/scorer_testing.h"

namespace tally {
namespace {

const std::vector<std::string> kAsked = {"free cash meeting", "noon noon win unknown",
                                         "report report at", "unknown"};

std::vector<std::vector<double>> log_posteriors(const Question& question) {
  const Scorer scorer(estimate(counted_messages(), question));
  Inference inference(scorer);
  TestTable table;
  table.terms("body", kAsked);
  const Posteriors& answer = inference.infer(table.batch());
  std::vector<std::vector<double>> out;
  for (std::int64_t row = 0; row < answer.rows; ++row) {
    const std::span<const double> logs = answer.log_posterior_of(row);
    out.emplace_back(logs.begin(), logs.end());
  }
  return out;
}

Question with(TextModel model, PriorKind prior) {
  Question question;
  question.lambda = 0.5;
  question.text_model = model;
  question.prior = prior;
  return question;
}

void expect_near(const std::vector<std::vector<double>>& found,
                 const std::vector<std::vector<double>>& wanted) {
  ASSERT_EQ(found.size(), wanted.size());
  for (std::size_t row = 0; row < wanted.size(); ++row) {
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_NEAR(found[row][k], wanted[row][k], 5e-14) << row << " " << k;
    }
  }
}

// The figures are those of tools/reference/make_text.py: scikit-learn's predict_log_proba for
// the messages of text_test.h, alpha = 0.5. Its complement has no prior: ours is then uniform.
TEST(TermScorer, AgreesWithScikitLearnMultinomial) {
  expect_near(log_posteriors(with(TextModel::kMultinomial, PriorKind::kEmpirical)),
              {{-1.37808946982127, -0.577324111991468, -1.67910025334867},
               {-0.192172261678647, -2.18461491329137, -2.77556543088257},
               {-2.0703878704995, -3.38988604886979, -0.17417407669068},
               {-0.693147180559945, -1.09861228866811, -1.79175946922805}});
}

TEST(TermScorer, AgreesWithScikitLearnMultinomialOfPresence) {
  expect_near(log_posteriors(with(TextModel::kBoolean, PriorKind::kEmpirical)),
              {{-1.10332736327151, -0.754849186536957, -1.61871503874534},
               {-0.871132173380869, -0.773968424927221, -2.11740735739749},
               {-0.733871597562756, -2.24614576154321, -0.881534492911271},
               {-0.693147180559945, -1.09861228866811, -1.79175946922805}});
}

TEST(TermScorer, AgreesWithScikitLearnBernoulli) {
  expect_near(log_posteriors(with(TextModel::kBernoulli, PriorKind::kEmpirical)),
              {{-1.30650918189805, -0.720039012705946, -1.41674062779047},
               {-0.814348582300349, -0.738704036874234, -2.53401794062687},
               {-0.976546888521919, -4.119778167964, -0.498991669512223},
               {-0.49508922500487, -1.85452920486808, -1.4526185312845}});
}

TEST(TermScorer, AgreesWithScikitLearnComplement) {
  expect_near(log_posteriors(with(TextModel::kComplement, PriorKind::kUniform)),
              {{-1.17184191184833, -0.821144253742786, -1.38519007521473},
               {-0.238025212344819, -1.91839551163489, -2.73375576138775},
               {-2.15594311301908, -3.16336893906672, -0.172066699049259},
               {-1.09861228866811, -1.09861228866811, -1.09861228866811}});
}

// Its weights have norm 1 where ours have the norm of the complement's, on average: log-odds are
// larger by one and the same factor.
TEST(TermScorer, AgreesWithScikitLearnNormalisedComplement) {
  const std::vector<std::vector<double>> wanted{
      {-1.11148089328237, -1.08312276259614, -1.10144023596202},
      {-1.04728379796226, -1.11016378691192, -1.14066795270819},
      {-1.12992831101794, -1.16247115521781, -1.00996666621608},
      {-1.09861228866811, -1.09861228866811, -1.09861228866811}};
  const auto found = log_posteriors(with(TextModel::kNormalisedComplement, PriorKind::kUniform));
  const double factor = (found[1][0] - found[1][2]) / (wanted[1][0] - wanted[1][2]);
  EXPECT_GT(factor, 10);
  for (std::size_t row = 0; row < wanted.size(); ++row) {
    for (std::size_t k = 1; k < 3; ++k) {
      EXPECT_NEAR(found[row][0] - found[row][k], factor * (wanted[row][0] - wanted[row][k]), 1e-11);
    }
  }
}

TEST(TermScorer, ANormalisedComplementDoesNotDrownInThePrior) {
  // Rare terms of the smallest class outweigh a prior of 1 to 3.
  const auto smoothed =
      log_posteriors(with(TextModel::kNormalisedComplement, PriorKind::kSmoothed));
  const auto uniform = log_posteriors(with(TextModel::kNormalisedComplement, PriorKind::kUniform));
  EXPECT_GT(uniform[2][2], uniform[2][0]);
  EXPECT_GT(smoothed[2][2], smoothed[2][0]);
}

TEST(TermScorer, PolyaIsTheProductOfOneTermAfterTheOther) {
  Question question = with(TextModel::kMultinomial, PriorKind::kEmpirical);
  question.method = Method::kBayes;
  const Estimates estimates = estimate(counted_messages(), question);
  TestTable table;
  table.terms("body", {"noon noon cash unknown"});
  std::vector<double> found(3);
  feature_log_likelihood(estimates.features[0], 3, table.batch(), 0, found);
  // ham: noon 3, cash 0 of 10 tokens; 9 terms.
  EXPECT_NEAR(found[0], std::log(3.5 / 14.5 * 4.5 / 15.5 * 0.5 / 16.5), 1e-14);
  EXPECT_NEAR(found[1], std::log(0.5 / 11.5 * 1.5 / 12.5 * 2.5 / 13.5), 1e-14);
}

TEST(TermScorer, WhatIsMissingSaysNothingAndWhatIsEmptyDoes) {
  const Estimates estimates =
      estimate(counted_messages(), with(TextModel::kBernoulli, PriorKind::kUniform));
  const auto& table = std::get<TermTable>(estimates.features[0].table);
  TestTable rows;
  rows.terms("body", {"-", ""});
  const std::unique_ptr<TermScorer> scorer = make_term_scorer(estimates.features[0]);
  std::vector<double> found(6);
  const Batch batch = rows.batch();
  const Column* column = batch.find("body");
  scorer->add(batch, std::span(&column, 1), found);
  EXPECT_EQ(found, (std::vector<double>{0, 0, 0, table.base[0], table.base[1], table.base[2]}));
  EXPECT_EQ(scorer->known(), (std::vector<double>{0, 0}));
}

TEST(TermScorer, WithoutACertainTermARowIsImpossible) {
  Question question = with(TextModel::kBernoulli, PriorKind::kEmpirical);
  question.lambda = 0;
  const Estimates estimates = estimate(counted_messages(), question);
  TestTable rows;
  rows.terms("body", {"cash win", "cash", "cash win noon"});
  std::vector<double> found(3);
  // spam: win and cash are in both rows, free and now in one of them.
  feature_log_likelihood(estimates.features[0], 3, rows.batch(), 0, found);
  EXPECT_NEAR(found[1], 2 * std::log(0.5), 1e-15);
  feature_log_likelihood(estimates.features[0], 3, rows.batch(), 1, found);
  EXPECT_EQ(found[1], kLogZero);
  feature_log_likelihood(estimates.features[0], 3, rows.batch(), 2, found);
  EXPECT_EQ(found[1], kLogZero);
}

TEST(TermScorer, AnotherKindOfColumnIsRefused) {
  const Estimates estimates = estimate(counted_messages(), {});
  TestTable rows;
  rows.numbers("body", {1});
  std::vector<double> out(3);
  EXPECT_THROW(feature_log_likelihood(estimates.features[0], 3, rows.batch(), 0, out), Error);
}

TEST(Mean, TheTextsAreDividedByTheirKnownTerms) {
  Question question = with(TextModel::kMultinomial, PriorKind::kEmpirical);
  question.combine = Combine::kMean;
  const std::vector<std::vector<double>> found = log_posteriors(question);
  // "noon noon win unknown": three known; ham 3.5² · 0.5 of 14.5³, spam 0.5² · 2.5 of 11.5³.
  const std::vector<double> joint = {
      std::log(3.0 / 6) + std::log(3.5 * 3.5 * 0.5 / std::pow(14.5, 3)) / 3,
      std::log(2.0 / 6) + std::log(0.5 * 0.5 * 2.5 / std::pow(11.5, 3)) / 3,
      std::log(1.0 / 6) + std::log(0.5 * 0.5 * 0.5 / std::pow(6.5, 3)) / 3};
  const double evidence = log_sum_exp(joint);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(found[1][k], joint[k] - evidence, 1e-14);
  // Without a known term the prior stands alone.
  EXPECT_NEAR(found[3][0], std::log(0.5), 1e-15);
}

TEST(Mean, SaysThatItHasNoJoint) {
  Question question;
  EXPECT_TRUE(Scorer(estimate(counted_messages(), question)).joint_is_defined());
  question.text_model = TextModel::kComplement;
  EXPECT_FALSE(Scorer(estimate(counted_messages(), question)).joint_is_defined());
  question.text_model = TextModel::kMultinomial;
  question.combine = Combine::kMean;
  EXPECT_FALSE(Scorer(estimate(counted_messages(), question)).joint_is_defined());
}

}  // namespace
}  // namespace tally
