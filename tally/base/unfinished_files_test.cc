#include "tally/base/unfinished_files.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <list>
#include <thread>
#include <vector>

namespace tally {
namespace {

namespace fs = std::filesystem;

class UnfinishedFiles : public testing::Test {
 protected:
  UnfinishedFiles() { fs::create_directory(folder_); }
  ~UnfinishedFiles() override { fs::remove_all(folder_); }

  std::string file(const std::string& name) const {
    const std::string path = folder_ / name;
    std::ofstream(path) << "half";
    return path;
  }

  fs::path folder_ = testing::TempDir() + "unfinished_" + std::to_string(::getpid());
};

TEST_F(UnfinishedFiles, AreRemovedWhileTheyAreUnfinished) {
  const std::string one = file("one"), two = file("two"), done = file("done");
  const UnfinishedFile first(one);
  { const UnfinishedFile finished(done); }
  const UnfinishedFile second(two);
  remove_unfinished_files();
  EXPECT_FALSE(fs::exists(one));
  EXPECT_FALSE(fs::exists(two));
  EXPECT_TRUE(fs::exists(done));
}

TEST_F(UnfinishedFiles, PlacesAreUsedAgain) {
  for (int i = 0; i < 1000; ++i) UnfinishedFile{"nowhere/" + std::to_string(i)};
  const std::string path = file("last");
  const UnfinishedFile last(path);
  remove_unfinished_files();
  EXPECT_FALSE(fs::exists(path));
}

TEST_F(UnfinishedFiles, MoreThanThereArePlacesDoNoHarm) {
  std::vector<std::string> paths;
  std::list<UnfinishedFile> all;
  for (int i = 0; i < 70; ++i) all.emplace_back(paths.emplace_back(file(std::to_string(i))));
  remove_unfinished_files();
  EXPECT_FALSE(fs::exists(paths.front()));
  all.clear();
  const std::string path = file("after");
  const UnfinishedFile after(path);
  remove_unfinished_files();
  EXPECT_FALSE(fs::exists(path));
}

// For the thread sanitizer and the address sanitizer: a path is never freed in the handler's hand.
TEST_F(UnfinishedFiles, MayEndWhileTheyAreRemoved) {
  std::atomic<bool> over{false};
  std::vector<std::thread> writers;
  for (int i = 0; i < 3; ++i) {
    writers.emplace_back([&] {
      while (!over) UnfinishedFile{"nowhere/a name that is too long for a short string"};
    });
  }
  for (int i = 0; i < 20000; ++i) remove_unfinished_files();
  over = true;
  for (std::thread& writer : writers) writer.join();
}

}  // namespace
}  // namespace tally
