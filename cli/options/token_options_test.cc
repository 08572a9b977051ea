// SPDX-License-Identifier: Apache-2.0
#include "cli/options/token_options.h"

#include <gtest/gtest.h>

#include "tally/error.h"

namespace tally::cli {
namespace {

TokenOptions given(std::vector<std::string> words) {
  TokenOptions options;
  Command command("tokens", "Cuts.", "tally tokens -");
  options.attach(command);
  std::vector<char*> values;
  for (std::string& word : words) values.push_back(word.data());
  command.parse({static_cast<int>(values.size()), values.data()});
  return options;
}

TEST(TokenOptions, AreTheDefaultsUnlessGiven) {
  EXPECT_FALSE(given({}).any());
  EXPECT_EQ(given({}).options(), TextOptions{});
}

TEST(TokenOptions, SayHowTextsAreCut) {
  const TokenOptions all = given({"--tokens", "word", "--ngrams", "1-3", "--no-fold", "--han-pairs",
                                  "--once", "--longest-token", "20", "--max-terms", "1000"});
  EXPECT_TRUE(all.any());
  TextOptions expected;
  expected.longest_gram = 3;
  expected.fold = false;
  expected.pairs_of_han = expected.once = true;
  expected.longest_token = 20;
  expected.most_terms = 1000;
  EXPECT_EQ(all.options(), expected);
  EXPECT_EQ(given({"--ngrams", "2"}).options().shortest_gram, 2);
  EXPECT_EQ(given({"--ngrams", "2"}).options().longest_gram, 2);
  EXPECT_EQ(given({"--tokens", "regex:[a-z]+:x"}).options().regex, "[a-z]+:x");
  EXPECT_EQ(given({"--tokens", "regex:[a-z]+"}).options().tokens, TokenKind::kRegex);
}

TEST(TokenOptions, Html) {
  const TokenOptions html = given({"--html"});
  EXPECT_TRUE(html.any_but_most_terms());
  TextOptions expected;
  expected.html = true;
  EXPECT_EQ(html.options(), expected);
}

TEST(TokenOptions, PairsAndDigits) {
  const TokenOptions both = given({"--pairs", "--digits-alike"});
  EXPECT_TRUE(both.any());
  TextOptions expected;
  expected.pairs = expected.digits_alike = true;
  EXPECT_EQ(both.options(), expected);
  EXPECT_THROW(given({"--pairs", "--ngrams", "1-2"}).options(), Error);
}

TEST(TokenOptions, WhatMakesNoSenseIsRefused) {
  const std::vector<std::vector<std::string>> bad{{"--tokens", "words"},
                                                  {"--tokens", "mail"},
                                                  {"--tokens", "regex"},
                                                  {"--tokens", "regex:"},
                                                  {"--ngrams", "3-2"},
                                                  {"--ngrams", "0"},
                                                  {"--ngrams", "1-"},
                                                  {"--ngrams", "-2"},
                                                  {"--ngrams", "1-99"},
                                                  {"--longest-token", "0"},
                                                  {"--longest-token", "99999"},
                                                  {"--max-terms", "-1"},
                                                  {"--tokens", "char", "--han-pairs"}};
  for (const auto& words : bad) {
    EXPECT_THROW(given(words).options(), Error) << words[0] << " " << words[1];
  }
}

}  // namespace
}  // namespace tally::cli
