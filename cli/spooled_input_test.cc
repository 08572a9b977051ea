// SPDX-License-Identifier: Apache-2.0
#include "cli/spooled_input.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <thread>

#include "tally/error.h"

namespace tally::cli {
namespace {

// A pipe that somebody writes a text into.
class Pipe {
 public:
  explicit Pipe(const std::string& text) {
    EXPECT_EQ(::pipe(ends_), 0);
    writer_ = std::thread([this, text] {
      for (std::size_t at = 0; at < text.size();) {
        at += static_cast<std::size_t>(::write(ends_[1], text.data() + at, text.size() - at));
      }
      ::close(ends_[1]);
    });
  }
  ~Pipe() {
    writer_.join();
    ::close(ends_[0]);
  }
  int end() const { return ends_[0]; }

 private:
  int ends_[2] = {};
  std::thread writer_;
};

// What comes out, from `start` on, of what went into a pipe.
std::string through(const std::string& text, std::size_t start, std::string* beginning = nullptr) {
  const Pipe pipe(text);
  SpooledInput input;
  input.read(pipe.end());
  EXPECT_EQ(input.size(), text.size());
  if (beginning != nullptr) *beginning = std::string(input.beginning());
  std::string out;
  input.write_from(start, [&](std::string_view piece) { out += piece; });
  return out;
}

std::string numbers_of(std::size_t bytes) {
  std::string text;
  for (int i = 0; text.size() < bytes; ++i) text += std::to_string(i) + "\n";
  text.resize(bytes);
  return text;
}

TEST(SpooledInput, EmptyAndSmall) {
  EXPECT_EQ(through("", 0), "");
  EXPECT_EQ(through("message", 0), "message");
  EXPECT_EQ(through("message", 4), "age");
}

TEST(SpooledInput, LargeComesOutAsItWas) {
  for (const std::size_t size : {SpooledInput::kInMemory - 1, SpooledInput::kInMemory,
                                 SpooledInput::kInMemory + 1, 3 * SpooledInput::kInMemory}) {
    const std::string text = numbers_of(size);
    std::string beginning;
    EXPECT_EQ(through(text, 0, &beginning), text);
    EXPECT_EQ(beginning, text);
    EXPECT_EQ(through(text, size - 5), text.substr(size - 5));
  }
}

TEST(SpooledInput, PassesOnWhatWasNotRead) {
  const Pipe pipe("message");
  std::string out;
  SpooledInput().pass_on(pipe.end(), [&](std::string_view piece) { out += piece; });
  EXPECT_EQ(out, "message");
}

TEST(SpooledInput, LosesNothingWhereTheFileCannotBe) {
  const std::string text = numbers_of(SpooledInput::kInMemory + 1'000'000);
  const char* const before = std::getenv("TMPDIR");
  const std::string folder = before == nullptr ? "" : before;
  ::setenv("TMPDIR", "/nonexistent", 1);
  const Pipe pipe(text);
  SpooledInput input;
  EXPECT_THROW(input.read(pipe.end()), Error);
  std::string out;
  input.pass_on(pipe.end(), [&](std::string_view piece) { out += piece; });
  EXPECT_EQ(out, text);
  before == nullptr ? ::unsetenv("TMPDIR") : ::setenv("TMPDIR", folder.c_str(), 1);
}

TEST(SpooledInput, LosesNothingWhereTheFileIsTooSmall) {
  const std::string text = numbers_of(SpooledInput::kInMemory + 1'000'000);
  const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  for (const std::size_t most : {std::size_t{5'000'000}, SpooledInput::kInMemory + 100'000}) {
    rlimit limit = before;
    limit.rlim_cur = most;
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &limit), 0);
    const Pipe pipe(text);
    SpooledInput input;
    EXPECT_THROW(input.read(pipe.end()), Error);
    std::string out;
    input.pass_on(pipe.end(), [&](std::string_view piece) { out += piece; });
    EXPECT_EQ(out, text);
  }
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, old_handler);
}

}  // namespace
}  // namespace tally::cli
