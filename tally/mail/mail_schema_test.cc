// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/mail_schema.h"

#include <gtest/gtest.h>

namespace tally {
namespace {

TEST(MailSchema, HasAClassAndAColumnPerZone) {
  const Schema schema = mail_schema();
  EXPECT_TRUE(is_mail(schema));
  EXPECT_EQ(schema.target().name, "class");
  EXPECT_EQ(schema.target().type, ValueType::kText);
  ASSERT_EQ(schema.columns.size(), 1 + kZoneNames.size());
  for (const char* const zone : kZoneNames) {
    const ColumnSchema* column = schema.find(zone);
    ASSERT_NE(column, nullptr) << zone;
    EXPECT_EQ(column->family, Family::kText);
    EXPECT_EQ(column->text.tokens, TokenKind::kGiven);
    EXPECT_TRUE(column->text.once);
  }
}

TEST(MailSchema, PairsCanBeLeftOut) {
  const Schema without = mail_schema({}, MailPairs::kNo);
  EXPECT_EQ(without.columns.size(), kZoneNames.size());
  EXPECT_EQ(without.find("pair"), nullptr);
  EXPECT_TRUE(is_mail(without));
  EXPECT_EQ(pairs_of(without), MailPairs::kNo);
  EXPECT_EQ(pairs_of(mail_schema()), MailPairs::kYes);
}

TEST(MailSchema, OtherLimitsAreAnotherSchema) {
  MailLimits limits;
  limits.parts = 7;
  EXPECT_EQ(limits_of(mail_schema(limits)).parts, 7);
  EXPECT_FALSE(mail_schema(limits) == mail_schema());
  EXPECT_FALSE(difference(mail_schema(limits), mail_schema()).empty());
}

}  // namespace
}  // namespace tally
