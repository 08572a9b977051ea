// SPDX-License-Identifier: Apache-2.0
#include "tally/read/input_files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <iterator>
#include <thread>

#include "tally/read/read_testing.h"

namespace tally {
namespace {

std::string all_of(ByteSource& source) {
  std::string out;
  char piece[7];
  while (const std::size_t got = source.read(piece, sizeof piece)) out.append(piece, got);
  return out;
}

TEST(InputFiles, AFileIsOpenedAsOftenAsOneLikes) {
  const TestFolder folder;
  InputFiles files({folder.write("a", "1 1:2\n"), folder.write("b.csv", "x\n")});
  EXPECT_EQ(files.format_of(0), FileFormat::kSvmlight);
  EXPECT_EQ(files.format_of(1), FileFormat::kDelimited);
  EXPECT_TRUE(files.is_reopenable(0));
  EXPECT_EQ(files.bytes(), 0);
  EXPECT_EQ(files.total_bytes(), 6 + 2);
  EXPECT_EQ(InputFiles({files.file(0), folder.path()}).total_bytes(), 0);
  EXPECT_EQ(all_of(*files.open(0)), "1 1:2\n");
  EXPECT_EQ(all_of(*files.open(0)), "1 1:2\n");
  EXPECT_EQ(files.seekable_path(1), files.file(1));
}

TEST(InputFiles, OfAPipeNothingIsLost) {
  const TestFolder folder;
  const std::string text(100000, 'x');
  for (const bool spooled : {false, true}) {
    const std::string pipe = folder.path() + (spooled ? "/p" : "/q");
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    std::thread writer([&] { std::ofstream(pipe) << text; });
    InputFiles files({pipe});
    EXPECT_EQ(files.format_of(0), FileFormat::kDelimited);
    EXPECT_FALSE(files.is_reopenable(0));
    if (spooled) {
      std::ifstream copy(files.seekable_path(0));
      const std::string copied{std::istreambuf_iterator<char>(copy), {}};
      EXPECT_EQ(copied, text);
      EXPECT_EQ(all_of(*files.open(0)), text);
    }
    EXPECT_EQ(all_of(*files.open(0)), text);
    writer.join();
  }
}

}  // namespace
}  // namespace tally
