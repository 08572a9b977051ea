#include "cli/output.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "tally/base/error.h"

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

TEST_F(OutputTest, AFullDisk) {
  Output output("/dev/full");
  output.write("x");
  EXPECT_THROW(output.finish(), Error);
}

}  // namespace
}  // namespace tally::cli
