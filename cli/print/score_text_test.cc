// SPDX-License-Identifier: Apache-2.0
#include "cli/print/score_text.h"

#include <gtest/gtest.h>

namespace tally::cli {
namespace {

ScoreSummary two_classes() {
  ScoreSummary s;
  s.rows = 4;
  s.right = 3;
  s.accuracy = 0.75;
  s.truths = s.decisions = {Label::of("ham"), Label::of("spam")};
  s.confusion = {2, 0, 1, 1};
  s.classes = {{2, 0.5, 1, 0.25, 0.875}, {2, 1, 0.5, 0.125, std::nullopt}};
  s.reliability = {{0.6, 2.0 / 3, 4, 0.625, 0.75}};
  return s;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(ScoreText, ShowsFiguresConfusionClassesAndReliability) {
  const std::string text = score_text(two_classes());
  EXPECT_TRUE(has(text, "rows            4\naccuracy        0.75 (3 of 4)\n")) << text;
  EXPECT_TRUE(has(text, "AUC             -\n")) << text;
  EXPECT_TRUE(has(text, "  spam                1     1\n")) << text;
  EXPECT_TRUE(has(text, "  ham       2        0.5       1   0.25  0.875\n")) << text;
  EXPECT_TRUE(has(text, "  0.600 to 0.667     4       0.625      0.75\n")) << text;
}

TEST(ScoreText, ShowsWhatIsThere) {
  ScoreSummary s = two_classes();
  EXPECT_FALSE(has(score_text(s), "top"));
  EXPECT_FALSE(has(score_text(s), "bound"));
  EXPECT_FALSE(has(score_text(s), "impossible"));
  s.top = 2;
  s.accuracy_bound = 0.8;
  s.impossible = 1;
  EXPECT_TRUE(has(score_text(s), "top 2 "));
  EXPECT_TRUE(has(score_text(s), "bound           0.8 "));
  EXPECT_TRUE(has(score_text(s), "impossible      1 "));
}

TEST(ScoreText, AWideConfusionIsCutIntoGroups) {
  const std::string text = score_text(two_classes(), 26);
  EXPECT_TRUE(has(text,
                  "  truth \\ decision  ham\n"
                  "  ham                 2\n"
                  "  spam                1\n"
                  "\n"
                  "  truth \\ decision  spam\n"
                  "  ham                  0\n"))
      << text;
  EXPECT_EQ(score_text(two_classes(), 29), score_text(two_classes()));
}

TEST(ScoreText, LongNamesLoseTheirMiddleWhereTheyMust) {
  ScoreSummary s = two_classes();
  s.truths = s.decisions = {Label::of("a_name_as_long_as_a_line_1"),
                            Label::of("a_name_as_long_as_a_line_ü")};
  const std::string text = score_text(s, 40);
  EXPECT_TRUE(has(text,
                  "  truth \\ decision    a_name_as…a_line_1\n"
                  "  a_name_as…a_line_1                   2\n"))
      << text;
  EXPECT_TRUE(has(text, "a_name_as…a_line_ü\n")) << text;
  EXPECT_TRUE(has(score_text(s, 80), "truth \\ decision            a_name_as_long_as_a_line_1"));
}

TEST(ScoreText, ManyClassesAreInJson) {
  ScoreSummary s;
  for (std::int64_t i = 0; i < 21; ++i) s.truths.push_back(Label::of(i));
  s.classes.resize(21);
  EXPECT_TRUE(has(score_text(s), "The confusion and the figures of 21 classes are in --json."));
}

TEST(ScoresTable, HasALineForEach) {
  const std::string text = scores_table("λ", {"0.1", "1"}, {two_classes(), two_classes()});
  EXPECT_TRUE(has(text, "  λ    accuracy  balanced  log loss  Brier  AUC  ECE\n")) << text;
  EXPECT_TRUE(has(text, "\n  1        0.75")) << text;
}

}  // namespace
}  // namespace tally::cli
