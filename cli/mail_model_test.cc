// SPDX-License-Identifier: Apache-2.0
#include "cli/mail_model.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tally/error.h"

namespace tally::cli {
namespace {

TEST(MailModel, DefaultIsInTheUsersData) {
  ::setenv("XDG_DATA_HOME", "/data", 1);
  ::setenv("HOME", "/home/a", 1);
  EXPECT_EQ(default_mail_model(), "/data/tally/mail.tally");
  ::setenv("XDG_DATA_HOME", "relative", 1);
  EXPECT_EQ(default_mail_model(), "/home/a/.local/share/tally/mail.tally");
  ::unsetenv("XDG_DATA_HOME");
  EXPECT_EQ(default_mail_model(), "/home/a/.local/share/tally/mail.tally");
  ::unsetenv("HOME");
  EXPECT_THROW(default_mail_model(), Error);
}

TEST(MailModel, WordsThatNameAModel) {
  const std::string folder = ::testing::TempDir() + "mail_model";
  std::filesystem::create_directories(folder);
  std::string header(100, '\0');
  header.replace(0, 16, std::string("SQLite format 3\0", 16));
  header.replace(68, 4, "TALY");
  std::ofstream(folder + "/model", std::ios::binary) << header;
  std::ofstream(folder + "/mail") << "From: a\n\nbody\n";
  EXPECT_TRUE(names_a_model("not-there.tally"));
  EXPECT_TRUE(names_a_model(folder + "/model"));
  EXPECT_FALSE(names_a_model(folder + "/mail"));
  EXPECT_FALSE(names_a_model(folder));
  EXPECT_FALSE(names_a_model(folder + "/nothing"));
  std::vector<std::string> words{folder + "/model", "x"};
  EXPECT_EQ(take_mail_model(words), folder + "/model");
  EXPECT_EQ(words, std::vector<std::string>{"x"});
}

TEST(MailModel, AWordThatIsNeitherModelNorMail) {
  std::vector<std::string> words{"not-there"};
  EXPECT_THROW(take_mail_model(words), Error);
  ::setenv("HOME", "/home/a", 1);
  ::unsetenv("XDG_DATA_HOME");
  for (const char* const word : {"-", "@not-there", "."}) {
    words = {word};
    EXPECT_EQ(take_mail_model(words), "/home/a/.local/share/tally/mail.tally");
    EXPECT_EQ(words, std::vector<std::string>{word});
  }
}

TEST(MailModel, TheDefaultWhereNoModelIsNamed) {
  using Words = std::vector<std::string>;
  const std::string folder = ::testing::TempDir() + "mail_model_default";
  std::filesystem::remove_all(folder);
  ::setenv("XDG_DATA_HOME", folder.c_str(), 1);
  const auto chosen = [](std::string model, Words data) {
    choose_model(model, data);
    data.insert(data.begin(), model);
    return data;
  };
  EXPECT_EQ(named_or_default("m"), "m");
  EXPECT_THROW(named_or_default(""), Error);
  EXPECT_THROW(chosen("", {}), Error);
  EXPECT_EQ(chosen("a.csv", {}), Words{"a.csv"});
  const std::string usual = default_mail_model();
  make_model_folder(usual);
  std::ofstream(usual) << "x";
  EXPECT_EQ(named_or_default(""), usual);
  EXPECT_EQ(chosen("", {}), Words{usual});
  EXPECT_EQ(chosen("a", {"b"}), (Words{usual, "a", "b"}));
  EXPECT_EQ(chosen("a.tally", {"b"}), (Words{"a.tally", "b"}));
  EXPECT_EQ(chosen("b.csv", {"a.tally"}), (Words{"b.csv", "a.tally"}));
}

TEST(MailModel, FolderIsTheOwnersAlone) {
  const std::string folder = ::testing::TempDir() + "mail_model_folder";
  std::filesystem::remove_all(folder);
  make_model_folder(folder + "/a/mail.tally");
  make_model_folder(folder + "/a/mail.tally");
  struct stat found {};
  ASSERT_EQ(::stat((folder + "/a").c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 0777, 0700u);
}

}  // namespace
}  // namespace tally::cli
