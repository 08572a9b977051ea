// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/mime/uuencode.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tally::mail {
namespace {

std::vector<std::string> pieces(std::string_view text) {
  std::vector<std::string> out;
  split_uuencoded(
      text, [&](std::string_view plain) { out.emplace_back(plain); },
      [&](std::string_view name, std::string_view data) {
        out.push_back("[" + std::string(name) + "|" + std::string(data) + "]");
      });
  return out;
}

using Pieces = std::vector<std::string>;

TEST(Uuencode, FilesAreTakenOutOfTheText) {
  EXPECT_EQ(pieces("before\nbegin 644 a cat.txt\n#0V%T\n`\nend\nafter"),
            (Pieces{"before\n", "[a cat.txt|#0V%T\n`\n]", "\nafter"}));
  EXPECT_EQ(pieces("begin 0755 x\n#0V%T\nend"), (Pieces{"[x|#0V%T\n]"}));
  EXPECT_EQ(pieces("begin 644 x\n#0V%T\n"), (Pieces{"[x|#0V%T\n]"}));
}

TEST(Uuencode, OrdinaryTextStays) {
  for (const char* const text : {"we begin 644 things\nnow", "begin with this\nand that",
                                 "begin 644 x\nwords, not data", "begin 644 x", "begin "}) {
    EXPECT_EQ(pieces(text), Pieces{text});
  }
  EXPECT_EQ(pieces(""), Pieces{});
}

}  // namespace
}  // namespace tally::mail
