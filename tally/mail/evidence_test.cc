#include "tally/mail/evidence.h"

#include <gtest/gtest.h>

#include "tally/mail/mail_test.h"

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

}  // namespace
}  // namespace tally::mail
