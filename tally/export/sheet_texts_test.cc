// SPDX-License-Identifier: Apache-2.0
#include "tally/export/sheet_texts.h"

#include <gtest/gtest.h>

#include "tally/export/export_testing.h"

namespace tally {
namespace {

// A term that no row has any more is not known.
TEST(SheetTexts, HaveTheTermsThatRowsHaveSorted) {
  const SheetTexts texts = sheet_texts_of(texts_of_a_rule());
  ASSERT_EQ(texts.zones.size(), 2U);
  ASSERT_EQ(texts.zones[0].terms.size(), 2U);
  EXPECT_EQ(texts.zones[0].terms[0].term, "ant");
  EXPECT_EQ(texts.zones[0].terms[0].line, 0U);
  EXPECT_EQ(texts.zones[0].terms[1].term, "zoo's");
  EXPECT_EQ(texts.zones[0].terms[1].corrected, 0);
}

TEST(SheetTexts, KnowOfWhichTextTheirPairsAre) {
  const SheetTexts texts = sheet_texts_of(texts_of_a_rule());
  EXPECT_EQ(texts.zones[0].text, "t");
  EXPECT_EQ(texts.zones[1].text, "t");
}

TEST(SheetTexts, GiveATextToTryOfWordsAndPairs) {
  const SheetTexts texts = sheet_texts_of(texts_of_a_rule());
  EXPECT_EQ(known_texts(texts, true), (CellTexts{{"t", "ant ant zoo's"}}));
  EXPECT_EQ(known_texts(texts, false), (CellTexts{{"t", "zoo's ant zoo's"}}));
}

}  // namespace
}  // namespace tally
