// SPDX-License-Identifier: Apache-2.0
#include "tally/base/unfinished_files.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

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
    std::string path = folder_ / name;
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

std::atomic<bool> has_ended{false};

extern "C" void end_slowly(int) {
  remove_unfinished_files_for_good();
  has_ended = true;
  ::usleep(2000);  // in which other threads run on
  ::_exit(0);
}

// A thread that makes files all the while, and a signal to another one.
TEST_F(UnfinishedFiles, NoneIsMadeWhileTheProcessEnds) {
  for (int round = 0; round < 50; ++round) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      ::signal(SIGTERM, end_slowly);
      const std::string path = folder_ / "half";
      std::thread writer([&] {
        sigset_t all;
        ::sigfillset(&all);
        ::pthread_sigmask(SIG_SETMASK, &all, nullptr);  // so that the main thread has to end it
        while (true) {
          UnfinishedFile unfinished(path);
          ::close(unfinished.made_by([&] {
            ::usleep(200);  // a slow disk
            return ::creat(path.c_str(), 0600);
          }));
          ::usleep(200);  // it is written
          if (!has_ended) ::unlink(path.c_str());
        }
      });
      ::usleep(static_cast<useconds_t>(200 + 13 * round));
      ::kill(::getpid(), SIGTERM);
      writer.join();
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_EQ(status, 0);
    ASSERT_TRUE(fs::is_empty(folder_)) << round;
  }
}

}  // namespace
}  // namespace tally
