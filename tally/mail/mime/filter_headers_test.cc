// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/mime/filter_headers.h"

#include <gtest/gtest.h>

namespace tally {
namespace {

TEST(FilterHeaders, AreKnownByName) {
  for (const char* const name : {"X-Tally", "x-tally", "X-TALLY-Verdict", "X-Spam", "X-Spam-Status",
                                 "X-Junk", "X-Junk-Score", "X-Bogosity", "X-DSPAM-Result",
                                 "X-Spambayes-Classification", "X-CRM114-Status"}) {
    EXPECT_TRUE(is_filter_header(name)) << name;
  }
  for (const char* const name :
       {"", "X-", "X-Tallyho", "X-Spammer", "Subject", "Status", "X-Verdict", "X-Mailer"}) {
    EXPECT_FALSE(is_filter_header(name)) << name;
  }
}

}  // namespace
}  // namespace tally
