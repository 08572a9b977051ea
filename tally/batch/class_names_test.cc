// SPDX-License-Identifier: Apache-2.0
#include "tally/text_options.h"

#include <gtest/gtest.h>

namespace tally {
namespace {

constexpr ClassNames kSome{"one line", "a word of ours"};

TEST(ClassNames, AreWordsOrMore) {
  for (const char* name : {"", "spam", "ham", "垃圾", "not sure", "Unsure", "unsure "}) {
    EXPECT_EQ(class_name_fault(kSome, name), "") << name;
  }
}

TEST(ClassNames, AreNoLinesOfTheirOwn) {
  for (const char* name :
       {"ham\nX-Spam: no", "ham\r", "\t", "\x1b[31m", "\u009b", "\u202e", "\xff"}) {
    EXPECT_EQ(class_name_fault(kSome, name), "one line");
    EXPECT_EQ(class_name_fault({}, name), "");
  }
}

TEST(ClassNames, AreNotWhatIsSaidWithoutOne) {
  EXPECT_EQ(class_name_fault(kSome, "unsure"), "a word of ours");
  EXPECT_EQ(class_name_fault({}, "unsure"), "");
}

}  // namespace
}  // namespace tally
