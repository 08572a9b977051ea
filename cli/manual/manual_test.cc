// SPDX-License-Identifier: Apache-2.0
#include "cli/manual/manual.h"

#include <gtest/gtest.h>

#include "cli/command.h"
#include "cli/manual/manual_testing.h"
#include "tally/error.h"

namespace tally::cli {
namespace {

void greet(Arguments arguments) {
  std::string name, tone;
  std::vector<std::string> friends;
  bool loud = false;
  Command command("greet", "Greets somebody.", "tally greet Ann");
  command.argument("NAME", name, "whom");
  command.arguments("FRIEND", friends, "and whom", true);
  command.flag("--loud", loud, "cry");
  command.heading("Manners");
  command.option("-t,--tone", "TONE", tone, "how");
  command.choices({"kind", "curt"});
  command.parse(arguments);
  throw Error(ErrorKind::kDefect, "parsed");
}

TEST(Manual, AVerbTellsItsCommandLineWithoutRunning) {
  const std::vector<CommandText> commands = describe({{"greet", "say hello", greet}});
  ASSERT_EQ(commands.size(), 1U);
  const CommandText& text = commands[0];
  EXPECT_EQ(text.verb, "greet");
  EXPECT_EQ(text.summary, "say hello");
  EXPECT_EQ(text.examples, "tally greet Ann");
  ASSERT_EQ(text.options.size(), 2U);
  EXPECT_EQ(text.options[0].names, std::vector<std::string>{"--loud"});
  EXPECT_EQ(text.options[0].value_name, "");
  EXPECT_EQ(text.options[1].names, (std::vector<std::string>{"-t", "--tone"}));
  EXPECT_EQ(text.options[1].heading, "Manners");
  EXPECT_EQ(text.options[1].choices, (std::vector<std::string>{"kind", "curt"}));
  EXPECT_EQ(synopsis(text), "tally greet [OPTION…] NAME [FRIEND…]");
}

TEST(Manual, TheOverviewListsEveryVerb) {
  const std::string text =
      overview({{"greet", "say hello", greet}, {"long_long_verb", "x", greet}});
  EXPECT_NE(text.find("\n  greet     say hello\n"), std::string::npos);
  EXPECT_NE(text.find("\n  long_long_verb x\n"), std::string::npos);
}

TEST(Manual, EveryErrorKindIsAnExitCode) {
  std::vector<std::string> codes;
  for (const Meaning& code : exit_codes()) codes.push_back(code.name);
  EXPECT_EQ(codes, (std::vector<std::string>{"0", "64", "65", "66", "69", "70", "73", "74", "75",
                                             "77", "128 + N"}));
}

TEST(Manual, Files) {
  EXPECT_TRUE(takes_files(OptionText{{"--output"}, "MODEL", "", "", false, {}}));
  EXPECT_FALSE(takes_files(OptionText{{"--target"}, "COLUMN", "", "", false, {}}));
  EXPECT_TRUE(takes_files(ArgumentText{"DATA", "", true, true}));
  EXPECT_FALSE(takes_files(ArgumentText{"VERB", "", false, false}));
}

}  // namespace
}  // namespace tally::cli
