// SPDX-License-Identifier: Apache-2.0
#include "tally/read/free_text.h"

#include <gtest/gtest.h>

namespace tally {
namespace {

ColumnSample sentences() {
  ColumnSample out;
  out.name = "a b";
  out.cells = 100;
  out.distinct = 64;
  out.mean_words = 14.6;
  return out;
}

TEST(FreeText, NamesAndChoicesAreNoFreeText) {
  ColumnSample column = sentences();
  EXPECT_TRUE(is_free_text(column));
  column.mean_words = 4.1;  // "Braund, Mr. Owen Harris"
  EXPECT_FALSE(is_free_text(column));
  column.mean_words = 12;  // the answers of a questionnaire
  column.distinct = 5;
  EXPECT_FALSE(is_free_text(column));
  column.cells = 8;
  EXPECT_TRUE(is_free_text(column));
}

TEST(FreeText, ShortTitlesHaveManyDifferentWords) {
  ColumnSample title;
  title.cells = 400;
  title.distinct = 390;
  title.mean_words = 3.2;
  title.vocabulary = 700;
  title.small_words = 0.6;
  EXPECT_TRUE(is_free_text(title));
  ColumnSample name = title;  // "Braund, Mr. Owen Harris"
  name.small_words = 0.02;
  EXPECT_FALSE(is_free_text(name));
  name.mean_words = 6;
  EXPECT_TRUE(is_free_text(name));
  ColumnSample choice = title;
  choice.distinct = 30;
  EXPECT_FALSE(is_free_text(choice));
  ColumnSample few_words = title;
  few_words.vocabulary = 60;
  EXPECT_FALSE(is_free_text(few_words));
}

TEST(FreeText, CellsAtHand) {
  const std::string sentence = "one two three four five six seven ";
  EXPECT_TRUE(are_free_text({sentence + "eight", sentence + "nine"}));
  EXPECT_FALSE(are_free_text({sentence + "eight", sentence}));  // 7.5 words on average
  EXPECT_FALSE(are_free_text({sentence + "eight", sentence + "eight"}));
  EXPECT_TRUE(are_free_text({"今天天气很好我们去公园玩吧大家"}));  // 15 letters: 7.5 words and one
  EXPECT_FALSE(are_free_text({}));
}

TEST(FreeText, SaysSo) {
  EXPECT_EQ(free_text_note(sentences()),
            (Remark{"column 'a b' holds free text (15 words on average) and is taken as text",
                    {Remedy::family("a b", "categorical", "if they are names")}}));
}

}  // namespace
}  // namespace tally
