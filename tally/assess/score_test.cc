// SPDX-License-Identifier: Apache-2.0
#include "tally/assess.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tally {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

const std::vector<Label>& ham_and_spam() {
  static const std::vector<Label> classes{Label::of("ham"), Label::of("spam")};
  return classes;
}

// Posteriors of two classes from joints that are probabilities.
Posteriors posteriors(const std::vector<std::pair<double, double>>& joints) {
  Posteriors out;
  out.rows = static_cast<std::int64_t>(joints.size());
  out.classes = 2;
  for (const auto& [ham, spam] : joints) {
    const double evidence = ham + spam;
    out.log_evidence.push_back(std::log(evidence));
    for (const double joint : {ham, spam}) {
      out.log_joint.push_back(std::log(joint));
      out.posterior.push_back(evidence == 0 ? 0 : joint / evidence);
      out.log_posterior.push_back(evidence == 0 ? -kInfinity : std::log(joint / evidence));
    }
  }
  return out;
}

TEST(Score, FiguresOfThreeRowsByHand) {
  Score score(Loss::zero_one(ham_and_spam()));
  const Posteriors answers = posteriors({{0.3, 0.1}, {0.1, 0.1}, {0.02, 0.08}});
  score.add(answers, 0, Label::of("ham"));   // right, P = 3/4
  score.add(answers, 1, Label::of("spam"));  // a tie goes to ham: wrong, P = 1/2
  score.add(answers, 2, Label::of("spam"));  // right, P = 4/5
  const ScoreSummary s = score.summary();
  EXPECT_EQ(s.rows, 3);
  EXPECT_EQ(s.right, 2);
  EXPECT_DOUBLE_EQ(s.accuracy, 2.0 / 3);
  EXPECT_DOUBLE_EQ(s.log_loss, -(std::log(0.75) + std::log(0.5) + std::log(0.8)) / 3);
  EXPECT_DOUBLE_EQ(s.log_likelihood, std::log(0.3) + std::log(0.1) + std::log(0.08));
  EXPECT_DOUBLE_EQ(s.realised_risk, 1.0 / 3);
  EXPECT_DOUBLE_EQ(s.expected_risk, (0.25 + 0.5 + 0.2) / 3);
  EXPECT_EQ(s.impossible, 0);
  EXPECT_EQ(s.confusion, (std::vector<double>{1, 0, 1, 1}));
}

TEST(Score, WeightsCountAsRows) {
  const Posteriors answers = posteriors({{0.3, 0.1}, {0.1, 0.2}});
  Score weighted(Loss::zero_one(ham_and_spam()));
  weighted.add(answers, 0, Label::of("ham"), 2);
  weighted.add(answers, 1, Label::of("ham"), 0);
  Score twice(Loss::zero_one(ham_and_spam()));
  twice.add(answers, 0, Label::of("ham"));
  twice.add(answers, 0, Label::of("ham"));
  EXPECT_EQ(to_json(weighted.summary()), to_json(twice.summary()));
}

TEST(Score, PiecesMergeToTheWholeInAnyOrder) {
  const Posteriors answers =
      posteriors({{0.31, 0.17}, {0.013, 0.21}, {1e-9, 0.3}, {0.2, 1e-12}, {0.25, 0.24}});
  const std::vector<Label> truths{Label::of("ham"), Label::of("ham"), Label::of("spam"),
                                  Label::of("ham"), Label::of("spam")};
  const auto add = [&](Score& score, int row) {
    score.add(answers, row, truths[static_cast<std::size_t>(row)], 0.1 * (row + 1));
  };
  Score whole(Loss::zero_one(ham_and_spam()));
  for (const int row : {0, 1, 2, 3, 4}) add(whole, row);
  Score first(Loss::zero_one(ham_and_spam()));
  Score second(Loss::zero_one(ham_and_spam()));
  for (const int row : {4, 1}) add(first, row);
  for (const int row : {3, 0, 2}) add(second, row);
  second.merge(first);
  EXPECT_EQ(to_json(second.summary()), to_json(whole.summary()));
}

TEST(Score, AnImpossibleRowIsWrongAndCostsTheDearest) {
  const Loss loss = Loss::labelled(
      {{"", "ham", "spam"}, {"ham", "0", "1"}, {"spam", "4", "0"}, {"ask", "0.5", "0.5"}},
      "loss.csv", ham_and_spam());
  Score score(loss);
  const Posteriors answers = posteriors({{0, 0}, {0.1, 0.3}});
  score.add(answers, 0, Label::of("ham"));
  score.add(answers, 1, Label::of("spam"));  // risks: ham 3/4, spam 1, ask 1/2
  const ScoreSummary s = score.summary();
  EXPECT_EQ(s.impossible, 1);
  EXPECT_EQ(s.accuracy, 0);
  EXPECT_EQ(s.log_loss, kInfinity);
  EXPECT_EQ(s.log_likelihood, -kInfinity);
  EXPECT_DOUBLE_EQ(s.realised_risk, (4 + 0.5) / 2);
  EXPECT_DOUBLE_EQ(s.expected_risk, (4 + 0.5) / 2);
}

TEST(Score, ATruthThatIsNoClassIsWrong) {
  Score score(Loss::zero_one(ham_and_spam()));
  score.add(posteriors({{0.3, 0.1}}), 0, Label::of("eggs"));
  const ScoreSummary s = score.summary();
  EXPECT_EQ(s.accuracy, 0);
  EXPECT_EQ(s.log_loss, kInfinity);
  EXPECT_EQ(s.realised_risk, 1);
  EXPECT_DOUBLE_EQ(s.expected_risk, 0.25);
  ASSERT_EQ(s.truths.size(), 3u);
  EXPECT_EQ(s.truths[0], Label::of("eggs"));
}

TEST(Score, NoRowsGiveNoNaN) {
  const ScoreSummary s = Score(Loss::zero_one(ham_and_spam())).summary();
  EXPECT_EQ(s.rows, 0);
  EXPECT_EQ(s.accuracy, 0);
  EXPECT_EQ(s.log_loss, 0);
  EXPECT_EQ(s.balanced_accuracy, 0);
  EXPECT_EQ(s.brier, 0);
  EXPECT_EQ(s.ece, 0);
  EXPECT_FALSE(s.auc.has_value());
}

TEST(Score, BrierAucAndCalibrationByHand) {
  Score score(Loss::zero_one(ham_and_spam()));
  const Posteriors answers = posteriors({{0.3, 0.1}, {0.1, 0.1}, {0.03, 0.17}, {0, 0}});
  score.add(answers, 0, Label::of("ham"));   // 3/4, 1/4
  score.add(answers, 1, Label::of("spam"));  // 1/2, 1/2
  score.add(answers, 2, Label::of("eggs"));  // 0.15, 0.85: no class at all
  score.add(answers, 3, Label::of("spam"));  // impossible
  const ScoreSummary s = score.summary();
  EXPECT_DOUBLE_EQ(s.brier, (2.0 / 16 + 2.0 / 4 + (1 + 0.0225 + 0.7225) + 1) / 4);
  // ham: 3/4 beats 1/2, 0.15 and 0. spam: {1/2, 0} against {1/4, 0.85} wins one pair of four.
  ASSERT_EQ(s.truths.size(), 3U);
  EXPECT_EQ(s.classes[1].auc, 1);
  EXPECT_EQ(s.classes[2].auc, 0.25);
  EXPECT_FALSE(s.classes[0].auc.has_value());
  EXPECT_EQ(s.auc, 0.625);
  // 3/4 right, 1/2 wrong (a tie goes to ham), 0.85 wrong; the impossible row has no posterior.
  EXPECT_EQ(s.reliability.size(), 3U);
  EXPECT_DOUBLE_EQ(s.ece, (0.25 + 0.5 + 0.85) / 3);
}

TEST(Score, FiguresOfEachClassByHand) {
  Score score(Loss::zero_one(ham_and_spam()));
  const Posteriors answers = posteriors({{0.3, 0.1}, {0.1, 0.3}, {0, 0}});
  score.add(answers, 0, Label::of("ham"), 3);   // right
  score.add(answers, 1, Label::of("ham"), 1);   // decided spam
  score.add(answers, 1, Label::of("spam"), 2);  // right
  score.add(answers, 2, Label::of("spam"), 2);  // impossible: not decided, but a row of spam
  const ScoreSummary s = score.summary();
  EXPECT_EQ(s.classes[0].rows, 4);
  EXPECT_DOUBLE_EQ(s.classes[0].precision, 1);
  EXPECT_DOUBLE_EQ(s.classes[0].recall, 0.75);
  EXPECT_DOUBLE_EQ(s.classes[0].f1, 6.0 / 7);
  EXPECT_DOUBLE_EQ(s.classes[1].precision, 2.0 / 3);
  EXPECT_DOUBLE_EQ(s.classes[1].recall, 0.5);
  EXPECT_DOUBLE_EQ(s.classes[1].f1, 4.0 / 7);
  EXPECT_DOUBLE_EQ(s.balanced_accuracy, 0.625);
}

TEST(Score, NothingOverNothingIsZero) {
  Score score(Loss::zero_one(ham_and_spam()));
  score.add(posteriors({{0.3, 0.1}}), 0, Label::of("ham"));
  const ScoreSummary s = score.summary();
  EXPECT_EQ(s.classes[1].precision, 0);
  EXPECT_EQ(s.classes[1].recall, 0);
  EXPECT_EQ(s.classes[1].f1, 0);
  EXPECT_EQ(s.balanced_accuracy, 1);  // of the class that occurs
  EXPECT_FALSE(s.auc.has_value());    // nobody to compare with
}

TEST(Score, TheTruthAmongTheFirst) {
  const Loss loss = Loss::zero_one({Label::of("a"), Label::of("b"), Label::of("c")});
  Posteriors answers;
  answers.rows = 1;
  answers.classes = 3;
  answers.posterior = {0.5, 0.5, 0};
  answers.log_posterior = answers.log_joint = {std::log(0.5), std::log(0.5), -kInfinity};
  answers.log_evidence = {0};
  Score score(loss);
  for (const char* truth : {"a", "b", "c", "z"}) score.add(answers, 0, Label::of(truth));
  EXPECT_EQ(score.summary(1).top_accuracy, 0.25);  // of equals the first
  EXPECT_EQ(score.summary(2).top_accuracy, 0.5);
  EXPECT_EQ(score.summary(3).top_accuracy, 0.5);  // c has probability 0, z is no class
  EXPECT_EQ(score.summary(9).top_accuracy, 0.5);
}

TEST(Score, AucTellsPosteriorsApartThatAreAllOne) {
  const std::vector<Label> classes = {Label::of("a"), Label::of("b")};
  Score score(Loss::zero_one(classes));
  // Both rows have the posterior 1 of b to the last bit; the row of b is the surer one.
  for (const double log_odds : {50.0, 60.0}) {
    Posteriors one;
    one.rows = 1;
    one.classes = 2;
    one.joint_is_defined = false;
    one.log_joint = {-log_odds, 0};
    one.posterior = {std::exp(-log_odds), 1};
    one.log_posterior = {-log_odds, -std::exp(-log_odds)};
    one.log_evidence = {0};
    score.add(one, 0, log_odds > 55 ? classes[1] : classes[0]);
  }
  EXPECT_EQ(score.summary().auc, 1);
  EXPECT_FALSE(score.summary().joint_is_defined);
  EXPECT_NE(to_json(score.summary()).find("\"log_likelihood\": null"), std::string::npos);
}

}  // namespace
}  // namespace tally
