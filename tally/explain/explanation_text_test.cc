// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "tally/explain.h"
#include "tally/explain/small_table_testing.h"

namespace tally {
namespace {

std::string text_of(const SmallTable& table, std::int64_t row, const Question& question) {
  const Counts counts = table.counts();
  const std::vector<Label> classes = counts.class_labels();
  return to_text(explain(counts, question, Loss::zero_one(classes), table.batch(), row));
}

void expect_lines(const std::string& text, const std::vector<std::string>& lines) {
  std::size_t at = 0;
  for (const std::string& line : lines) {
    at = text.find("\n" + line + "\n", at);
    ASSERT_NE(at, std::string::npos) << line << "\nis not (or too late) in\n" << text;
  }
}

TEST(ExplanationText, ReadsLikeTheTextbook) {
  expect_lines(text_of(li_hang(), kRow2S, maximum_likelihood()),
               {"Given X1 = 2, X2 = S", "  P(Y = -1) = 6/15 = 0.4", "  P(Y = 1) = 9/15 = 0.6",
                "  P(X1 = 2 | Y = -1) = 2/6 = 0.333333", "  P(X2 = S | Y = 1) = 1/9 = 0.111111",
                "  P(Y = -1, x) = 6/15 · 2/6 · 3/6 = 0.0666667",
                "  P(x) = 0.0666667 + 0.0222222 = 0.0888889",
                "  P(Y = -1 | x) = 0.0666667 / 0.0888889 = 0.75", "  R(1 | x) = 1 · 0.75 = 0.75"});
}

TEST(ExplanationText, SaysWhatIsMissingAndImpossible) {
  SmallTable table;
  table.texts("y", {"a", "b", "a"}, Role::kTarget);
  table.texts("u", {"p", "q", "p"}).texts("v", {"r", "", "s"}).texts("w", {"1", "2", "2"});
  table.numbers("z", {1, 1, 1}, Family::kGaussian);
  const std::string without_v = text_of(table, 1, Question{});
  expect_lines(without_v, {"Not given: v"});
  EXPECT_EQ(without_v.find("v (categorical)"), std::string::npos) << without_v;
  expect_lines(text_of(table, 0, Question{}),
               {"  left out, says nothing: the same value in every row"});
  SmallTable none;
  none.texts("y", {"a", "b", ""}, Role::kTarget).texts("u", {"p", "q", "r"});
  expect_lines(text_of(none, 2, maximum_likelihood()),
               {"  P(x) = 0: this row is impossible in every class, so there is no posterior and "
                "no decision."});
}

TEST(ExplanationText, BeginsWithTheVerdict) {
  const auto first_line = [](const std::string& text) { return text.substr(0, text.find('\n')); };
  EXPECT_EQ(first_line(text_of(li_hang(), kRow2S, maximum_likelihood())),
            "Decision: Y = -1, where P(Y = -1 | x) = 0.75, P(Y = 1 | x) = 0.25");
  SmallTable none;
  none.texts("y", {"a", "b", ""}, Role::kTarget).texts("u", {"p", "q", "r"});
  EXPECT_EQ(first_line(text_of(none, 2, maximum_likelihood())),
            "Decision: none: this row is impossible in every class");
  SmallTable one;
  one.texts("y", {"a", "a"}, Role::kTarget).texts("u", {"p", "q"});
  EXPECT_EQ(first_line(text_of(one, 0, Question{})), "Decision: y = a, where P(y = a | x) = 1");
}

TEST(ExplanationText, ManyMissingFeaturesAreCounted) {
  SmallTable table;
  table.texts("y", {"a", "b"}, Role::kTarget).texts("given", {"p", "q"});
  for (int i = 0; i < 21; ++i) table.texts("f" + std::to_string(i), {"", "q"});
  const std::string text = text_of(table, 0, Question{});
  expect_lines(text, {"Given given = p", "Not given: 21 features", "given (categorical)"});
  EXPECT_EQ(text.find("f3"), std::string::npos) << text;
}

TEST(ExplanationText, AFeatureThatIsTooSureIsNoted) {
  SmallTable table;
  table.texts("y", {"a", "a", "b", "b", "b"}, Role::kTarget);
  table.numbers("x", {0, 0, 10, 90, 50}, Family::kGaussian);
  table.numbers("z", {1, 2, 3, 4, 5}, Family::kGaussian);
  const std::string text = text_of(table, 3, Question{});
  EXPECT_NE(text.find("Note: x alone moves the log-odds by "), std::string::npos) << text;
  EXPECT_EQ(text.find("Note: z alone"), std::string::npos) << text;
}

TEST(ExplanationText, ALongListIsCutToTheMostTelling) {
  SmallTable table;
  table.texts("y", {"a", "a", "b", "b"}, Role::kTarget);
  for (int i = 0; i < 120; ++i) table.texts("f" + std::to_string(i), {"p", "q", "p", "q"});
  table.texts("telling", {"p", "p", "q", "q"});
  const std::string text = text_of(table, 0, Question{});
  expect_lines(text, {"Given 121 of 121 features", "telling (categorical)",
                      "… and 101 more features that add less (the JSON form has them all)"});
  EXPECT_LT(std::count(text.begin(), text.end(), '\n'), 130);
}

}  // namespace
}  // namespace tally
