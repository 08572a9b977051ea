// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/threshold_curves.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>

#include "tally/assess.h"

namespace tally {
namespace {

// Rows with posteriors of their own, many of them equal, and weights; classes 0 … K − 1.
struct DrawnRows {
  std::vector<Label> classes;
  Posteriors answers;
  std::vector<Label> truths;
  std::vector<double> weights;

  Score score() const {
    Score out(Loss::zero_one(classes));
    for (std::size_t row = 0; row < truths.size(); ++row) {
      out.add(answers, static_cast<std::int64_t>(row), truths[row], weights[row]);
    }
    return out;
  }
};

DrawnRows random_rows(std::size_t rows, std::size_t K, unsigned seed) {
  std::mt19937 random(seed);
  DrawnRows out;
  for (std::size_t k = 0; k < K; ++k)
    out.classes.push_back(Label::of(static_cast<std::int64_t>(k)));
  out.answers.rows = static_cast<std::int64_t>(rows);
  out.answers.classes = K;
  for (std::size_t row = 0; row < rows; ++row) {
    std::vector<double> p;
    double all = 0;
    for (std::size_t k = 0; k < K; ++k)
      all += p.emplace_back(static_cast<double>(1 + random() % 6));
    for (const double one : p) {
      out.answers.posterior.push_back(one / all);
      out.answers.log_posterior.push_back(std::log(one / all));
      out.answers.log_joint.push_back(std::log(one));
    }
    out.answers.log_evidence.push_back(std::log(all));
    const auto best = static_cast<std::size_t>(std::max_element(p.begin(), p.end()) - p.begin());
    out.truths.push_back(out.classes[random() % 3 == 0 ? random() % K : best]);
    out.weights.push_back(0.1 * static_cast<double>(1 + random() % 4));
  }
  return out;
}

TEST(ThresholdCurves, AreaBelowRocIsTheAucOfTheScore) {
  for (const std::size_t K : {2u, 3u, 7u}) {
    const Score score = random_rows(300, K, 5).score();
    const ScoreSummary summary = score.summary();
    for (std::size_t k = 0; k < K; ++k) {
      const ThresholdCurves curves = threshold_curves(score.ranking(), k);
      EXPECT_NEAR(area_below(curves.roc), *summary.classes[k].auc, 1e-12);
      EXPECT_EQ(curves.roc.x.back(), 1);
      EXPECT_EQ(curves.roc.y.back(), 1);
    }
  }
}

TEST(ThresholdCurves, EveryPointIsWhatItsThresholdTells) {
  const DrawnRows rows = random_rows(60, 2, 9);
  const ThresholdCurves curves = threshold_curves(rows.score().ranking(), 1);
  std::vector<double> thresholds;
  for (std::size_t r = 0; r < rows.truths.size(); ++r)
    thresholds.push_back(rows.answers.posterior[2 * r + 1]);
  std::sort(thresholds.begin(), thresholds.end(), std::greater<>());
  thresholds.erase(std::unique(thresholds.begin(), thresholds.end()), thresholds.end());
  ASSERT_EQ(curves.precision_recall.x.size(), thresholds.size());
  for (std::size_t i = 0; i < thresholds.size(); ++i) {
    double told = 0, rightly = 0, of_class = 0, all = 0;
    for (std::size_t r = 0; r < rows.truths.size(); ++r) {
      const bool is_told = rows.answers.posterior[2 * r + 1] >= thresholds[i];
      const bool is_of_class = rows.truths[r] == rows.classes[1];
      all += rows.weights[r];
      told += is_told ? rows.weights[r] : 0;
      of_class += is_of_class ? rows.weights[r] : 0;
      rightly += is_told && is_of_class ? rows.weights[r] : 0;
    }
    EXPECT_NEAR(curves.precision_recall.x[i], rightly / of_class, 1e-12);
    EXPECT_NEAR(curves.precision_recall.y[i], rightly / told, 1e-12);
    EXPECT_NEAR(curves.roc.y[i + 1], rightly / of_class, 1e-12);
    EXPECT_NEAR(curves.roc.x[i + 1], (told - rightly) / (all - of_class), 1e-12);
  }
}

TEST(ThresholdCurves, AClassWithoutRowsHasNone) {
  DrawnRows rows = random_rows(20, 2, 1);
  for (Label& truth : rows.truths) truth = rows.classes[0];
  EXPECT_TRUE(threshold_curves(rows.score().ranking(), 0).roc.x.empty());
  EXPECT_TRUE(threshold_curves(rows.score().ranking(), 1).roc.x.empty());
}

TEST(ThresholdCurves, TheOrderOfTheRowsDoesNotMatter) {
  const DrawnRows rows = random_rows(500, 3, 4);
  const std::vector<Label>& classes = rows.classes;
  Score there(Loss::zero_one(classes)), back(Loss::zero_one(classes));
  for (std::size_t i = 0; i < rows.truths.size(); ++i) {
    const std::size_t j = rows.truths.size() - 1 - i;
    there.add(rows.answers, static_cast<std::int64_t>(i), rows.truths[i], rows.weights[i]);
    back.add(rows.answers, static_cast<std::int64_t>(j), rows.truths[j], rows.weights[j]);
  }
  for (std::size_t k = 0; k < 3; ++k) {
    const ThresholdCurves one = threshold_curves(there.ranking(), k);
    const ThresholdCurves other = threshold_curves(back.ranking(), k);
    EXPECT_EQ(one.roc.x, other.roc.x);
    EXPECT_EQ(one.precision_recall.y, other.precision_recall.y);
  }
  EXPECT_EQ(rejection_curve(there.ranking()).y, rejection_curve(back.ranking()).y);
}

TEST(RejectionCurve, StartsWithTheAccuracyOfAllRows) {
  const Score score = random_rows(200, 3, 2).score();
  const PointCurve curve = rejection_curve(score.ranking());
  EXPECT_NEAR(curve.x.front(), 0, 1e-12);
  EXPECT_NEAR(curve.y.front(), score.summary().accuracy, 1e-12);
  EXPECT_TRUE(std::is_sorted(curve.x.begin(), curve.x.end()));
}

TEST(RejectionCurve, WhatIsImpossibleIsRejectedFirstAndNeverRight) {
  const std::vector<Label> classes = {Label::of(std::int64_t{0}), Label::of(std::int64_t{1})};
  const double none = -std::numeric_limits<double>::infinity();
  Posteriors answers;
  answers.rows = 2;
  answers.classes = 2;
  answers.posterior = {0, 0, 0.75, 0.25};
  answers.log_posterior = {none, none, std::log(0.75), std::log(0.25)};
  answers.log_joint = answers.log_posterior;
  answers.log_evidence = {none, 0};
  Score score(Loss::zero_one(classes));
  score.add(answers, 0, classes[0]);
  score.add(answers, 1, classes[0]);
  const PointCurve curve = rejection_curve(score.ranking());
  EXPECT_EQ(curve.x, (std::vector<double>{0, 0.5}));
  EXPECT_EQ(curve.y, (std::vector<double>{0.5, 1}));
}

TEST(Thinned, KeepsTheEndsAndTheArea) {
  const Score score = random_rows(20'000, 5, 3).score();
  const PointCurve roc = threshold_curves(score.ranking(), 1).roc;
  const PointCurve thin = thinned(roc);
  EXPECT_LE(thin.x.size(), 600u);
  EXPECT_EQ(thin.x.front(), roc.x.front());
  EXPECT_EQ(thin.x.back(), roc.x.back());
  EXPECT_NEAR(area_below(thin), area_below(roc), 0.01);
}

}  // namespace
}  // namespace tally
