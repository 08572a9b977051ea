// SPDX-License-Identifier: Apache-2.0
#include "cli/manual/manual.h"

namespace tally::cli {

namespace {

std::string quoted_word(const std::string& text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

std::string after(const std::string& verb) {
  return "complete -c tally -n '__fish_seen_subcommand_from " + verb + "'";
}

std::string option(const std::string& verb, const OptionText& option) {
  std::string out = after(verb);
  for (const std::string& name : option.names) {
    const bool is_long = name.rfind("--", 0) == 0;
    out += is_long ? " -l " + name.substr(2) : " -s " + name.substr(1);
  }
  if (!option.value_name.empty()) {
    std::string words;
    for (const std::string& choice : option.choices) words += (words.empty() ? "" : " ") + choice;
    if (!words.empty()) {
      out += " -x -a " + quoted_word(words);
    } else {
      out += takes_files(option) ? " -r -F" : " -x";
    }
  }
  return out + " -d " + quoted_word(option.help) + "\n";
}

}  // namespace

std::string fish_completion(const std::vector<CommandText>& commands) {
  std::string out =
      "# fish completion for tally, printed by: tally help --completion fish\n"
      "complete -c tally -f\n"
      "complete -c tally -l help -s h -d 'print the help'\n"
      "complete -c tally -n __fish_use_subcommand -l version -d 'print the version'\n";
  std::string verbs;
  for (const CommandText& command : commands) {
    verbs += (verbs.empty() ? "" : " ") + command.verb;
    out += "complete -c tally -n __fish_use_subcommand -a " + command.verb + " -d " +
           quoted_word(command.summary) + "\n";
  }
  for (const CommandText& command : commands) {
    if (!command.arguments.empty()) {
      const bool files = takes_files(command.arguments.front());
      out += after(command.verb) + (files ? " -F\n" : " -a " + quoted_word(verbs) + "\n");
    }
    for (const OptionText& each : command.options) out += option(command.verb, each);
  }
  return out;
}

}  // namespace tally::cli
