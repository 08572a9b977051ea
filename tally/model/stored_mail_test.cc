// SPDX-License-Identifier: Apache-2.0
#include "tally/model/stored_mail.h"

#include <gtest/gtest.h>

namespace tally {
namespace {

TextOptions zone(const char* name, const MailLimits& limits = {}) {
  TextOptions options;
  options.tokens = TokenKind::kGiven;
  options.once = true;
  options.given = mail_terms(name, limits);
  return options;
}

TEST(StoredMail, LimitsAreWritten) {
  TextOptions options = zone("body");
  EXPECT_EQ(to_string(options), "tokens=mail count=once limits=100,1000,1048576,4194304,100000");
  MailLimits limits;
  limits.parts = 7;
  options = zone("body", limits);
  EXPECT_EQ(stored_text_options("body", to_string(options)), options);
  EXPECT_EQ(mail_limits(options.given), limits);
  EXPECT_EQ(stored_text_options("body", "tokens=mail count=once"), zone("body"));
  EXPECT_EQ(stored_text_options("body", "limits=1,2,3,4,5 tokens=mail")->given.limits.back(), 5);
  for (const char* wrong : {"1,2,3", "1,2,3,4,0", "1,2,3,4,5,6", "", ",", "1,2,3,4,x"}) {
    EXPECT_FALSE(stored_text_options("body", std::string("tokens=mail limits=") + wrong)) << wrong;
  }
}

TEST(StoredMail, HasAZoneForItsPairs) {
  EXPECT_FALSE(stored_text_options("body", "tokens=mail pairs=apart"));
  EXPECT_TRUE(mail_terms("pair").is_pairs);
  EXPECT_FALSE(mail_terms("body").is_pairs);
}

TEST(StoredMail, SubjectBodyAndPairsAreTheRunningText) {
  for (const char* name : {"subject", "body", "pair"}) {
    EXPECT_TRUE(mail_terms(name).is_running_text) << name;
  }
  for (const char* name : {"header", "link", "structure"}) {
    EXPECT_FALSE(mail_terms(name).is_running_text) << name;
  }
}

TEST(StoredMail, AClassStandsInAHeaderBesideTheVerdictThatThereIsNone) {
  const ClassNames names = mail_terms("body").rows.class_names;
  EXPECT_NE(class_name_fault(names, "ham\nX").find("control characters"), std::string::npos);
  EXPECT_NE(class_name_fault(names, "unsure").find("not sure about"), std::string::npos);
  EXPECT_EQ(class_name_fault(names, "ham"), "");
}

TEST(StoredMail, NoOtherReaderIsKnown) {
  EXPECT_FALSE(stored_text_options("body", "tokens=words"));
  EXPECT_FALSE(stored_text_options("body", "tokens="));
  EXPECT_EQ(stored_text_options("body", "tokens=word"), TextOptions{});
}

}  // namespace
}  // namespace tally
