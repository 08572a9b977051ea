#include "cli/spooled_input.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <thread>

namespace tally::cli {
namespace {

// What comes out, from `start` on, of what went into a pipe.
std::string through(const std::string& text, std::size_t start, std::string* beginning = nullptr) {
  int ends[2];
  EXPECT_EQ(::pipe(ends), 0);
  std::thread writer([&] {
    for (std::size_t at = 0; at < text.size();) {
      at += static_cast<std::size_t>(::write(ends[1], text.data() + at, text.size() - at));
    }
    ::close(ends[1]);
  });
  const SpooledInput input(ends[0]);
  writer.join();
  ::close(ends[0]);
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

}  // namespace
}  // namespace tally::cli
