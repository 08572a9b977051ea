// SPDX-License-Identifier: Apache-2.0
#include "tally/batch/usual_marks.h"

#include <gtest/gtest.h>

namespace tally {
namespace {

TEST(UsualMarks, EachHasItsPlace) {
  for (std::size_t i = 0; i < kUsualMarks.size(); ++i) EXPECT_EQ(usual_mark(kUsualMarks[i]), i);
}

TEST(UsualMarks, WordsAndNumbersAreNone) {
  for (const char* text : {"", "0", "na", "nullify", "--", "Nones", "?NA"}) {
    EXPECT_EQ(usual_mark(text), kNoUsualMark) << text;
  }
}

}  // namespace
}  // namespace tally
