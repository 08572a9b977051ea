// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/mail_source.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "tally/read/read_testing.h"

namespace tally::mail {
namespace {

std::vector<std::string> all(MailStream& stream) {
  std::vector<std::string> out;
  while (const auto message = stream.next()) out.push_back(message->klass + "|" + message->bytes);
  return out;
}

using Texts = std::vector<std::string>;
using Inputs = std::vector<MailInput>;

TEST(MailStream, InputsInTheirOrder) {
  const TestFolder folder;
  const std::string a = folder.write("a", "one");
  const std::string b = folder.write("b.eml", "From x Sat Nov 14 09:26:53 2026\n\nFrom x");
  MailStream stream(Inputs{{b, "spam"}, {a, "ham"}, {a, ""}});
  EXPECT_EQ(all(stream),
            (Texts{"spam|From x Sat Nov 14 09:26:53 2026\n\nFrom x", "ham|one", "|one"}));
  EXPECT_EQ(stream.bytes(), 3 + 3 + 39);
  EXPECT_EQ(stream.total_bytes(), stream.bytes());
  EXPECT_EQ(MailStream(Inputs{{a, ""}, {"-", ""}}).total_bytes(), 0);
}

TEST(MailStream, WhatLiesWithinTwoInputsBelongsToTheNearer) {
  const TestFolder folder;
  std::filesystem::create_directories(folder.path() + "/junk");
  folder.write("1", "one");
  folder.write("junk/2", "two");
  folder.write("3", "three");
  MailStream stream(Inputs{{folder.path(), "ham"},
                           {folder.path() + "/./junk/", "spam"},
                           {folder.path() + "/3", "news"}});
  EXPECT_EQ(all(stream), (Texts{"ham|one", "spam|two", "news|three"}));
}

TEST(MailStream, OnePathHasOneClass) {
  const TestFolder folder;
  const std::string a = folder.write("a", "one");
  const auto error = error_of([&] {
    MailStream stream(Inputs{{a, "ham"}, {folder.path() + "/./a", "spam"}});
  });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind(), ErrorKind::kUsage);
  MailStream twice(Inputs{{a, "ham"}, {a, "ham"}});
  EXPECT_EQ(all(twice), (Texts{"ham|one", "ham|one"}));
}

TEST(MailStream, OneMessageInMemory) {
  MailStream stream(RawMessage{"", "standard input", "ham"});
  EXPECT_EQ(all(stream), Texts{"ham|"});
}

TEST(MailStream, NothingInAnInputIsLoud) {
  const TestFolder folder;
  const auto empty_folder = error_of([&] { MailStream stream(Inputs{{folder.path(), ""}}); });
  ASSERT_TRUE(empty_folder);
  EXPECT_EQ(empty_folder->kind(), ErrorKind::kData);
  const std::string empty = folder.write("empty", "");
  MailStream stream(Inputs{{empty, ""}});
  const auto empty_file = error_of([&] { stream.next(); });
  ASSERT_TRUE(empty_file);
  EXPECT_EQ(empty_file->kind(), ErrorKind::kData);
  EXPECT_EQ(empty_file->place().file, empty);
  folder.write("full", "x");
  MailStream both(Inputs{{folder.path(), ""}});
  EXPECT_EQ(all(both).size(), 1U);
}

TEST(MailStream, NoSuchFile) {
  const auto error = error_of([] { MailStream stream(Inputs{{"/no/such/mail", ""}}); });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind(), ErrorKind::kNoInput);
}

}  // namespace
}  // namespace tally::mail
