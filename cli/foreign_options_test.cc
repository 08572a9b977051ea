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
  return with_owner_of_options(sentence, command("predict", {"--quote"}),
                               command("fit", {"--quote", "--ignore", "--missing"}));
}

TEST(ForeignOptions, SayWhoseTheyAre) {
  EXPECT_EQ(
      told("found 'x'; leave it out with --ignore a"),
      "found 'x'; leave it out with --ignore a; --ignore is an option of tally fit, which makes "
      "the model");
  EXPECT_EQ(
      told("--missing x, --ignore a, or --ignore b"),
      "--missing x, --ignore a, or --ignore b; --missing and --ignore are options of tally fit, "
      "which makes the model");
}

TEST(ForeignOptions, WhatTheVerbHasOrNobodyHasStaysAsItIs) {
  for (const char* sentence :
       {"", "no option", "say --quote none", "ask with --nonesuch", "see sa-learn --backup",
        "fit again, as in: tally fit x --ignore a"}) {
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
