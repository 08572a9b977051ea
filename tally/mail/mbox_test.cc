// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/mbox.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "tally/mail/mime/message_bytes.h"

namespace tally::mail {
namespace {

constexpr const char* kFrom = "From a@b.example Sat Nov 14 09:26:53 2026\n";

// Gives its bytes a few at a time, as a pipe may.
class Drops final : public ByteSource {
 public:
  Drops(std::string bytes, std::size_t most) : bytes_(std::move(bytes)), most_(most) {}
  std::size_t read(char* to, std::size_t most) override {
    const std::size_t given = std::min({most, most_, bytes_.size() - at_});
    std::memcpy(to, bytes_.data() + at_, given);
    at_ += given;
    return given;
  }
  bool is_reopenable() const override { return false; }

 private:
  std::string bytes_;
  std::size_t most_;
  std::size_t at_ = 0;
};

using Messages = std::vector<std::string>;

Messages messages(const std::string& bytes, bool one_message = false, std::size_t most = 1 << 20) {
  MessageReader reader(std::make_unique<Drops>(bytes, most), one_message);
  Messages out;
  while (auto message = reader.next()) out.push_back(*std::move(message));
  EXPECT_FALSE(reader.next());
  return out;
}

TEST(Mbox, FromLines) {
  EXPECT_TRUE(is_from_line("From a@b.example Sat Nov 14 09:26:53 2026\n"));
  EXPECT_TRUE(is_from_line("From - Sat Nov  4 09:26:53 2026 +0100"));
  EXPECT_TRUE(is_from_line("From \"a b\"@c Sat Nov 14 9:26 2026\r\n"));
  for (const char* const line :
       {"From time to time it rains", "From: a@b.example Sat Nov 14 09:26:53 2026", "From ",
        ">From a@b.example Sat Nov 14 09:26:53 2026", "From Sat Nov 14 to Sun Nov 15",
        "From a Sat Nov 14"}) {
    EXPECT_FALSE(is_from_line(line)) << line;
  }
}

TEST(Mbox, IsCutAtFromLinesAfterEmptyLines) {
  const std::string first = std::string(kFrom) + "A: b\n\nFrom x\n" + kFrom + "\n";
  const std::string second = std::string(kFrom) + "C: d\n\nbody\r\n\r\n";
  const std::string third = std::string(kFrom) + "E: f";
  for (const std::size_t most : {std::size_t{1}, std::size_t{7}, std::size_t{1} << 20}) {
    EXPECT_EQ(messages(first + second + third, false, most), (Messages{first, second, third}));
  }
}

TEST(Mbox, OneMessage) {
  const std::string plain = std::string("A: b\n\nbody\n\n") + kFrom + "C: d\n";
  EXPECT_EQ(messages(plain), Messages{plain});
  const std::string from = std::string(kFrom) + plain;
  EXPECT_EQ(messages(from).size(), 2U);
  EXPECT_EQ(messages(from, true), Messages{from});
  EXPECT_EQ(messages(""), Messages{});
  EXPECT_EQ(messages("\n"), Messages{"\n"});
}

TEST(Mbox, LongLinesAndLongMessages) {
  const std::string line(300'000, 'x');
  const std::string first = std::string(kFrom) + "\n" + line + kFrom + "\n\n";
  EXPECT_EQ(messages(first + kFrom, false, 1000), (Messages{first, kFrom}));
  const std::string huge(3 * kLongestMessage, 'x');
  const Messages cut = messages(huge);
  ASSERT_EQ(cut.size(), 1U);
  EXPECT_GT(cut[0].size(), 2 * kLongestMessage);
  EXPECT_LT(cut[0].size(), 2 * kLongestMessage + 10);
}

// Lines of the whole text, one after the other: a From_ line behind an empty one begins a message.
Messages plainly_cut(const std::string& text) {
  Messages out;
  bool after_blank = true;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    const std::string line = text.substr(at, end - at);
    if (out.empty() || (after_blank && line.size() <= 512 && is_from_line(line)))
      out.emplace_back();
    out.back() += line;
    after_blank = line == "\n" || line == "\r\n";
    at = end;
  }
  return out;
}

// 65536 bytes are read at a time: that many end at each byte of an empty line and a From_ line, and
// within a line that is longer.
TEST(Mbox, TheEndOfAPieceMakesNoDifference) {
  constexpr std::size_t kPiece = 65536;
  const std::string end = std::string("\n\n") + kFrom + "A: b\r\n\r\n" + kFrom + "C: d\n";
  for (std::size_t before = kPiece - end.size() - 3; before <= kPiece + 3; ++before) {
    for (const std::size_t line : {std::size_t{70}, 2 * kPiece}) {
      std::string text = kFrom;
      while (text.size() < before) {
        text += text.size() % line == line - 1 ? '\n' : 'x';
      }
      text += end;
      for (const std::size_t most : {std::size_t{1000}, kPiece - 1, kPiece, std::size_t{1} << 20}) {
        const Messages cut = messages(text, false, most);
        ASSERT_TRUE(cut == plainly_cut(text)) << before << " " << line << " " << most;
        ASSERT_EQ(cut.size(), 3U);
      }
    }
  }
}

// The rest of a long line is no line: neither an empty one nor a From_ line begins with it. A line
// is taken in pieces as soon as 65536 bytes of it or more are there: that depends on how they come.
TEST(Mbox, TheRestOfALongLineIsNoLine) {
  constexpr std::size_t kPiece = 65536;
  const std::string start = std::string(kFrom) + "\n";
  for (const std::size_t most : {std::size_t{977}, std::size_t{4096}, kPiece}) {
    const std::size_t before = start.size() + kPiece;
    const std::size_t there = (before + most - 1) / most * most - start.size();
    for (std::size_t size = there - 3; size <= there + 3; ++size) {
      for (const std::string& rest : {std::string("\n") + kFrom, std::string("\r\n") + kFrom,
                                      kFrom + std::string("x\n"), std::string("\n\n") + kFrom}) {
        const std::string text = start + std::string(size, 'x') + rest;
        ASSERT_TRUE(messages(text, false, most) == plainly_cut(text)) << size << " " << rest;
      }
    }
  }
}

TEST(Mbox, FromLinesAsLongAsAllowed) {
  for (std::size_t size = 500; size <= 520; ++size) {
    const std::string name(size - std::string_view(kFrom).size(), 'a');
    const std::string from = "From " + name + std::string(kFrom + 5);
    const std::string text = std::string(kFrom) + "A: b\n\n" + from + "C: d\n";
    ASSERT_EQ(from.size(), size);
    EXPECT_EQ(messages(text).size(), size <= 512 ? 2U : 1U) << size;
    EXPECT_TRUE(messages(text) == plainly_cut(text)) << size;
  }
}

}  // namespace
}  // namespace tally::mail
