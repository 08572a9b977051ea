// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/charset/languages.h"

#include <gtest/gtest.h>

#include <set>

namespace tally::mail {
namespace {

TEST(Languages, LettersStandOnceAndBeyondAscii) {
  for (const Language& language : languages()) {
    std::set<char32_t> seen;
    for (const char32_t letter : language.letters) {
      EXPECT_TRUE(seen.insert(letter).second) << static_cast<unsigned>(letter);
      EXPECT_GE(letter, 0x80U);
    }
    EXPECT_GE(seen.size(), 12U);
  }
}

TEST(Languages, OrderedByTheirNames) {
  EXPECT_EQ(languages()[kRussianLanguage].letters.front(), U'о');
  EXPECT_EQ(languages()[kGreekLanguage].letters.front(), U'α');
  EXPECT_EQ(languages()[kArabicLanguage].letters.front(), U'ا');
}

}  // namespace
}  // namespace tally::mail
