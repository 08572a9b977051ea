// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/text_marks.h"

#include <gtest/gtest.h>

#include "tally/mail/mail_testing.h"

namespace tally::mail {
namespace {

using Set = std::set<std::string>;

TEST(TextMarks, MoneyPercentExclamationsAndShouting) {
  Seen seen;
  TextStyle style;
  add_marks("Only $1,000. 100% FREE!!! Act NOW! It is OK at $ 5, 7.5%", Zone::kBody, "",
            seen.evidence(), style);
  EXPECT_EQ(seen.terms(Zone::kBody), (Set{"$1,000", "100%", "7.5%", "FREE", "!!!", "NOW"}));
}

TEST(TextMarks, PrefixAndStyle) {
  Seen seen;
  TextStyle style;
  add_marks("ABC def \xc3\x89", Zone::kBody, "hidden:", seen.evidence(), style);
  EXPECT_EQ(seen.terms(Zone::kBody), Set{"hidden:ABC"});
  EXPECT_EQ(style.letters, 6U);
  EXPECT_EQ(style.capitals, 3U);
}

}  // namespace
}  // namespace tally::mail
