// SPDX-License-Identifier: Apache-2.0
// Li Hang, Statistical Learning Methods (统计学习方法), example 4.1, and what follows from its
// table.
#include "tests/textbook/worked_example_testing.h"

namespace tally {
namespace {

Declarations categorical(const std::string& values = "") {
  Declarations declarations;
  declarations.target = "Y";
  declarations.families = {{"X1", "categorical"}, {"X2", "categorical"}};
  if (!values.empty()) declarations.values = {{"X1", values}};
  return declarations;
}

const WorkedExample& example() {
  static const WorkedExample kExample("lihang_4_1.csv", categorical());
  return kExample;
}

TEST(LiHang, MaximumLikelihood) {
  for (const Question& question : {asked(0), asked(1, PriorKind::kSmoothed, Method::kMl)}) {
    const WorkedAnswer answer = example().ask_one(question, "X1,X2\n2,S\n");
    expect_equal(answer.joint("1"), 1.0 / 45);
    expect_equal(answer.joint("-1"), 1.0 / 15);
    expect_equal(answer.evidence(), 4.0 / 45);
    expect_equal(answer.posterior.at("1"), 1.0 / 4);
    expect_equal(answer.posterior.at("-1"), 3.0 / 4);
  }
}

TEST(LiHang, Laplace) {
  for (const Method method : {Method::kSmooth, Method::kMap, Method::kBayes}) {
    const WorkedAnswer answer =
        example().ask_one(asked(1, PriorKind::kSmoothed, method), "X1,X2\n2,S\n");
    expect_equal(answer.joint("1"), 5.0 / 153);
    expect_equal(answer.joint("-1"), 28.0 / 459);
    expect_equal(answer.posterior.at("1"), 15.0 / 43);
    expect_equal(answer.posterior.at("-1"), 28.0 / 43);
  }
  const WorkedAnswer empirical = example().ask_one(asked(1, PriorKind::kEmpirical), "X1,X2\n2,S\n");
  expect_equal(empirical.posterior.at("1"), 9.0 / 25);
  expect_equal(empirical.posterior.at("-1"), 16.0 / 25);
}

TEST(LiHang, ADeclaredValueCountsThoughItWasNeverSeen) {
  const WorkedExample declared("lihang_4_1.csv", categorical("1,2,3,4"));
  const WorkedAnswer answer = declared.ask_one(asked(1), "X1,X2\n2,S\n");
  expect_equal(answer.joint("1"), 20.0 / 663);
  expect_equal(answer.joint("-1"), 14.0 / 255);
}

TEST(LiHang, AnUnseenValueHasTheSmoothedProbability) {
  expect_equal(example().ask_one(asked(1), "X1,X2\n4,S\n").posterior.at("1"), 45.0 / 157);
  EXPECT_EQ(example().ask_one(asked(0), "X1,X2\n4,S\n").log_evidence, kLogZero);
}

TEST(LiHang, SmoothingFlipsTheDecision) {
  for (const char* row : {"X1,X2\n1,M\n", "X1,X2\n3,S\n"}) {
    expect_equal(example().ask_one(asked(0), row).posterior.at("1"), 8.0 / 17);
    expect_equal(example().ask_one(asked(1), row).posterior.at("1"), 225.0 / 449);
  }
}

TEST(LiHang, EvidenceIsTheTotalProbabilityAndNotTheProductOfMarginals) {
  const WorkedAnswer answer = example().ask_one(asked(0), "X1,X2\n3,L\n");
  expect_equal(answer.evidence(), 7.0 / 54);
  expect_equal(answer.posterior.at("1"), 32.0 / 35);
}

TEST(LiHang, TheDearMistakeIsAvoided) {
  const auto classes = std::vector<Label>{Label::of(-1.0), Label::of(1.0)};
  const Loss loss =
      Loss::labelled({{"", "1", "-1"}, {"1", "0", "1"}, {"-1", "4", "0"}}, "loss.csv", classes);
  const std::vector<double> posterior{3.0 / 4, 1.0 / 4};
  const std::vector<double> log_joint{std::log(1.0 / 15), std::log(1.0 / 45)};
  std::vector<double> risk(2);
  conditional_risk(loss, posterior, risk);
  expect_equal(risk[1], 3.0 / 4);  // decide 1
  expect_equal(risk[0], 1.0);      // decide −1
  EXPECT_EQ(loss.decisions()[static_cast<std::size_t>(decide(loss, log_joint, risk))],
            Label::of(1.0));

  std::vector<double> with_reject(3);
  const auto decided = [&](double cost) {
    const Loss rejecting = Loss::zero_one(classes).with_reject(cost);
    conditional_risk(rejecting, posterior, with_reject);
    return rejecting
        .decisions()[static_cast<std::size_t>(decide(rejecting, log_joint, with_reject))];
  };
  EXPECT_EQ(decided(0.2), Label::of("reject"));
  EXPECT_EQ(decided(0.3), Label::of(-1.0));
}

TEST(LiHang, RealisedAndExpectedRisk) {
  const ScoreSummary likelihood = example().score(asked(0));
  expect_equal(likelihood.realised_risk, 4.0 / 15);
  expect_equal(likelihood.expected_risk, 13532633.0 / 63081900);
  const ScoreSummary smoothed = example().score(asked(1));
  expect_equal(smoothed.realised_risk, 4.0 / 15);
  expect_equal(smoothed.expected_risk, 0.284069097305954);
}

}  // namespace
}  // namespace tally
