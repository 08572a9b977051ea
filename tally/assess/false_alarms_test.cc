// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/false_alarms.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tally/assess/left_out/left_out_answers_testing.h"

namespace tally {
namespace {

TEST(FalseAlarms, HowManyRowsItTakes) {
  EXPECT_EQ(rows_needed(0.05, 0.05), 59);
  EXPECT_EQ(rows_needed(0.01, 0.05), 299);
  EXPECT_EQ(rows_needed(0.001, 0.05), 2995);
  std::vector<double> scores(59);
  for (std::size_t i = 0; i < scores.size(); ++i) scores[i] = static_cast<double>(i);
  EXPECT_EQ(alarm_threshold(scores, 0.05, 0.05), 58);  // the greatest, and nothing less
  scores.pop_back();
  try {
    alarm_threshold(scores, 0.05, 0.05);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("needs 59 rows"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("has 58"), std::string::npos) << error.what();
  }
}

// Σ_{j >= k} C(n, j) (1 − α)^j α^(n − j) by products of exact integers' logarithms.
double tail(int n, int k, double alpha) {
  double sum = 0;
  for (int j = k; j <= n; ++j) {
    sum += std::exp(std::lgamma(n + 1.0) - std::lgamma(j + 1.0) - std::lgamma(n - j + 1.0) +
                    j * std::log(1 - alpha) + (n - j) * std::log(alpha));
  }
  return sum;
}

TEST(FalseAlarms, TheOrderStatisticOfTheBook) {
  for (const int n : {59, 100, 300, 1000, 5000}) {
    for (const double alpha : {0.05, 0.1, 0.3, 0.5}) {
      std::vector<double> scores;
      for (int i = 1; i <= n; ++i) scores.push_back(i);
      std::shuffle(scores.begin(), scores.end(), std::mt19937(3));
      const int k = static_cast<int>(alarm_threshold(scores, alpha, 0.05));
      EXPECT_LE(tail(n, k, alpha), 0.05 + 1e-9) << n << " " << alpha;
      EXPECT_GT(tail(n, k - 1, alpha), 0.05 - 1e-9) << n << " " << alpha;
    }
  }
}

// Of many samples of normal scores, in all but 5 % at most the bound holds for new rows; and not in many
// more, which would be alarms given away.
TEST(FalseAlarms, KeepsItsPromise) {
  std::mt19937 random(42);
  std::normal_distribution<double> normal;
  int broken = 0;
  const int trials = 2000;
  for (int trial = 0; trial < trials; ++trial) {
    std::vector<double> scores(200);
    for (double& score : scores) score = normal(random);
    const double threshold = alarm_threshold(scores, 0.1, 0.05);
    broken += std::erfc(threshold / std::sqrt(2.0)) / 2 > 0.1 ? 1 : 0;
  }
  EXPECT_LT(broken, 0.065 * trials);
  EXPECT_GT(broken, 0.01 * trials);
}

// The threshold is that of answers counted afresh, and decisions keep it.
TEST(FalseAlarms, OfLeftOutRows) {
  const HeavyTable table = heavy_table(160, 3, 13);
  const Loss plain = Loss::zero_one(table.counts().class_labels());
  const FalseAlarms bound{"b", "a", 0.1, 0.05};
  const Loss loss = with_bound(plain, bound, table.counts(), table.sample(), Question{}, {});
  std::vector<double> scores;
  for (std::int64_t row = 0; row < table.batch.rows; ++row) {
    if (truth_of(table, row).to_string() != "a") continue;
    const Posteriors answer = answer_without(table, row, Question{}).answer;
    const double p = answer.posterior_of(0)[1];
    scores.push_back(std::log(p) - std::log1p(-p));
  }
  ASSERT_TRUE(loss.alarm());
  EXPECT_EQ(loss.alarm()->klass, 1U);
  EXPECT_NEAR(loss.alarm()->log_odds, alarm_threshold(scores, 0.1, 0.05), 1e-9);

  const Scorer scorer(estimate(table.counts(), Question{}));
  Inference inference(scorer);
  const Posteriors& answers = inference.infer(table.batch);
  std::vector<double> risk(3);
  int held_back = 0;
  for (std::int64_t row = 0; row < answers.rows; ++row) {
    const int with = decide(loss, answers, row, risk), without = decide(plain, answers, row, risk);
    const double p = answers.posterior_of(row)[1];
    if (without != 1) {
      EXPECT_EQ(with, without);
    } else if (std::log(p) - std::log1p(-p) > loss.alarm()->log_odds) {
      EXPECT_EQ(with, 1);
    } else {
      ++held_back;
      EXPECT_EQ(with, answers.posterior_of(row)[0] >= answers.posterior_of(row)[2] ? 0 : 2);
    }
  }
  EXPECT_GT(held_back, 0);
}

// How many rows of the quiet class are taken for the other, of new ones, where that has a bound of 5 %.
double share_of_alarms(const Counts& counts, const RowSample& sample, Rule answers) {
  const std::vector<RuleWeight> rule = weigh(counts, sample);
  Question question;
  question.rule = answers;
  const Loss plain = Loss::zero_one(counts.class_labels());
  const Loss loss = with_bound(plain, {"b", "a", 0.05, 0.05}, counts, sample, question, rule);
  const HeavyTable others = heavy_table(4000, 2, 9);
  const Scorer scorer(estimate(counts, question, rule));
  Inference inference(scorer);
  const Posteriors& answer = inference.infer(others.batch);
  std::vector<double> risk(2);
  double quiet = 0, alarms = 0;
  for (std::int64_t row = 0; row < answer.rows; ++row) {
    if (truth_of(others, row).to_string() != "a") continue;
    ++quiet;
    alarms += decide(loss, answer, row, risk) == 1 ? 1 : 0;
  }
  return alarms / quiet;
}

TEST(FalseAlarms, UnderTheWeightedRule) {
  const HeavyTable table = heavy_table(400, 2, 8);
  EXPECT_LE(share_of_alarms(table.counts(), table.sample(), Rule::kWeighted), 0.05);
}

TEST(FalseAlarms, UnderTheFullRule) {
  const HeavyTable table = heavy_table(400, 2, 8);
  Counts counts =
      table.counts().with_together(draw_up_joint(table.counts(), table.sample()).schema);
  counts.add_together(table.batch);
  const double share = share_of_alarms(counts, table.sample(), Rule::kFull);
  EXPECT_LE(share, 0.05);
  EXPECT_GT(share, 0);
  EXPECT_THROW(share_of_alarms(counts, table.sample(), Rule::kTan), Error);
}

TEST(FalseAlarms, WhatMakesNoSense) {
  const HeavyTable table = heavy_table(100, 2, 1);
  const Loss plain = Loss::zero_one(table.counts().class_labels());
  const auto refuses = [&](const FalseAlarms& bound) {
    EXPECT_THROW(with_bound(plain, bound, table.counts(), table.sample(), Question{}, {}), Error);
  };
  refuses({"c", "a", 0.1});
  refuses({"a", "a", 0.1});
  refuses({"b", "a", 0});
  refuses({"b", "a", 1});
  refuses({"b", "a", NAN});
  refuses({"b", "a", 1e-6});  // more rows than there are
  EXPECT_THROW(with_bound(plain, {"b", "a", 0.5}, table.counts(), RowSample(0), Question{}, {}),
               Error);
}

}  // namespace
}  // namespace tally
