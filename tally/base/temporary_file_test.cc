// SPDX-License-Identifier: Apache-2.0
#include "tally/base/temporary_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "tally/base/error.h"

namespace tally {
namespace {

namespace fs = std::filesystem;

class TemporaryFileTest : public testing::Test {
 protected:
  TemporaryFileTest() { fs::create_directory(folder_); }
  ~TemporaryFileTest() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return folder_ / name; }
  std::ptrdiff_t files() const { return std::distance(fs::directory_iterator(folder_), {}); }

  fs::path folder_ = testing::TempDir() + "temporary_" + std::to_string(::getpid());
};

TEST_F(TemporaryFileTest, StandsBesideWhatItIsToBecome) {
  TemporaryFile file(path("m.tally"), 0600);
  EXPECT_EQ(fs::path(file.name()).parent_path(), folder_);
  EXPECT_EQ(::write(file.descriptor(), "x", 1), 1);
  struct stat found {};
  ASSERT_EQ(::stat(file.name().c_str(), &found), 0);
  EXPECT_EQ(found.st_size, 1);
  EXPECT_EQ(found.st_mode & 0777, 0600U);
}

TEST_F(TemporaryFileTest, IsGoneUnlessItIsKept) {
  { const TemporaryFile file(path("m"), 0666); }
  EXPECT_EQ(files(), 0);
  {
    TemporaryFile file(path("m"), 0666);
    EXPECT_TRUE(file.close());
    fs::rename(file.name(), path("m"));
    file.keep();
  }
  EXPECT_TRUE(fs::exists(path("m")));
  EXPECT_EQ(files(), 1);
}

TEST_F(TemporaryFileTest, IsOneToRemoveUntilItIsKept) {
  TemporaryFile lost(path("m"), 0666), kept(path("m"), 0666);
  kept.keep();
  remove_unfinished_files();
  EXPECT_FALSE(fs::exists(lost.name()));
  EXPECT_TRUE(fs::exists(kept.name()));
}

// 10 000 names and none twice, none of which says anything about the process.
TEST_F(TemporaryFileTest, NamesCannotBeForeseen) {
  std::set<std::string> names;
  for (int i = 0; i < 10000; ++i) {
    const TemporaryFile file(path("m"), 0666);
    const std::string name = fs::path(file.name()).filename();
    EXPECT_EQ(name.size(), std::string(".tally-.new").size() + 18);
    names.insert(name);
  }
  EXPECT_EQ(names.size(), 10000U);
  // Each place of a name takes many values: it is not a number that counts.
  for (std::size_t at = 7; at < 25; ++at) {
    std::set<char> seen;
    for (const std::string& name : names) seen.insert(name[at]);
    EXPECT_EQ(seen.size(), 32U) << at;
  }
}

TEST_F(TemporaryFileTest, WhatAnotherProcessOfThatNumberLeftIsNotInTheWay) {
  const std::string pid = std::to_string(::getpid());
  fs::create_symlink(path("elsewhere"), path(".tally-" + pid + "-0.new"));
  fs::create_symlink(path("elsewhere"), path("m.part-" + pid));
  { const TemporaryFile file(path("m"), 0666); }
  EXPECT_EQ(files(), 2);
  EXPECT_FALSE(fs::exists(path("elsewhere")));
}

TEST_F(TemporaryFileTest, ErrorsNameTheFileThatWasAskedFor) {
  try {
    const TemporaryFile file(path("no/m"), 0666);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kCannotCreate);
    EXPECT_EQ(error.what(), path("no/m") + ": cannot create: No such file or directory");
  }
}

class TemporaryFolder : public testing::Test {
 protected:
  ~TemporaryFolder() override {
    before_ ? ::setenv("TMPDIR", before_->c_str(), 1) : ::unsetenv("TMPDIR");
  }
  static std::optional<std::string> variable() {
    const char* const value = std::getenv("TMPDIR");
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
  }
  std::optional<std::string> before_ = variable();
};

TEST_F(TemporaryFolder, IsThatOfTmpdirUnlessItIsEmpty) {
  ::setenv("TMPDIR", "/var/tmp", 1);
  EXPECT_EQ(temporary_folder(), "/var/tmp");
  ::setenv("TMPDIR", "", 1);
  EXPECT_EQ(temporary_folder(), "/tmp");
  ::unsetenv("TMPDIR");
  EXPECT_EQ(temporary_folder(), "/tmp");
}

TEST_F(TemporaryFolder, HoldsFilesWithoutAName) {
  const std::string folder = testing::TempDir() + "nameless_" + std::to_string(::getpid());
  fs::create_directory(folder);
  ::setenv("TMPDIR", folder.c_str(), 1);
  const int file = open_nameless_file();
  EXPECT_TRUE(fs::is_empty(folder));
  EXPECT_EQ(::write(file, "x", 1), 1);
  char back = 0;
  EXPECT_EQ(::pread(file, &back, 1, 0), 1);
  EXPECT_EQ(back, 'x');
  ::close(file);
  fs::remove(folder);
  try {
    open_nameless_file();
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kCannotCreate);
    EXPECT_NE(std::string(error.what()).find(folder), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("TMPDIR"), std::string::npos);
  }
}

}  // namespace
}  // namespace tally
