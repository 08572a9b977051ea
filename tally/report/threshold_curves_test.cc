// SPDX-License-Identifier: Apache-2.0
#include "tally/report/threshold_curves.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace tally {
namespace {

// Rows with posteriors of their own, many of them equal, and weights; classes 0 … K − 1.
AnsweredRows random_answers(std::size_t rows, std::size_t K, unsigned seed) {
  std::mt19937 random(seed);
  AnsweredRows out;
  std::vector<Label> classes;
  for (std::size_t k = 0; k < K; ++k) classes.push_back(Label::of(static_cast<std::int64_t>(k)));
  Score score(Loss::zero_one(classes));
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
    const std::size_t best =
        static_cast<std::size_t>(std::max_element(p.begin(), p.end()) - p.begin());
    out.truths.push_back(classes[random() % 3 == 0 ? random() % K : best]);
    out.weights.push_back(0.5 * static_cast<double>(1 + random() % 4));
    out.decisions.push_back(static_cast<int>(best));
    score.add(out.answers, static_cast<std::int64_t>(row), out.truths.back(), out.weights.back());
  }
  out.summary = score.summary();
  return out;
}

std::vector<Label> classes_of(const AnsweredRows& rows) { return rows.summary.truths; }

TEST(ThresholdCurves, AreaBelowRocIsTheAucOfTheScore) {
  for (const std::size_t K : {2u, 3u, 7u}) {
    const AnsweredRows rows = random_answers(300, K, 5);
    for (std::size_t k = 0; k < K; ++k) {
      const ThresholdCurves curves = threshold_curves(rows, classes_of(rows), k);
      EXPECT_NEAR(area_below(curves.roc), *rows.summary.classes[k].auc, 1e-12);
      EXPECT_EQ(curves.roc.x.back(), 1);
      EXPECT_EQ(curves.roc.y.back(), 1);
    }
  }
}

TEST(ThresholdCurves, EveryPointIsWhatItsThresholdTells) {
  const AnsweredRows rows = random_answers(60, 2, 9);
  const ThresholdCurves curves = threshold_curves(rows, classes_of(rows), 1);
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
      const bool is_of_class = rows.truths[r] == classes_of(rows)[1];
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
  AnsweredRows rows = random_answers(20, 2, 1);
  for (Label& truth : rows.truths) truth = Label::of(std::int64_t{0});
  EXPECT_TRUE(threshold_curves(rows, classes_of(rows), 0).roc.x.empty());
  EXPECT_TRUE(threshold_curves(rows, classes_of(rows), 1).roc.x.empty());
}

TEST(RejectionCurve, StartsWithTheAccuracyOfAllRows) {
  const AnsweredRows rows = random_answers(200, 3, 2);
  const PointCurve curve = rejection_curve(rows, classes_of(rows));
  EXPECT_NEAR(curve.x.front(), 0, 1e-12);
  EXPECT_NEAR(curve.y.front(), rows.summary.accuracy, 1e-12);
  EXPECT_TRUE(std::is_sorted(curve.x.begin(), curve.x.end()));
}

TEST(Thinned, KeepsTheEndsAndTheArea) {
  const AnsweredRows rows = random_answers(20'000, 5, 3);
  const PointCurve roc = threshold_curves(rows, classes_of(rows), 1).roc;
  const PointCurve thin = thinned(roc);
  EXPECT_LE(thin.x.size(), 600u);
  EXPECT_EQ(thin.x.front(), roc.x.front());
  EXPECT_EQ(thin.x.back(), roc.x.back());
  EXPECT_NEAR(area_below(thin), area_below(roc), 0.01);
}

}  // namespace
}  // namespace tally
