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

TEST(FreeText, SaysSo) {
  EXPECT_EQ(free_text_note(sentences()),
            "column 'a b' holds free text (15 words on average) and is taken as text; if they are "
            "names: --family 'a b'=categorical");
}

}  // namespace
}  // namespace tally
