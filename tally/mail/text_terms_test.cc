// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/text_terms.h"

#include <gtest/gtest.h>

#include "tally/mail/mail_testing.h"

namespace tally::mail {
namespace {

using Set = std::set<std::string>;

TEST(TextTerms, WordsMarksAndLinks) {
  Seen seen;
  TextTerms texts;
  texts.add("Free money at http://a.example now, or ask b@c.example", Zone::kBody, "",
            seen.evidence());
  EXPECT_EQ(seen.terms(Zone::kBody), (Set{"free", "money", "at", "now", "or", "ask"}));
  EXPECT_EQ(seen.terms(Zone::kLink),
            (Set{"scheme:http", "a.example", ".example", "b@c.example", "b@", "c.example"}));
}

TEST(TextTerms, PairsOfOneText) {
  Seen seen;
  TextTerms texts;
  texts.add("Free money, FREE http://a.example now", Zone::kBody, "", seen.evidence());
  texts.add("only", Zone::kBody, "", seen.evidence());
  texts.add("we hide", Zone::kBody, "hidden:", seen.evidence());
  texts.add_words("a name", Zone::kStructure, "file:", seen.evidence());
  EXPECT_EQ(seen.terms(Zone::kPair), (Set{"free money", "money free", "free now"}));
}

TEST(TextTerms, Prefix) {
  Seen seen;
  TextTerms texts;
  texts.add_words("One two", Zone::kStructure, "file:", seen.evidence());
  EXPECT_EQ(seen.terms(Zone::kStructure), (Set{"file:one", "file:two"}));
}

TEST(TextTerms, StyleIsThatOfOneMessage) {
  Seen seen;
  TextTerms texts;
  texts.add("ABC", Zone::kBody, "", seen.evidence());
  EXPECT_EQ(texts.style().capitals, 3U);
  texts.start();
  EXPECT_EQ(texts.style().letters, 0U);
}

// Words with one space between them are a pair as they stand; all others are put together.
TEST(TextTerms, PairsWhateverStandsBetween) {
  for (const char* between :
       {" ", "  ", "\t", "\n", ", ", " , ", " (", ") ", "\u00A0", " \u2014 "}) {
    for (const char* tail : {"", " ünder"}) {
      Seen seen;
      TextTerms texts;
      texts.add(std::string("Alpha") + between + "beta" + between + "Gamma" + tail, Zone::kBody, "",
                seen.evidence());
      Set expected{"alpha beta", "beta gamma"};
      if (*tail != '\0') expected.insert("gamma ünder");
      EXPECT_EQ(seen.terms(Zone::kPair), expected) << between;
    }
  }
}

}  // namespace
}  // namespace tally::mail
