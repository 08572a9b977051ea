// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/header_terms.h"

#include <gtest/gtest.h>

#include "tally/mail/mail_testing.h"

namespace tally::mail {
namespace {

using Set = std::set<std::string>;

class HeaderTermsTest : public testing::Test {
 protected:
  Set terms(std::string_view name, std::string_view value, Zone zone = Zone::kHeader) {
    Seen seen;
    TextTerms texts;
    CharsetReader charsets;
    HeaderTerms(texts, charsets).add({name, value}, seen.evidence());
    return seen.terms(zone);
  }
};

TEST_F(HeaderTermsTest, Addresses) {
  EXPECT_EQ(terms("From", " Alice <alice@mail.example.org>"),
            (Set{"from:", "from:alice", "from:alice@mail.example.org", "from:alice@",
                 "from:mail.example.org", "from:example.org", "from:.org"}));
}

TEST_F(HeaderTermsTest, ReceivedWithoutItsNumberAndDate) {
  EXPECT_EQ(terms("Received",
                  " from mx (mx.example.net [192.0.2.7])\n\tby home id 4F2A for <b@c>; "
                  "Sat, 14 Nov 2026 09:26:53 +0100"),
            (Set{"received:", "received:from", "received:mx", "received:mx.example.net",
                 "received:example.net", "received:.net", "received:192.0.2.7", "received:192.0.2.",
                 "received:192.0.", "received:by", "received:home", "received:id", "received:for",
                 "received:b@c", "received:b@", "received:c"}));
}

TEST_F(HeaderTermsTest, OfADateTheTimeZone) {
  EXPECT_EQ(terms("Date", " Sat, 14 Nov 2026 09:26:50 +0100 (CET)"), (Set{"date:", "date:+0100"}));
  EXPECT_EQ(terms("Date", " 14 Nov 2026 09:26:50"), (Set{"date:", "date:none"}));
  EXPECT_EQ(terms("Date", ""), Set{"date:"});
}

TEST_F(HeaderTermsTest, OfReferencesTheHosts) {
  EXPECT_EQ(terms("Message-ID", " <20261114.7A11@mail.example.org>"),
            (Set{"message-id:", "message-id:mail.example.org", "message-id:example.org",
                 "message-id:.org"}));
}

TEST_F(HeaderTermsTest, AListIsOneFact) {
  EXPECT_EQ(terms("List-Id", " <talk.example.org>"),
            (Set{"list:", "list:talk.example.org", "list:example.org", "list:.org"}));
  EXPECT_EQ(terms("Precedence", " bulk"), (Set{"list:", "list:bulk"}));
}

TEST_F(HeaderTermsTest, TheSubjectIsAZoneOfItsOwn) {
  EXPECT_EQ(terms("SUBJECT", " =?utf-8?Q?Caf=C3=A9?= and\n tea", Zone::kSubject),
            (Set{"caf\xc3\xa9", "and", "tea"}));
  EXPECT_EQ(terms("Subject", " x"), Set{});
}

TEST_F(HeaderTermsTest, LongWordsAndNumbersAreSummarised) {
  EXPECT_EQ(terms("X-Id", " 123456789 " + std::string(100, 'a')),
            (Set{"x-id:", "x-id:long:4", "x-id:long:7"}));
}

TEST_F(HeaderTermsTest, WhatFiltersAndMailStoresWriteIsNoEvidence) {
  for (const char* const name :
       {"X-Spam-Status", "x-spam-flag", "X-Spam", "X-Bogosity", "X-DSPAM-Result",
        "X-Spambayes-Classification", "X-CRM114-Status", "X-Spamd-Bar", "X-Tally", "X-Tally-Score",
        "Status", "X-Status", "X-UID", "X-UIDL", "X-Mozilla-Status2", "X-Keywords",
        "Content-Length", "Lines"}) {
    EXPECT_EQ(terms(name, " Yes"), Set{}) << name;
  }
  EXPECT_FALSE(is_no_evidence("x-mailer"));
  EXPECT_FALSE(is_no_evidence("x-tallying"));
}

TEST_F(HeaderTermsTest, BytesThatAreNotAscii) {
  EXPECT_EQ(terms("From", " Ren\xe9"), (Set{"from:", "from:ren\xc3\xa9"}));
}

}  // namespace
}  // namespace tally::mail
