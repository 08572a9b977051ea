// SPDX-License-Identifier: Apache-2.0
#include "tally/inside/decide.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tally/base/log_math.h"

namespace tally {
namespace {

const std::vector<Label> kClasses = {Label::of(-1.0), Label::of(1.0)};

struct Answer {
  std::vector<double> risk;
  int decision;
};

Answer answer(const Loss& loss, const std::vector<double>& posterior) {
  Answer out;
  std::vector<double> log_joint;
  for (const double p : posterior) log_joint.push_back(safe_log(p) - 3);
  out.risk.resize(loss.decisions().size());
  conditional_risk(loss, posterior, out.risk);
  out.decision = decide(loss, log_joint, out.risk);
  return out;
}

TEST(Decide, ZeroOneLossTakesTheGreatestPosterior) {
  const Answer found = answer(Loss::zero_one(kClasses), {0.75, 0.25});
  EXPECT_EQ(found.risk, (std::vector<double>{0.25, 0.75}));
  EXPECT_EQ(found.decision, 0);
}

TEST(Decide, TheDearerErrorWins) {
  const Loss loss =
      Loss::labelled({{"", "-1", "1"}, {"-1", "0", "4"}, {"1", "1", "0"}}, "f", kClasses);
  const Answer found = answer(loss, {0.75, 0.25});
  EXPECT_EQ(found.risk, (std::vector<double>{1, 0.75}));
  EXPECT_EQ(found.decision, 1);
}

TEST(Decide, RejectsWhatIsTooUncertain) {
  const Loss loss = Loss::zero_one(kClasses);
  EXPECT_EQ(answer(loss.with_reject(0.2), {0.75, 0.25}).decision, 2);
  EXPECT_EQ(answer(loss.with_reject(0.3), {0.75, 0.25}).decision, 0);
}

TEST(Decide, TiesGoToTheFirstDecision) {
  EXPECT_EQ(answer(Loss::zero_one(kClasses), {0.5, 0.5}).decision, 0);
  EXPECT_EQ(answer(Loss::zero_one(kClasses).with_reject(0.25), {0.75, 0.25}).decision, 0);
  const Loss loss =
      Loss::labelled({{"", "-1", "1"}, {"1", "1", "1"}, {"-1", "1", "1"}}, "f", kClasses);
  EXPECT_EQ(answer(loss, {0.1, 0.9}).decision, 0);
}

TEST(Decide, NothingAboutAnImpossibleRow) {
  EXPECT_EQ(answer(Loss::zero_one(kClasses), {0, 0}).decision, -1);
  EXPECT_EQ(answer(Loss::zero_one(kClasses).with_reject(0.1), {0, 0}).decision, -1);
}

TEST(Decide, ZeroOneLossSeesWhatThePosteriorRoundsAway) {
  // Both posteriors may be 1 or 0 to the last bit; the joints still differ.
  const std::vector<double> log_joint = {-1e6, -1e6 + 1e-9};
  const std::vector<double> risk = {0.5, 0.5};
  EXPECT_EQ(decide(Loss::zero_one(kClasses), log_joint, risk), 1);
}

TEST(Decide, OfARowOfAnswers) {
  Posteriors answers;
  answers.rows = 2;
  answers.classes = 2;
  answers.posterior = {0.5, 0.5, 0.25, 0.75};
  answers.log_joint = {-1, -1, -3, -2};
  std::vector<double> risk(2);
  EXPECT_EQ(decide(Loss::zero_one(kClasses), answers, 1, risk), 1);
  EXPECT_EQ(risk, (std::vector<double>{0.75, 0.25}));
}

TEST(Decide, TheZeroOneShortcutAgreesWithTheRisks) {
  std::mt19937 random(3);
  const std::vector<Label> classes = {Label::of("a"), Label::of("b"), Label::of("c")};
  const Loss shortcut = Loss::zero_one(classes);
  const Loss summed = Loss::labelled(
      {{"", "a", "b", "c"}, {"a", "0", "1", "1"}, {"b", "1", "0", "1"}, {"c", "1", "1", "0"}}, "f",
      classes);
  for (int i = 0; i < 1000; ++i) {
    std::vector<double> p = {1.0 + random() % 997, 1.0 + random() % 991, 1.0 + random() % 983};
    const double sum = p[0] + p[1] + p[2];
    if (p[0] == p[1] || p[1] == p[2] || p[0] == p[2]) continue;
    for (double& x : p) x /= sum;
    EXPECT_EQ(answer(shortcut, p).decision, answer(summed, p).decision);
  }
}

const std::vector<Label> kThree = {Label::of(1.0), Label::of(2.0), Label::of(3.0)};

// Log-odds of 1 are those of p = 0.731.
TEST(Decide, AnAlarmOnlyAboveItsThreshold) {
  const Loss loss = Loss::zero_one(kThree).with_alarm_above(1, 1);
  EXPECT_EQ(answer(loss, {0.2, 0.75, 0.05}).decision, 1);
  EXPECT_EQ(answer(loss, {0.2, 0.7, 0.1}).decision, 0);  // the best of the others
  EXPECT_EQ(answer(loss, {0.1, 0.7, 0.2}).decision, 2);
  EXPECT_EQ(answer(loss, {0.8, 0.1, 0.1}).decision, 0);  // it would not have been decided anyway
  EXPECT_EQ(answer(loss, {0, 1, 0}).decision, 1);
  EXPECT_EQ(answer(Loss::zero_one(kThree).with_alarm_above(1, 1 / 0.0), {0, 1, 0}).decision, 0);
}

TEST(Decide, AnAlarmUnderAnotherLoss) {
  const Loss loss = Loss::zero_one(kThree).with_reject(0.4).with_alarm_above(1, 1);
  const std::size_t reject = 3;
  ASSERT_EQ(loss.decisions()[reject], Label::of("reject"));
  EXPECT_EQ(answer(loss, {0.2, 0.75, 0.05}).decision, 1);
  EXPECT_EQ(answer(loss, {0.28, 0.7, 0.02}).decision, 3);  // R(reject) = 0.4 < R(1) = 0.72
  EXPECT_EQ(answer(loss, {0, 0, 0}).decision, -1);
  const Loss only = Loss::labelled(
      {{"", "1", "2", "3"}, {"1", "0", "1", "1"}, {"wait", "1", "1", "1"}}, "f", kThree);
  EXPECT_THROW(only.with_alarm_above(1, 0), Error);  // which is never decided
}

}  // namespace
}  // namespace tally
