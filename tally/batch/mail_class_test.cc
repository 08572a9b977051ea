// SPDX-License-Identifier: Apache-2.0
#include "tally/batch/mail_class.h"

#include <gtest/gtest.h>

namespace tally {
namespace {

TEST(MailClass, IsAWordOrMore) {
  for (const char* name : {"", "spam", "ham", "垃圾", "not sure", "Unsure", "unsure "}) {
    EXPECT_EQ(mail_class_fault(name), "") << name;
  }
}

TEST(MailClass, IsNoLineOfItsOwn) {
  for (const char* name :
       {"ham\nX-Spam: no", "ham\r", "\t", "\x1b[31m", "\u009b", "\u202e", "\xff"}) {
    EXPECT_NE(mail_class_fault(name).find("control characters"), std::string::npos);
  }
}

TEST(MailClass, IsNotWhatTheFilterSaysWithoutOne) {
  EXPECT_NE(mail_class_fault("unsure").find("not sure about"), std::string::npos);
}

}  // namespace
}  // namespace tally
