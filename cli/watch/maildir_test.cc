// SPDX-License-Identifier: Apache-2.0
#include "cli/watch/maildir.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "tally/error.h"

namespace tally::watch {
namespace {

namespace fs = std::filesystem;

class Maildir : public testing::Test {
 protected:
  Maildir() : root_(fs::path(testing::TempDir()) / ("maildir" + std::to_string(::getpid()))) {
    fs::remove_all(root_);
    for (const char* folder :
         {"", ".Junk", ".Trash", ".Junk.old", "Archive/2026", "Archive/spam"}) {
      for (const char* part : {"cur", "new", "tmp"}) fs::create_directories(root_ / folder / part);
    }
    fs::create_directories(root_ / "courierhooks");
  }
  ~Maildir() override { fs::remove_all(root_); }

  void put(const std::string& file) const { std::ofstream(root_ / file) << "Subject: x\n\ny\n"; }

  fs::path root_;
};

TEST_F(Maildir, FoldersOfBothKindsAreFound) {
  const MaildirTree tree = find_folders(root_.string(), {});
  std::vector<std::string> names;
  for (const MailFolder& folder : tree.folders) {
    const char* const kinds[] = {"", " junk", " trash"};
    names.push_back(folder.name + kinds[static_cast<int>(folder.kind)]);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"", "Junk junk", "Junk.old junk", "Trash trash",
                                             "Archive/2026", "Archive/spam"}));
  // Where nothing lies yet, a folder may appear.
  const auto& all = tree.directories;
  EXPECT_NE(std::find(all.begin(), all.end(), (root_ / "courierhooks").string()), all.end());
}

TEST_F(Maildir, JunkHasTheNameThatItIsGiven) {
  FolderNames names;
  names.junk = {"archive/SPAM"};
  for (const MailFolder& folder : find_folders(root_.string(), names).folders) {
    EXPECT_EQ(folder.kind == FolderKind::kJunk, folder.name == "Archive/spam") << folder.name;
  }
}

TEST_F(Maildir, ALinkThatLeadsBackIsFollowedOnce) {
  fs::create_directory_symlink(root_, root_ / "back");
  EXPECT_EQ(find_folders(root_.string(), {}).folders.size(), 6U);
}

TEST_F(Maildir, MessagesAreKnownByTheirNamesWithoutFlags) {
  put("cur/1.a.host,S=12:2,RS");
  put(".Junk/new/2.b.host");
  put("tmp/3.c.host");
  put("cur/.hidden");
  std::vector<MessageFile> files = list_messages(find_folders(root_.string(), {}).folders);
  ASSERT_EQ(files.size(), 2U);
  EXPECT_EQ(files[0].name, "1.a.host,S=12");
  EXPECT_FALSE(files[0].is_new);
  EXPECT_EQ(files[1].name, "2.b.host");
  EXPECT_TRUE(files[1].is_new && files[1].kind == FolderKind::kJunk);
}

TEST_F(Maildir, WhatIsNoneIsRefused) {
  try {
    find_folders((root_ / "none").string(), {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kNoInput);
  }
  try {
    find_folders((root_ / "courierhooks").string(), {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
  }
}

TEST(PlainFolderName, TakesWhatPeopleWrite) {
  EXPECT_EQ(plain_folder_name(".Junk"), "Junk");
  EXPECT_EQ(plain_folder_name("Junk E-mail/"), "Junk E-mail");
  EXPECT_EQ(plain_folder_name("./"), "");
}

}  // namespace
}  // namespace tally::watch
