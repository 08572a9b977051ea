// SPDX-License-Identifier: Apache-2.0
#include "cli/serve/history.h"

#include "cli/serve/service_testing.h"

namespace tally::server {
namespace {

nlohmann::json verdicts(const History& history, const std::string& model) {
  return nlohmann::json::parse(history.json(model)).at("verdicts");
}

TEST(History, KeepsTheLatestAndNoMore) {
  History history(2);
  for (const char* subject : {"one", "two", "three"}) {
    history.add("mail", std::string("Subject: ") + subject + "\n\nbody", "spam", 0.9);
  }
  const auto kept = verdicts(history, "mail");
  ASSERT_EQ(kept.size(), 2U);
  EXPECT_EQ(kept.at(0).at("subject"), "three");
  EXPECT_EQ(kept.at(1).at("subject"), "two");
  EXPECT_EQ(kept.at(0).at("p_spam"), 0.9);
  EXPECT_EQ(history.message("mail", kept.at(1).at("id").get<std::string>()),
            "Subject: two\n\nbody");
  EXPECT_EQ(history.message("mail", "1"), std::nullopt);  // the oldest has gone
  EXPECT_EQ(history.message("mail", "x"), std::nullopt);
}

TEST(History, KeepsNothingUnlessItIsTold) {
  History history(0);
  history.add("mail", "Subject: one\n\n", "ham", 0);
  EXPECT_TRUE(verdicts(history, "mail").empty());
  EXPECT_EQ(history.message("mail", "1"), std::nullopt);
}

TEST(History, ModelsDoNotSeeEachOther) {
  History history(9);
  history.add("a", "Subject: of a\n\n", "ham", 0.1);
  history.add("b", "Subject: of b\n\n", "ham", 0.1);
  EXPECT_EQ(verdicts(history, "a").size(), 1U);
  EXPECT_EQ(history.message("b", "1"), std::nullopt);
  history.clear("a");
  EXPECT_TRUE(verdicts(history, "a").empty());
  EXPECT_EQ(verdicts(history, "b").size(), 1U);
}

TEST(History, AllMessagesTogetherHaveALimit) {
  History history(1000);
  const std::string large(History::kMostBytes / 4, 'x');
  for (int i = 0; i < 6; ++i) history.add("mail", large, "ham", 0);
  EXPECT_EQ(verdicts(history, "mail").size(), 4U);
  history.add("mail", std::string(History::kMostBytes + 1, 'x'), "ham", 0);
  EXPECT_EQ(verdicts(history, "mail").size(), 4U);
  history.clear("mail");
  for (int i = 0; i < 3; ++i) history.add("mail", large, "ham", 0);
  EXPECT_EQ(verdicts(history, "mail").size(), 3U);
}

TEST(History, HeadersMayBeFoldedMissingOrOfAnotherCharset) {
  History history(9);
  history.add("mail", "FROM: a@b\r\nsubject:\r\n one\r\n\ttwo\r\n\r\nSubject: of the body\r\n",
              "ham", 0);
  history.add("mail", "no header at all", "ham", 0);
  history.add("mail",
              "Subject: gr\xfc\xdf"
              "e\n\n",
              "ham", 0);
  const auto kept = verdicts(history, "mail");
  EXPECT_EQ(kept.at(0).at("subject"),
            "gr\xEF\xBF\xBD\xEF\xBF\xBD"
            "e");
  EXPECT_EQ(kept.at(1).at("subject"), "");
  EXPECT_EQ(kept.at(2).at("subject"), "one two");
  EXPECT_EQ(kept.at(2).at("from"), "a@b");
}

}  // namespace
}  // namespace tally::server
