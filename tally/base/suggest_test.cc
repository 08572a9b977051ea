// SPDX-License-Identifier: Apache-2.0
#include "tally/base/suggest.h"

#include <gtest/gtest.h>

namespace tally {
namespace {

const std::vector<std::string> kVerbs{"fit", "learn", "predict", "score", "schema", "show"};

TEST(Suggest, TheClosestName) {
  EXPECT_EQ(did_you_mean("perdict", kVerbs), " (did you mean 'predict'?)");
  EXPECT_EQ(did_you_mean("fits", kVerbs), " (did you mean 'fit'?)");
  EXPECT_EQ(did_you_mean("scor", kVerbs), " (did you mean 'score'?)");
}

TEST(Suggest, CapitalsDoNotMatter) {
  EXPECT_EQ(nearest_name("SPECIES", {"sepal_width", "species"}), "species");
  EXPECT_EQ(nearest_name("specie", {"Species"}), "Species");
}

TEST(Suggest, OneSwapIsOneSlip) {
  EXPECT_EQ(nearest_name("ift", kVerbs), "fit");
  EXPECT_EQ(nearest_name("tfi", kVerbs), std::nullopt);
}

TEST(Suggest, ALetterIsACharacterNotAByte) {
  EXPECT_EQ(nearest_name("含塘率", {"密度", "含糖率"}), "含糖率");
  EXPECT_EQ(nearest_name("好爪", {"好瓜"}), "好瓜");
  EXPECT_EQ(nearest_name("度", {"密"}), std::nullopt);
  EXPECT_EQ(nearest_name("sp\xff"
                         "cies",
                         {"species"}),
            "species");
}

TEST(Suggest, TheBeginningOfOneName) {
  EXPECT_EQ(nearest_name("--out", {"--output", "--only"}), "--output");
  EXPECT_EQ(nearest_name("--prior-", {"--prior-mean-of-all", "--prior-kappa-of-all"}),
            std::nullopt);
  EXPECT_EQ(nearest_name("pr", {"predict"}), std::nullopt);
}

TEST(Suggest, NothingWhereNothingIsClose) {
  EXPECT_EQ(did_you_mean("banana", {"fit", "learn"}), "");
  EXPECT_EQ(did_you_mean("", {"a"}), "");
  EXPECT_EQ(did_you_mean("x", {}), "");
  EXPECT_EQ(did_you_mean("x", {"y"}), "");
  EXPECT_EQ(did_you_mean(std::string(101, 'a'), {std::string(101, 'a')}), "");
}

TEST(InWords, PutsTheWordBeforeTheLast) {
  EXPECT_EQ(in_words({}, "or"), "");
  EXPECT_EQ(in_words({"a"}, "or"), "a");
  EXPECT_EQ(in_words({"a", "b"}, "and"), "a and b");
  EXPECT_EQ(in_words({"a", "b", "c"}, "or"), "a, b or c");
}

}  // namespace
}  // namespace tally
