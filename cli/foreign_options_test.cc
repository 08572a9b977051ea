// SPDX-License-Identifier: Apache-2.0
#include "cli/foreign_options.h"

#include <gtest/gtest.h>

namespace tally::cli {
namespace {

CommandText command(const std::string& verb, const std::vector<std::string>& options) {
  CommandText out;
  out.verb = verb;
  for (const std::string& name : options)
    out.options.push_back({{"-x", name}, "", "", "", false, {}});
  return out;
}

std::string told(const std::string& sentence) {
  return with_own_options(sentence, command("predict", {"--quote"}),
                          command("fit", {"--quote", "--ignore", "--missing"}));
}

constexpr const char* kInstead =
    "; the model takes the column so: mend the cell, leave it empty if it is missing, or make the "
    "model anew with another schema (tally fit --help)";

TEST(ForeignOptions, AreNotAdvised) {
  EXPECT_EQ(told("found 'x'; leave it out with --ignore a"), std::string("found 'x'") + kInstead);
  EXPECT_EQ(told("found '; --ignore'; say --quote none; mark it with --missing x, or --ignore b"),
            std::string("found '; --ignore'; say --quote none") + kInstead);
  EXPECT_EQ(told("a (b; c); --ignore a"), std::string("a (b; c)") + kInstead);
}

TEST(ForeignOptions, WhatTheVerbHasOrNobodyHasStaysAsItIs) {
  for (const char* sentence : {"", "no option", "say --quote none", "ask with --nonesuch",
                               "see sa-learn --backup", "fit again, as in: tally fit x --ignore a",
                               "there is no option --ignore; see tally predict --help"}) {
    EXPECT_EQ(told(sentence), sentence);
  }
}

TEST(ForeignOptions, ATextIsNoOption) {
  EXPECT_EQ(told("expected a number, found ' --ignore x'"),
            "expected a number, found ' --ignore x'");
  EXPECT_EQ(told("the x--ignore"), "the x--ignore");
  // An apostrophe is no quote.
  EXPECT_NE(told("the model's column; leave it out with --ignore a"),
            "the model's column; leave it out with --ignore a");
}

}  // namespace
}  // namespace tally::cli
