// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/mail_schema.h"

#include <gtest/gtest.h>

namespace tally {
namespace {

TEST(MailSchema, HasAClassAndAColumnPerZone) {
  const Schema schema = mail_schema();
  EXPECT_TRUE(schema.is_mail());
  EXPECT_EQ(schema.target().name, "class");
  EXPECT_EQ(schema.target().type, ValueType::kText);
  ASSERT_EQ(schema.columns.size(), 1 + kZoneNames.size());
  for (const char* const zone : kZoneNames) {
    const ColumnSchema* column = schema.find(zone);
    ASSERT_NE(column, nullptr) << zone;
    EXPECT_EQ(column->family, Family::kText);
    EXPECT_EQ(column->text.tokens, TokenKind::kMail);
    EXPECT_TRUE(column->text.once);
  }
}

TEST(MailSchema, PairsCanBeLeftOut) {
  const Schema without = mail_schema({}, MailPairs::kNo);
  EXPECT_EQ(without.columns.size(), kZoneNames.size());
  EXPECT_EQ(without.find("pair"), nullptr);
  EXPECT_TRUE(without.is_mail());
  EXPECT_EQ(pairs_of(without), MailPairs::kNo);
  EXPECT_EQ(pairs_of(mail_schema()), MailPairs::kYes);
}

TEST(MailSchema, OtherLimitsAreAnotherSchema) {
  MailLimits limits;
  limits.parts = 7;
  EXPECT_EQ(mail_schema(limits).find("body")->text.limits.parts, 7);
  EXPECT_FALSE(mail_schema(limits) == mail_schema());
  EXPECT_FALSE(difference(mail_schema(limits), mail_schema()).empty());
}

}  // namespace
}  // namespace tally
