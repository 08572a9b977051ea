// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/text_rule/text_weights.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace tally {
namespace {

// Parts of very different sizes, one of them constant, and rows of which some do not count.
TextLesson lesson_of(unsigned classes, std::size_t rows, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  TextLesson lesson;
  lesson.shape.zones = {{"text", false}, {"text.pair", true}};
  lesson.shape.classes = classes;
  for (std::size_t i = 0; i < rows; ++i) {
    const std::size_t truth = random() % classes;
    for (std::size_t told = 0; told < lesson.shape.told(); ++told) {
      const double own = lesson.shape.told_class(told) == truth ? 1 : -0.3;
      for (std::size_t p = 0; p < lesson.shape.parts(); ++p) {
        const double size = p % 5 == 0 ? 10 : p % 5 == 1 ? 0.1 : 1;
        lesson.parts.push_back(p == 7 ? 2 : size * (0.4 * own + normal(random)));
      }
    }
    lesson.of_all.insert(lesson.of_all.end(), {1, normal(random), normal(random) - 1});
    for (unsigned k = 0; k < classes; ++k) {
      lesson.log_shares.push_back(std::log((k + 1.0) / (0.5 * classes * (classes + 1))));
    }
    lesson.truths.push_back(truth);
    lesson.times.push_back(i % 17 == 0 ? 0 : 1 + static_cast<double>(i % 3));
  }
  return lesson;
}

class TextWeights : public testing::TestWithParam<unsigned> {};

TEST_P(TextWeights, TheGradientIsTheSlope) {
  const TextLesson lesson = lesson_of(GetParam(), 40, 5);
  TextRule at = fit_text_weights(lesson_of(GetParam(), 40, 6));
  std::vector<double> gradient;
  text_weights_height(lesson, at, &gradient);
  for (std::size_t i = 0; i < gradient.size(); i += 3) {
    double& one = i < at.shared.size() ? at.shared[i] : at.of_class[i - at.shared.size()];
    const double before = one, step = 1e-5;
    one = before + step;
    const double above = text_weights_height(lesson, at);
    one = before - step;
    const double below = text_weights_height(lesson, at);
    one = before;
    EXPECT_NEAR((above - below) / (2 * step), gradient[i], 1e-4 * (1 + std::abs(gradient[i]))) << i;
  }
}

TEST_P(TextWeights, TheFitIsAtTheBottomAndNeedsNoStart) {
  const TextLesson lesson = lesson_of(GetParam(), 200, 7);
  const TextRule fitted = fit_text_weights(lesson);
  std::vector<double> gradient;
  const double height = text_weights_height(lesson, fitted, &gradient);
  for (const double slope : gradient) EXPECT_NEAR(slope, 0, 2e-3);
  TextRule elsewhere = fitted;
  for (double& one : elsewhere.shared) one = 0.5 - one;
  const TextRule again = fit_text_weights(lesson, &elsewhere);
  EXPECT_NEAR(text_weights_height(lesson, again), height, 1e-5);
  const double chosen = chosen_text_weights(lesson, fitted);
  EXPECT_GT(chosen, 0);
  EXPECT_LT(chosen, static_cast<double>(gradient.size()));
}

// The guess of Σ d_1 / √(n + 1), where rows say nothing.
TEST(TextWeightsGuess, IsWhatIsLeftWithoutRows) {
  for (const unsigned classes : {2U, 5U}) {
    TextLesson lesson = lesson_of(classes, 3, 1);
    lesson.times = {0, 0, 0};
    const TextRule rule = fit_text_weights(lesson);
    for (std::size_t p = 0; p < 30; ++p) {
      EXPECT_EQ(rule.shared[p], p % 15 == 4 ? (classes == 2 ? 0.7 : 0.35) : 0) << p;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Classes, TextWeights, testing::Values(2U, 3U, 9U, 20U, 70U));

}  // namespace
}  // namespace tally
