// SPDX-License-Identifier: Apache-2.0
#include "tally/text/unspaced_scripts.h"

#include <gtest/gtest.h>

namespace tally::text {
namespace {

using Tokens = std::vector<std::string_view>;

Tokens cut(std::string_view text) {
  WordBreaker breaker;
  Tokens out;
  cut_pairs_and_words(text, breaker, out);
  return out;
}

TEST(UnspacedScripts, OverlappingPairs) {
  EXPECT_EQ(cut("北京清华"), (Tokens{"北京", "京清", "清华"}));
  EXPECT_EQ(cut("好"), Tokens{"好"});
  EXPECT_EQ(cut("好。不"), (Tokens{"好", "不"}));
  EXPECT_EQ(cut("カタカナー"), (Tokens{"カタ", "タカ", "カナ", "ナー"}));
  EXPECT_EQ(cut("ไทย"), (Tokens{"ไท", "ทย"}));
  EXPECT_EQ(cut("𠮷野家"), (Tokens{"𠮷野", "野家"}));  // beyond the first plane
}

TEST(UnspacedScripts, WordsStandBetweenTheRuns) {
  EXPECT_EQ(cut("用Python3写, it can't fail"),
            (Tokens{"用", "Python3", "写", "it", "can't", "fail"}));
  EXPECT_EQ(cut("한국어 中文"), (Tokens{"한국어", "中文"}));
  EXPECT_EQ(cut("été 3.14"), (Tokens{"été", "3.14"}));
  EXPECT_EQ(cut("、。，「」"), Tokens{});
  EXPECT_EQ(cut(""), Tokens{});
}

}  // namespace
}  // namespace tally::text
