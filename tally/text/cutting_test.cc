// SPDX-License-Identifier: Apache-2.0
#include "tally/text.h"

#include <gtest/gtest.h>

namespace tally {
namespace {

std::string cut_as(Cutting cutting, TextOptions options = {}) {
  Tokenizer tokenizer(cut_into(cutting, std::move(options)));
  std::string out;
  for (const std::string_view term : tokenizer.cut("来到 北京 OK")) {
    out += (out.empty() ? "" : "|") + std::string(term);
  }
  return out;
}

TEST(Cutting, CutsAsItIsCalled) {
  EXPECT_EQ(cut_as(Cutting::kWords), "来到|北京|ok");
  EXPECT_EQ(cut_as(Cutting::kCharacters), "来|到| |北|京| |o|k");
  EXPECT_EQ(cut_as(Cutting::kPairsOfCharacters), "来到|北京|ok");
  TextOptions as_written;
  as_written.fold = false;
  EXPECT_EQ(cut_as(Cutting::kPairsOfCharacters, as_written), "来到|北京|OK");
  EXPECT_EQ(cut_as(Cutting::kWords, as_written), "来到|北京|OK");
}

TEST(Cutting, MakesSense) {
  for (const Cutting cutting : kCuttings) {
    TextOptions options;
    options.pairs = true;
    EXPECT_EQ(impossibility(cut_into(cutting, options)), "");
    EXPECT_NE(to_string(cutting), "");
  }
}

}  // namespace
}  // namespace tally
