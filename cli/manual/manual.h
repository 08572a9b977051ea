// SPDX-License-Identifier: Apache-2.0
// The manual and the completions, made from the command lines as the verbs themselves know them.
//
//   const std::vector<CommandText> commands = describe(verbs);
//   print(markdown(commands));
//
// Everything here is a text that depends on the commands alone. A new verb or option needs no word
// here.
#pragma once

#include <string>
#include <vector>

#include "cli/manual/command_text.h"
#include "cli/verbs/verbs.h"

namespace tally::cli {

/// A number or name and what it means: an exit code, a variable of the environment.
struct Meaning {
  std::string name;
  std::string text;
};
const std::vector<Meaning>& exit_codes();
const std::vector<Meaning>& environment();

/// What `tally --help` prints.
std::string overview(const std::vector<Verb>& verbs);

/// The command line of every verb, in the order of the table.
std::vector<CommandText> describe(const std::vector<Verb>& verbs);

/// "tally copy [OPTION…] MODEL NEW"
std::string synopsis(const CommandText& command);

/// Whether a shell should offer files for the value of an option or for an argument: "MODEL".
bool takes_files(const OptionText& option);
bool takes_files(const ArgumentText& argument);

/// docs/cli.md. Groups of options that are the same in several verbs stand at its end, once.
std::string markdown(const std::vector<CommandText>& commands);

/// The page tally(1), or tally-VERB(1) of one command, in the language of man(7).
std::string man_page(const std::vector<CommandText>& commands);
std::string man_page(const CommandText& command);

/// Scripts for bash ≥ 4, zsh and fish that complete verbs, options, their words, and files.
std::string bash_completion(const std::vector<CommandText>& commands);
std::string zsh_completion(const std::vector<CommandText>& commands);
std::string fish_completion(const std::vector<CommandText>& commands);

}  // namespace tally::cli
