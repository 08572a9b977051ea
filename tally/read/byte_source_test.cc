// SPDX-License-Identifier: Apache-2.0
#include "tally/read/byte_source.h"

#include <sys/stat.h>
#include <unistd.h>

#include <thread>

#include "tally/read/read_testing.h"

namespace tally {
namespace {

TEST(ByteSource, GivesAllBytesAndCountsThem) {
  const TestFolder folder;
  std::string bytes;
  for (int i = 0; i < 100000; ++i) bytes += static_cast<char>(i * 7);
  const std::string file = folder.write("x", bytes);
  EXPECT_EQ(read_all(file), bytes);

  std::atomic<std::int64_t> consumed{0};
  const auto source = open_source(file, &consumed);
  std::string got(bytes.size(), '\0');
  std::size_t at = 0;
  while (at < got.size()) {
    const std::size_t most = std::min<std::size_t>(3, got.size() - at);
    at += source->read(&got[at], most);
  }
  EXPECT_EQ(got, bytes);
  EXPECT_EQ(source->read(got.data(), 10), 0U);
  EXPECT_EQ(consumed, 100000);
  EXPECT_TRUE(source->is_reopenable());
}

TEST(ByteSource, FilesShorterThanAnyMark) {
  const TestFolder folder;
  for (const char* bytes : {"", "a", "ab", "abc", "abcd"}) {
    EXPECT_EQ(read_all(folder.write("x", bytes)), bytes);
  }
}

TEST(ByteSource, NoSuchFileAndADirectory) {
  const TestFolder folder;
  EXPECT_EQ(error_of([&] { read_all(folder.path() + "/none"); })->kind(), ErrorKind::kNoInput);
  EXPECT_EQ(error_of([&] { read_all(folder.path()); })->kind(), ErrorKind::kData);
}

TEST(ByteSource, NoPermission) {
  const TestFolder folder;
  const std::string file = folder.write("x", "abc");
  chmod(file.c_str(), 0);
  // Root may read everything: for a moment, be nobody.
  const bool is_root = geteuid() == 0;
  constexpr uid_t kNobody = 65534;
  if (is_root) {
    ASSERT_EQ(seteuid(kNobody), 0);
  }
  const auto error = error_of([&] { read_all(file); });
  if (is_root) {
    ASSERT_EQ(seteuid(0), 0);
  }
  EXPECT_EQ(error->kind(), ErrorKind::kNoPermission);
}

TEST(ByteSource, APipeArrivesInPiecesAndOpensOnce) {
  const TestFolder folder;
  const std::string pipe = folder.path() + "/pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  std::thread writer([&] {
    std::ofstream out(pipe);
    for (const char* piece : {"a", "b", "cdef", "g"}) out << piece << std::flush;
  });
  const auto source = open_source(pipe);
  EXPECT_FALSE(source->is_reopenable());
  std::string got;
  char piece[2];
  while (const std::size_t size = source->read(piece, 2)) got.append(piece, size);
  writer.join();
  EXPECT_EQ(got, "abcdefg");
}

TEST(ByteSource, StandardInputHasAName) {
  EXPECT_EQ(display_name("-"), "standard input");
  EXPECT_EQ(display_name("a.csv"), "a.csv");
}

}  // namespace
}  // namespace tally
