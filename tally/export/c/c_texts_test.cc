// SPDX-License-Identifier: Apache-2.0
#include "tally/export/c/c_texts.h"

#include <gtest/gtest.h>

#include "tally/export/export_testing.h"

namespace tally {
namespace {

TEST(CTexts, HaveAFieldOfTermsForEachZone) {
  const std::string text = to_c(sheet_of_texts(), {"{}", "1", {}}, "m");
  EXPECT_TRUE(has(text, "struct m_terms t; /* t */"));
  EXPECT_TRUE(has(text, "struct m_terms x_t_pair; /* t.pair */"));
  EXPECT_TRUE(has(text, "m_hear_zone(&zone, &row->x_t_pair, 1, &heard);"));
  EXPECT_TRUE(has(text, "m_nothing = {{NULL, NULL, 0}, {NULL, NULL, 0}};"));
}

TEST(CTexts, AreTermsWithABaseUnderNaive) {
  const std::string text = to_c(text_sheet(), {"{}", "1", {}}, "m");
  EXPECT_TRUE(has(text, "struct m_terms x_it_s; /* it's */"));
  EXPECT_TRUE(has(text, "m_terms_say(&row->x_it_s, "));
  EXPECT_FALSE(has(text, "m_hear_zone"));
}

TEST(CTexts, AreNothingWithoutTexts) {
  EXPECT_EQ(c_struct_of_terms(odd_sheet(), "m"), "");
  EXPECT_EQ(c_helpers_of_texts(odd_sheet(), "m"), "");
}

}  // namespace
}  // namespace tally
