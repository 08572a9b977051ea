// SPDX-License-Identifier: Apache-2.0
#include "cli/manual/manual.h"

namespace tally::cli {

namespace {

std::string quoted_word(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

// With a backslash before each of the characters of `special`.
std::string escaped(const std::string& text, const std::string& special) {
  std::string out;
  for (const char c : text) {
    if (special.find(c) != std::string::npos) out += '\\';
    out += c;
  }
  return out;
}

// What _arguments offers: ":MODEL:_files", ":METHOD:(smooth ml)", ":L:".
std::string offer(const std::string& name, const std::string& action) {
  return ":" + escaped(name, ":") + ":" + action;
}

std::string value_of(const OptionText& option) {
  std::string words;
  for (const std::string& choice : option.choices) words += (words.empty() ? "(" : " ") + choice;
  if (!words.empty()) return offer(option.value_name, words + ")");
  return offer(option.value_name, takes_files(option) ? "_files" : "");
}

std::string option(const OptionText& option) {
  std::string out = option.names.front();
  if (option.names.size() > 1) {
    const std::string& other = option.names.back();
    out = (option.several ? "" : "'(" + out + " " + other + ")'") + "{" + out + "," + other + "}";
  }
  if (option.several) out = "'*'" + out;
  const std::string help = "[" + escaped(option.help, "\\:]") + "]";
  const bool flag = option.value_name.empty();
  return out + quoted_word(flag ? help : help + value_of(option));
}

std::string verb_branch(const CommandText& command) {
  std::string out = "    " + command.verb + ")\n      _arguments '--help[print its help]'";
  for (const OptionText& each : command.options) out += " \\\n        " + option(each);
  for (const ArgumentText& argument : command.arguments) {
    const std::string what =
        offer(argument.name, takes_files(argument) ? "_files" : "_tally_verbs");
    out += " \\\n        " + quoted_word((argument.several ? "*" : "") + what);
  }
  return out + " ;;\n";
}

}  // namespace

std::string zsh_completion(const std::vector<CommandText>& commands) {
  std::string out =
      "#compdef tally\n"
      "# zsh completion for tally, printed by: tally help --completion zsh\n"
      "_tally_verbs() {\n"
      "  local -a verbs=(\n";
  for (const CommandText& command : commands) {
    out += "    " + command.verb + quoted_word(":" + command.summary) + "\n";
  }
  out +=
      "  )\n"
      "  _describe -t verbs verb verbs\n"
      "}\n"
      "_tally() {\n"
      "  if ((CURRENT == 2)); then\n"
      "    _tally_verbs\n"
      "    return\n"
      "  fi\n"
      "  shift words\n"
      "  ((CURRENT--))\n"
      "  case $words[1] in\n";
  for (const CommandText& command : commands) out += verb_branch(command);
  return out +
         "  esac\n"
         "}\n"
         "# Found on the fpath it is the function itself, sourced it is a script.\n"
         "if [[ $funcstack[1] == _tally ]]; then _tally \"$@\"; else compdef _tally tally; fi\n";
}

}  // namespace tally::cli
