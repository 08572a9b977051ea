// SPDX-License-Identifier: Apache-2.0
#include "tally/mail.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "tally/mail/mail_schema.h"

namespace tally {
namespace {

std::set<std::string> terms_of(const Batch& batch, const std::string& zone) {
  const auto& terms = std::get<Terms>(*batch.find(zone));
  std::set<std::string> out;
  terms.for_each(0, [&](std::int32_t code, std::int32_t) {
    out.insert(std::string(terms.dictionary->term(code)));
  });
  return out;
}

TEST(MessageRow, IsOneRowWithAColumnPerZone) {
  MessageRow row(mail_schema());
  const Batch& batch = row.of("Subject: free money\n\nhello hello world\n");
  EXPECT_EQ(batch.rows, 1);
  EXPECT_EQ(batch.columns.size(), kZoneNames.size());
  EXPECT_EQ(terms_of(batch, "subject"), (std::set<std::string>{"free", "money"}));
  EXPECT_EQ(terms_of(batch, "body"), (std::set<std::string>{"hello", "world"}));
}

TEST(MessageRow, HasThePairsThatItsSchemaHas) {
  const std::string message = "Subject: free money now\n\nhello world\n";
  MessageRow with(mail_schema());
  EXPECT_EQ(terms_of(with.of(message), "pair"),
            (std::set<std::string>{"free money", "money now", "hello world"}));
  MessageRow without(mail_schema({}, MailPairs::kNo));
  EXPECT_EQ(without.of(message).find("pair"), nullptr);
  EXPECT_EQ(terms_of(without.of(message), "body"), (std::set<std::string>{"hello", "world"}));
}

TEST(MessageRow, NextMessageLeavesNothingOfTheLast) {
  MessageRow row(mail_schema());
  row.of("Subject: free money\n\nhello\n");
  const Batch& batch = row.of("Subject: lunch\n\nworld\n");
  EXPECT_EQ(terms_of(batch, "subject"), (std::set<std::string>{"lunch"}));
  EXPECT_EQ(terms_of(batch, "body"), (std::set<std::string>{"world"}));
}

}  // namespace
}  // namespace tally
