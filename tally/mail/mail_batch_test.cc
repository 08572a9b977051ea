// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/mail_batch.h"

#include <gtest/gtest.h>

namespace tally::mail {
namespace {

TEST(MailBatch, ARowPerMessage) {
  MailBatcher batcher(MailLimits{}, true);
  const Batch& batch = batcher.make({{"Subject: free money\n\n", "a", "spam"},
                                     {"Subject: lunch\n\nfree", "b", ""},
                                     {"Subject: tea\n\n", "c", "ham"}},
                                    7);
  EXPECT_EQ(batch.rows, 3);
  EXPECT_EQ(batch.first_row, 7);
  EXPECT_EQ(batch.kept.names, std::vector<std::string>{"file"});
  EXPECT_EQ(batch.kept.cells, (std::vector<std::string>{"a", "b", "c"}));
  const auto& classes = std::get<Codes>(*batch.find("class"));
  EXPECT_EQ(classes.indices.at(0), 0);
  EXPECT_EQ(classes.indices.at(1), -1);
  EXPECT_EQ(classes.dictionary->label(1), Label::of("ham"));
  const auto& subject = std::get<Terms>(*batch.find("subject"));
  EXPECT_EQ(subject.starts[1] - subject.starts[0], 2);
  EXPECT_EQ(subject.starts[2] - subject.starts[1], 1);
  const auto& body = std::get<Terms>(*batch.find("body"));
  EXPECT_EQ(body.starts[3], 1);
  EXPECT_EQ(body.dictionary->term(body.codes[0]), "free");
}

TEST(MailBatch, PairsOrNone) {
  const std::vector<RawMessage> messages{{"Subject: a b\n\nc d e", "", "x"}};
  MailBatcher with(MailLimits{}, false);
  EXPECT_EQ(std::get<Terms>(*with.make(messages, 0).find("pair")).starts[1], 3);
  MailBatcher without(MailLimits{}, false, MailPairs::kNo);
  EXPECT_EQ(without.make(messages, 0).find("pair"), nullptr);
}

TEST(MailBatch, DictionariesKeepTheirPlace) {
  MailBatcher batcher(MailLimits{}, false);
  const std::vector<RawMessage> messages{{"Subject: a\n\n", "", "x"}};
  const auto dictionary_of = [&] {
    return std::get<Terms>(*batcher.make(messages, 0).find("subject")).dictionary.get();
  };
  const TermDictionary* const first = dictionary_of();
  EXPECT_EQ(dictionary_of(), first);
  EXPECT_TRUE(batcher.make(messages, 0).kept.cells.empty());
}

}  // namespace
}  // namespace tally::mail
