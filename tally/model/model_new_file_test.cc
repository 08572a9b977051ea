// SPDX-License-Identifier: Apache-2.0
#include "tally/model/model_new_file.h"

#include <sys/resource.h>
#include <sys/stat.h>

#include "tally/model/model_process_testing.h"

namespace tally {
namespace {

const std::vector<std::byte> kBytes(300000, std::byte{'t'});

TEST(ModelNewFile, WritesTheBytesAndLeavesNothingElse) {
  const TemporaryFolder folder;
  EXPECT_TRUE(create_file(folder / "m", kBytes));
  EXPECT_EQ(bytes_of(folder / "m"), kBytes);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"m"});
  const mode_t mask = ::umask(0);
  ::umask(mask);
  struct stat found {};
  ASSERT_EQ(::stat((folder / "m").c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 0777, 0666 & ~mask);
}

TEST(ModelNewFile, TakesNamesWithoutAFolderAndLongOnes) {
  const TemporaryFolder folder;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  EXPECT_TRUE(create_file("m", kBytes));
  EXPECT_TRUE(create_file(std::string(250, 'x'), kBytes));
  std::filesystem::current_path(before);
  EXPECT_EQ(bytes_of(folder / "m"), kBytes);
  EXPECT_EQ(folder.names().size(), 2U);
}

TEST(ModelNewFile, NeverReplaces) {
  const TemporaryFolder folder;
  write_bytes(folder / "m", {std::byte{'a'}});
  EXPECT_FALSE(create_file(folder / "m", kBytes));
  std::filesystem::create_symlink("nowhere", folder / "link");
  EXPECT_FALSE(create_file(folder / "link", kBytes));
  std::filesystem::create_directory(folder / "d");
  EXPECT_FALSE(create_file(folder / "d", kBytes));
  EXPECT_EQ(bytes_of(folder / "m").size(), 1U);
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"d", "link", "m"}));
}

TEST(ModelNewFile, RefusesTheJournalOfAModelThatIsGone) {
  const TemporaryFolder folder;
  for (const char* end : {"-journal", "-wal"}) {
    const std::string path = folder / "m";
    write_bytes(path + end, {std::byte{'a'}});
    expect_error(
        ErrorKind::kCannotCreate, "remove " + path + end, [&] { create_file(path, kBytes); }, path);
    std::filesystem::remove(path + end);
  }
  EXPECT_TRUE(folder.names().empty());
}

TEST(ModelNewFile, LeavesAModelInUseAlone) {
  const TemporaryFolder folder;
  for (const char* end : {"m", "m-journal", "m-wal"}) write_bytes(folder / end, {std::byte{'a'}});
  EXPECT_FALSE(create_file(folder / "m", kBytes));
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"m", "m-journal", "m-wal"}));
}

TEST(ModelNewFile, SaysWhyItCannot) {
  const TemporaryFolder folder;
  const std::string path = folder / "no/m";
  expect_error(
      ErrorKind::kCannotCreate, "cannot create", [&] { create_file(path, kBytes); }, path);
  std::filesystem::permissions(folder.path(), std::filesystem::perms(0555));
  EXPECT_EQ(without_rights([&] { return kind_thrown([&] { create_file(folder / "m", kBytes); }); }),
            77);
}

TEST(ModelNewFile, LeavesNothingBehindWhenWritingFails) {
  const TemporaryFolder folder;
  const int kind = Child([&] {
                     ::signal(SIGXFSZ, SIG_IGN);
                     const struct rlimit limit { 8192, 8192 };
                     if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) return 98;
                     return kind_thrown([&] { create_file(folder / "m", kBytes); });
                   }).wait();
  EXPECT_EQ(kind, 74);
  EXPECT_TRUE(folder.names().empty());
}

}  // namespace
}  // namespace tally
