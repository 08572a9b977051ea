// SPDX-License-Identifier: Apache-2.0
#include "cli/print/output.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "tally/error.h"

namespace tally::cli {
namespace {

namespace fs = std::filesystem;

class OutputTest : public testing::Test {
 protected:
  OutputTest() { fs::create_directories(folder_); }
  ~OutputTest() override { fs::remove_all(folder_); }

  std::string path(const char* name) const { return (folder_ / name).string(); }
  static std::string content(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::ptrdiff_t files() const { return std::distance(fs::directory_iterator(folder_), {}); }

  fs::path folder_ = fs::temp_directory_path() / ("tally_output_" + std::to_string(::getpid()));
};

TEST_F(OutputTest, AppearsWhenItIsFinished) {
  {
    Output output(path("a.csv"));
    output.write("x\n");
    EXPECT_FALSE(fs::exists(path("a.csv")));
    output.finish();
  }
  EXPECT_EQ(content(path("a.csv")), "x\n");
  EXPECT_EQ(files(), 1);
}

TEST_F(OutputTest, LeavesNothingBehindIfItIsNot) {
  std::ofstream(path("a.csv")) << "old";
  { Output(path("a.csv")).write("new"); }
  EXPECT_EQ(content(path("a.csv")), "old");
  EXPECT_EQ(files(), 1);
}

TEST_F(OutputTest, ALinkStaysALink) {
  std::ofstream(path("a.csv")) << "old";
  fs::create_symlink(path("a.csv"), path("link"));
  Output output(path("link"));
  output.write("new");
  output.finish();
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(content(path("a.csv")), "new");
}

TEST_F(OutputTest, RefusesFoldersAndDatabases) {
  EXPECT_THROW(Output(folder_.string()), Error);
  EXPECT_THROW(Output(path("no/such/folder")), Error);
  std::ofstream(path("m.tally")) << "SQLite format 3 and more";
  EXPECT_THROW(Output(path("m.tally")), Error);
}

TEST_F(OutputTest, WhatIsInTheWayOfAProcessOfThisNumberIsNot) {
  fs::create_symlink("victim", path("a.csv.part-") + std::to_string(::getpid()));
  Output output(path("a.csv"));
  output.write("new");
  output.finish();
  EXPECT_EQ(content(path("a.csv")), "new");
  EXPECT_FALSE(fs::exists(path("victim")));
  EXPECT_EQ(files(), 2);
}

TEST_F(OutputTest, AnErrorNamesTheFileThatWasAskedFor) {
  try {
    const Output output(path("no/such.csv"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.what(), path("no/such.csv") + ": cannot create: No such file or directory");
  }
}

TEST(OutputForPeople, HoldsNoOrdersForATerminal) {
  testing::internal::CaptureStdout();
  print("one\x1b[31m\n\ttwo\r\u009b\n");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "one\\x1b[31m\n\\x09two\\x0d\\xc2\\x9b\n");
  testing::internal::CaptureStderr();
  tell("model: a\x1b\nb");
  complain("a\u202e: no\nsuch file");
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "model: a\\x1b\\x0ab\ntally: a\\xe2\\x80\\xae: no\\x0asuch file\n");
}

TEST(OutputForPrograms, IsEveryByteAsItIs) {
  testing::internal::CaptureStdout();
  print_data("{\"a\": \"\u009b\u202e\x1b\xff\"}\n\nheading\n");
  EXPECT_EQ(testing::internal::GetCapturedStdout(),
            "{\"a\": \"\u009b\u202e\x1b\xff\"}\n\nheading\n");
}

TEST_F(OutputTest, AFullDisk) {
  Output output("/dev/full");
  output.write("x");
  EXPECT_THROW(output.finish(), Error);
}

TEST(CheckEnding, TellsWhatIsWritten) {
  EXPECT_NO_THROW(check_ending("rows.csv", {".csv", ".txt"}));
  EXPECT_NO_THROW(check_ending("", {".csv"}));
  EXPECT_NO_THROW(check_ending("-", {".csv"}));
  EXPECT_NO_THROW(check_ending("/dev/null", {".csv"}));
  EXPECT_NO_THROW(check_ending("a.folder/rows", {".csv"}));
  EXPECT_NO_THROW(check_ending("rows.2", {".csv"}));
  try {
    check_ending("rows.csv.xlsx", {".csv", ".txt"}, "do otherwise");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    EXPECT_STREQ(
        error.what(),
        "-o 'rows.csv.xlsx': such a file is not written; there are .csv, .txt; do otherwise");
  }
}

}  // namespace
}  // namespace tally::cli
