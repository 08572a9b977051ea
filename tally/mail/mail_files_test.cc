#include "tally/mail/mail_files.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "tally/read/test_support.h"

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
  Names names(const std::string& path = "") {
    Names out;
    for (const std::string& file : list_mail_files(folder_.path() + path)) {
      out.push_back(file.substr(folder_.path().size() + 1));
    }
    return out;
  }
  csv::TestFolder folder_;
};

TEST_F(MailFiles, AMaildirWithoutItsUnfinishedFiles) {
  for (const char* const name :
       {"cur/2.x:2,S", "cur/1.x", "new/3.x", "tmp/4.x", "dovecot.index", "dovecot-uidlist",
        ".Junk/cur/5.x", ".Junk/new/6.x", ".hidden/7", "subscriptions", "maildirfolder"}) {
    put(name);
  }
  EXPECT_EQ(names(),
            (Names{".Junk/cur/5.x", ".Junk/new/6.x", "cur/1.x", "cur/2.x:2,S", "new/3.x"}));
}

TEST_F(MailFiles, NumbersByValue) {
  for (const char* const name : {"inbox/10", "inbox/9", "inbox/100", "inbox/.mh_sequences"})
    put(name);
  EXPECT_EQ(names("/inbox"), (Names{"inbox/9", "inbox/10", "inbox/100"}));
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
  const auto error = csv::error_of([&] { list_mail_files(folder_.path() + "/nothing"); });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind(), ErrorKind::kNoInput);
}

}  // namespace
}  // namespace tally::mail
