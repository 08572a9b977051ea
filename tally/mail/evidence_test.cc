// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/evidence.h"

#include <gtest/gtest.h>

#include "tally/mail/mail_testing.h"

namespace tally::mail {
namespace {

using Set = std::set<std::string>;

TEST(Evidence, ATermCountsOnceAndAnEmptyOneNever) {
  Seen seen;
  seen.evidence().add(Zone::kBody, "a");
  seen.evidence().add(Zone::kBody, "a");
  seen.evidence().add(Zone::kBody, "");
  seen.evidence().add(Zone::kHeader, "from:", "");
  seen.evidence().add(Zone::kHeader, "from:", "b");
  EXPECT_EQ(seen.terms(Zone::kBody), Set{"a"});
  EXPECT_EQ(seen.terms(Zone::kHeader), Set{"from:b"});
}

TEST(Evidence, BeyondTheLimitOneTermSaysSo) {
  MailLimits limits;
  limits.terms = 3;
  Seen seen(limits);
  for (const char* const term : {"a", "a", "b", "b", "c", "a", "d", "e"}) {
    seen.evidence().add(Zone::kBody, term);
  }
  EXPECT_EQ(seen.terms(Zone::kBody), (Set{"a", "b", "c"}));
  EXPECT_EQ(seen.terms(Zone::kStructure), Set{"limit:terms"});
}

TEST(Evidence, NoZoneTakesTheRoomOfTheBody) {
  MailLimits limits;
  limits.terms = 16;
  Seen seen(limits);
  for (const Zone zone :
       {Zone::kHeader, Zone::kSubject, Zone::kLink, Zone::kStructure, Zone::kBody}) {
    for (int i = 0; i < 100; ++i) seen.evidence().add(zone, "x" + std::to_string(i));
  }
  EXPECT_EQ(seen.terms(Zone::kHeader).size(), 8U);
  EXPECT_EQ(seen.terms(Zone::kSubject).size(), 2U);
  EXPECT_EQ(seen.terms(Zone::kLink).size(), 2U);
  EXPECT_EQ(seen.terms(Zone::kStructure), (Set{"limit:terms", "x0"}));
  EXPECT_EQ(seen.terms(Zone::kBody), (Set{"x0", "x1", "x2"}));  // 16, and limit:terms beside them
}

TEST(Evidence, ManyTermsAtOnceHaveTheSameRoom) {
  MailLimits limits;
  limits.terms = 16;
  Seen seen(limits);
  const std::vector<std::string_view> terms{"a", "b", "c"};
  for (const Zone zone : {Zone::kSubject, Zone::kBody}) seen.evidence().add(zone, terms);
  EXPECT_EQ(seen.terms(Zone::kSubject), (Set{"a", "b"}));
  EXPECT_EQ(seen.terms(Zone::kBody), (Set{"a", "b", "c"}));
  EXPECT_EQ(seen.terms(Zone::kStructure), Set{"limit:terms"});
}

TEST(Evidence, PairsHaveALimitOfTheirOwn) {
  MailLimits limits;
  limits.terms = 2;
  Seen seen(limits);
  const std::vector<std::string_view> pairs{"a b", "b c", "a b", "c d"};
  seen.evidence().add_pairs(pairs);
  for (const char* const term : {"a", "b"}) seen.evidence().add(Zone::kBody, term);
  EXPECT_EQ(seen.terms(Zone::kPair), (Set{"a b", "b c"}));
  EXPECT_EQ(seen.terms(Zone::kBody), (Set{"a", "b"}));
  EXPECT_EQ(seen.terms(Zone::kStructure), Set{"limit:pairs"});
}

TEST(Evidence, TextIsSpent) {
  MailLimits limits;
  limits.text_bytes = 10;
  Seen seen(limits);
  seen.evidence().spend_text(7);
  EXPECT_EQ(seen.evidence().text_left(), 3U);
}

TEST(Evidence, BucketsDouble) {
  EXPECT_EQ(bucket(0), "0");
  EXPECT_EQ(bucket(1), "1");
  EXPECT_EQ(bucket(1023), "10");
  EXPECT_EQ(bucket(1024), "11");
}

// Many at once take the short way as long as all of them have room: what is kept is the same.
TEST(Evidence, ManyAtOnceAreAsOneByOneAroundTheLimit) {
  MailLimits limits;
  limits.terms = 16;
  for (std::size_t before = 0; before <= 18; ++before) {
    for (std::size_t count = 0; count <= 18; ++count) {
      for (const std::size_t differ : {4U, 100U}) {
        for (const Zone zone : {Zone::kBody, Zone::kSubject, Zone::kHeader}) {
          std::vector<std::string> texts;
          for (std::size_t i = 0; i < count; ++i) texts.push_back("t" + std::to_string(i % differ));
          const std::vector<std::string_view> terms(texts.begin(), texts.end());
          Seen together(limits), one_by_one(limits);
          for (std::size_t i = 0; i < before; ++i) {
            together.evidence().add(Zone::kBody, "b" + std::to_string(i));
            one_by_one.evidence().add(Zone::kBody, "b" + std::to_string(i));
          }
          together.evidence().add(zone, terms);
          together.evidence().add_pairs(terms);
          for (const std::string_view term : terms) one_by_one.evidence().add(zone, term);
          for (const std::string_view term : terms) one_by_one.evidence().add_pairs({&term, 1});
          for (const Zone each :
               {Zone::kBody, Zone::kSubject, Zone::kHeader, Zone::kPair, Zone::kStructure}) {
            const Set kept = together.terms(each);
            ASSERT_EQ(kept, one_by_one.terms(each)) << before << " " << count << " " << differ;
            ASSERT_LE(kept.size(), 17U);
            if (each == Zone::kSubject) {
              ASSERT_LE(kept.size(), 2U);
            }
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace tally::mail
