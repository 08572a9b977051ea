// SPDX-License-Identifier: Apache-2.0
#include "tally/explain.h"

#include <gtest/gtest.h>

#include "tally/explain/small_table_testing.h"

namespace tally {
namespace {

TEST(ModelText, Tables) {
  EXPECT_EQ(show_text(li_hang().counts(), maximum_likelihood()),
            "15 rows, 2 classes, 2 features\n"
            "Question: maximum likelihood (λ = 0), prior smoothed\n"
            "\n"
            "  Y   n  prior\n"
            "  -1  6    0.4\n"
            "  1   9    0.6\n"
            "\n"
            "X1 (categorical)\n"
            "  value  n(-1)  n(1)     p(-1)      p(1)\n"
            "  1          3     2       0.5  0.222222\n"
            "  2          2     3  0.333333  0.333333\n"
            "  3          1     4  0.166667  0.444444\n"
            "  (all)      6     9\n"
            "\n"
            "X2 (categorical)\n"
            "  value  n(-1)  n(1)     p(-1)      p(1)\n"
            "  L          1     4  0.166667  0.444444\n"
            "  M          2     4  0.333333  0.444444\n"
            "  S          3     1       0.5  0.111111\n"
            "  (all)      6     9\n");
}

TEST(ModelText, TimesAreDatesAndTheirDeviationsSpans) {
  SmallTable table;
  table.texts("y", {"a", "a", "b", "b"}, Role::kTarget);
  table.seconds("when", {0, 4 * 86400, 100, 101}, ValueType::kTime);
  const std::string text = show_text(table.counts(), {});
  EXPECT_NE(text.find("1970-01-03"), std::string::npos) << text;
  EXPECT_NE(text.find("1970-01-01T00:01:41"), std::string::npos) << text;
  EXPECT_NE(text.find("2 days"), std::string::npos) << text;
}

TEST(ModelText, LongTablesAreCutAndSaySo) {
  SmallTable table;
  std::vector<std::string> classes, values;
  for (int i = 0; i < 30; ++i) {
    classes.push_back("k" + std::to_string(i));
    values.push_back("v" + std::to_string(i));
  }
  table.texts("y", classes, Role::kTarget);
  for (int i = 0; i < 60; ++i) table.texts("f" + std::to_string(i), values);
  const std::string text = show_text(table.counts(), Question{});
  EXPECT_NE(text.find("  … and 10 more classes\n"), std::string::npos);
  EXPECT_NE(text.find("  … and 10 more values\n"), std::string::npos);
  EXPECT_NE(text.find("  … and 10 more features"), std::string::npos);
  EXPECT_NE(text.find("The first 8 of 30 classes are shown"), std::string::npos);
}

TEST(ModelText, TheEvidenceOfACoin) {
  SmallTable coin;
  coin.texts("class", std::vector<std::string>(10, "coin"), Role::kTarget);
  coin.numbers("head", {1, 1, 1, 1, 1, 1, 1, 0, 0, 0}, Family::kBernoulli);
  Question question;
  question.method = Method::kBayes;
  EXPECT_NE(show_text(coin.counts(), question).find("p(X) = 0.000757576"), std::string::npos);
}

}  // namespace
}  // namespace tally
