// SPDX-License-Identifier: Apache-2.0
#include "tally/text/fold.h"

#include <gtest/gtest.h>

namespace tally::text {
namespace {

std::string folded(std::string_view text) {
  std::string out = "before";
  fold(text, out);
  return out;
}

TEST(Fold, CaseAndCompatibilityFormsMakeNoDifference) {
  EXPECT_EQ(folded(""), "");
  EXPECT_EQ(folded("FREE Money"), "free money");
  EXPECT_EQ(folded("Ｆｒｅｅ"), "free");              // full width
  EXPECT_EQ(folded("ﬁne"), "fine");                   // a ligature
  EXPECT_EQ(folded("Straße"), "strasse");             // German sharp s
  EXPECT_EQ(folded("E\u0301t\u00C9"), "été");         // composed
  EXPECT_EQ(folded("vi\u00ADag\u200Bra"), "viagra");  // soft hyphen, zero width space
  EXPECT_EQ(folded("ｶﾞ"), "ガ");                      // half width katakana
  EXPECT_EQ(folded("①"), "1");
}

TEST(Fold, IsDoneWithOnce) {
  for (const std::string text : {"ÀÉÎ ϓ Ⅷ ㎏ İstanbul", "ΑΣ ας", "中文字", "ทำ"}) {
    EXPECT_EQ(folded(folded(text)), folded(text));
  }
}

}  // namespace
}  // namespace tally::text
