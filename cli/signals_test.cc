// SPDX-License-Identifier: Apache-2.0
#include "cli/signals.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <list>
#include <thread>
#include <vector>

#include "cli/print/output.h"
#include "tally/inside/model.h"

namespace tally::cli {
namespace {

namespace fs = std::filesystem;

class Signals : public testing::TestWithParam<int> {
 protected:
  Signals() { fs::create_directory(folder_); }
  ~Signals() override { fs::remove_all(folder_); }

  // Runs `work` in a process of its own, which is sent the signal once it has said that it is
  // ready, and gives how it ended.
  template <class Work>
  static int ended(int signal, const Work& work, int times = 1) {
    int ready[2];
    EXPECT_EQ(::pipe(ready), 0);
    const pid_t child = ::fork();
    if (child == 0) {
      ::alarm(20);
      ::signal(signal, SIG_DFL);  // whoever runs the tests may ignore it (nohup)
      work([&] {
        EXPECT_EQ(::write(ready[1], "x", 1), 1);
        ::sleep(1);
      });
      ::_exit(7);
    }
    char byte = 0;
    EXPECT_EQ(::read(ready[0], &byte, 1), 1);
    for (int i = 0; i < times; ++i) {
      ::kill(child, signal);
      ::usleep(20);  // two that wait together are one
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    ::close(ready[0]);
    ::close(ready[1]);
    return status;
  }

  fs::path folder_ = testing::TempDir() + "signals_" + std::to_string(::getpid());
};

TEST_P(Signals, LeaveNoFileAndEndTheProcess) {
  const int status = ended(GetParam(), [&](const auto& wait) {
    remove_unfinished_files_on_signals();
    NewFile model((folder_ / "m.tally").string());
    Output output((folder_ / "answers.csv").string());
    model.write(0, std::as_bytes(std::span("half", 4)));
    if (std::distance(fs::directory_iterator(folder_), {}) != 2) ::_exit(8);
    wait();
  });
  EXPECT_TRUE(WIFSIGNALED(status)) << status;
  EXPECT_EQ(WTERMSIG(status), GetParam());
  EXPECT_TRUE(fs::is_empty(folder_));
}

// Whoever is the second must not end the process while the first is at work in another thread.
TEST_P(Signals, MayComeTwice) {
  for (int round = 0; round < 20; ++round) {
    const int status = ended(
        GetParam(),
        [&](const auto& wait) {
          remove_unfinished_files_on_signals();
          std::vector<std::thread> others;
          for (int i = 0; i < 3; ++i) others.emplace_back([] { ::sleep(20); });
          std::list<NewFile> files;
          for (int i = 0; i < 60; ++i) files.emplace_back((folder_ / std::to_string(i)).string());
          wait();
        },
        20);
    EXPECT_TRUE(WIFSIGNALED(status)) << status;
    ASSERT_TRUE(fs::is_empty(folder_)) << round;
  }
}

TEST_P(Signals, ThatWereIgnoredStayIgnored) {
  const int status = ended(GetParam(), [&](const auto& wait) {
    ::signal(GetParam(), SIG_IGN);
    remove_unfinished_files_on_signals();
    const NewFile model((folder_ / "m.tally").string());
    wait();
    if (std::distance(fs::directory_iterator(folder_), {}) != 1) ::_exit(8);
  });
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 7);
}

INSTANTIATE_TEST_SUITE_P(All, Signals, testing::Values(SIGHUP, SIGINT, SIGQUIT, SIGTERM));

}  // namespace
}  // namespace tally::cli
