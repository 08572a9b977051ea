// SPDX-License-Identifier: Apache-2.0
// Other processes, for tests of what happens when several use one model.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>

#include "tally/model/model_testing.h"

namespace tally {

/// A child process that runs `work`, which returns its exit code; an exception is 99.
class Child {
 public:
  explicit Child(const std::function<int()>& work) : pid_(::fork()) {
    if (pid_ != 0) return;
    int code = 99;
    try {
      code = work();
    } catch (const std::exception& error) {
      std::fprintf(stderr, "child: %s\n", error.what());
    }
    ::_exit(code);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (pid_ > 0) kill_and_wait();
  }

  int wait() {
    int status = 0;
    ::waitpid(pid_, &status, 0);
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
  }
  void kill_and_wait() {
    ::kill(pid_, SIGKILL);
    wait();
  }

 private:
  pid_t pid_;
};

/// One byte at a time from a child to its parent, or back.
class Signal {
 public:
  Signal() { EXPECT_EQ(::pipe(ends_), 0); }
  Signal(const Signal&) = delete;
  Signal& operator=(const Signal&) = delete;
  ~Signal() {
    ::close(ends_[0]);
    ::close(ends_[1]);
  }
  void send() {
    const char byte = 'x';
    if (::write(ends_[1], &byte, 1) != 1) std::abort();
  }
  void wait() {
    char byte = 0;
    if (::read(ends_[0], &byte, 1) != 1) std::abort();
  }
  /// How many bytes are there. REQUIRES: nobody sends any more.
  int drain() {
    ::close(ends_[1]);
    ends_[1] = -1;
    int count = 0;
    for (char byte = 0; ::read(ends_[0], &byte, 1) == 1;) ++count;
    return count;
  }

 private:
  int ends_[2] = {-1, -1};
};

/// A child that runs SQL on a database, and keeps the connection open until it is destroyed.
class Holder {
 public:
  Holder(const std::string& path, const std::string& statements)
      : child_([&] {
          sqlite3* db = nullptr;
          sqlite3_open(path.c_str(), &db);
          const int code = sqlite3_exec(db, statements.c_str(), nullptr, nullptr, nullptr);
          ready_.send();
          if (code == SQLITE_OK) ::pause();
          return 1;
        }) {
    ready_.wait();
  }
  void kill_and_wait() { child_.kill_and_wait(); }

 private:
  Signal ready_;
  Child child_;
};

/// Runs `work` in a child without any special rights, which root needs to meet a permission.
inline int without_rights(const std::function<int()>& work) {
  return Child([&] {
           if (::geteuid() == 0 && (::setgid(65534) != 0 || ::setuid(65534) != 0)) return 98;
           return work();
         })
      .wait();
}

/// The exit code of the command line for what `work` throws; 0 if nothing.
inline int kind_thrown(const std::function<void()>& work) {
  try {
    work();
    return 0;
  } catch (const Error& error) {
    return static_cast<int>(error.kind());
  }
}

}  // namespace tally
