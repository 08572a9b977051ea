// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/mail_files.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "tally/read/read_testing.h"

namespace tally::mail {
namespace {

using Names = std::vector<std::string>;

class MailFiles : public testing::Test {
 protected:
  void put(const std::string& name) {
    const auto folder = std::filesystem::path(folder_.path() + "/" + name).parent_path();
    std::filesystem::create_directories(folder);
    folder_.write(name, "Subject: x\n\n");
  }
  Names names(const std::string& path = "", const std::set<FileId>& apart = {}) {
    Names out;
    for (const std::string& file : list_mail_files(folder_.path() + path, apart)) {
      out.push_back(file.substr(folder_.path().size() + 1));
    }
    return out;
  }
  TestFolder folder_;
};

TEST_F(MailFiles, AMaildirIsItsFinishedFilesWithoutItsOtherFolders) {
  for (const char* const name :
       {"cur/2.x:2,S", "cur/1.x", "new/3.x", "tmp/4.x", "dovecot.index", "dovecot-uidlist",
        ".Junk/cur/5.x", ".Junk/new/6.x", ".hidden/7", "subscriptions", "maildirfolder",
        "Junk/cur/8.x", "Junk/new/9.x"}) {
    put(name);
  }
  EXPECT_EQ(names(), (Names{"cur/1.x", "cur/2.x:2,S", "new/3.x"}));
  EXPECT_EQ(names("/.Junk"), (Names{".Junk/cur/5.x", ".Junk/new/6.x"}));
}

TEST_F(MailFiles, MaildirsInAFolder) {
  for (const char* const name : {"in/cur/1", "in/new/2", "in/.Junk/cur/3", "in/.Junk/new/4",
                                 "old/cur/5", "old/new/6", ".Trash/cur/7", ".Trash/new/8"}) {
    put(name);
  }
  EXPECT_EQ(names(), (Names{"in/cur/1", "in/new/2", "old/cur/5", "old/new/6"}));
}

TEST_F(MailFiles, NumbersByValueWithoutWhatWasDeleted) {
  for (const char* const name :
       {"inbox/10", "inbox/9", "inbox/100", "inbox/.mh_sequences", "inbox/,4", "inbox/,11"}) {
    put(name);
  }
  EXPECT_EQ(names("/inbox"), (Names{"inbox/9", "inbox/10", "inbox/100"}));
  EXPECT_EQ(names("/inbox/,4"), Names{"inbox/,4"});
}

TEST_F(MailFiles, WhatIsReadElsewhereIsLeftOut) {
  for (const char* const name : {"in/1", "in/2", "in/junk/3", "in/junk/more/4"}) put(name);
  const auto id = [&](const std::string& name) { return *file_id(folder_.path() + "/" + name); };
  EXPECT_EQ(names("", {id("in/junk")}), (Names{"in/1", "in/2"}));
  EXPECT_EQ(names("", {id("in/junk/../2"), id("in/junk/more")}), (Names{"in/1", "in/junk/3"}));
  EXPECT_EQ(names("/in/junk", {id("in"), id("in/junk"), id("in/junk/more")}), Names{"in/junk/3"});
}

TEST_F(MailFiles, AFileIsTheSameHoweverItsPathIsWritten) {
  put("a/b");
  std::filesystem::create_symlink("a/b", folder_.path() + "/link");
  EXPECT_EQ(file_id(folder_.path() + "/a/b"), file_id(folder_.path() + "/a/../link"));
  EXPECT_NE(file_id(folder_.path() + "/a/b"), file_id(folder_.path() + "/a"));
  EXPECT_FALSE(file_id(folder_.path() + "/nothing"));
  EXPECT_FALSE(file_id("-"));
}

TEST_F(MailFiles, AnyFolderAndAnyFile) {
  for (const char* const name : {"b/c/y.eml", "b/x", "a", "b/tmp/z", "cmds"}) put(name);
  EXPECT_EQ(names(), (Names{"a", "b/c/y.eml", "b/tmp/z", "b/x"}));
  EXPECT_EQ(names("/a"), Names{"a"});
  EXPECT_EQ(list_mail_files("-"), Names{"-"});
}

TEST_F(MailFiles, ALinkThatLeadsInACircleIsNotFollowed) {
  put("sub/a");
  std::filesystem::create_directory_symlink(folder_.path(), folder_.path() + "/sub/again");
  EXPECT_EQ(names(), Names{"sub/a"});
}

TEST_F(MailFiles, NoSuchPath) {
  const auto error = error_of([&] { list_mail_files(folder_.path() + "/nothing"); });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind(), ErrorKind::kNoInput);
}

}  // namespace
}  // namespace tally::mail
