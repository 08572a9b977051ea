// SPDX-License-Identifier: Apache-2.0
#include "cli/manual/manual.h"

namespace tally::cli {

namespace {

std::string joined(const std::vector<std::string>& words, const std::string& between) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : between) + word;
  return out;
}

// A pattern of `case` and what is done there.
std::string branch(const std::vector<std::string>& patterns, const std::string& body) {
  if (patterns.empty()) return "";
  return "        " + joined(patterns, " | ") + ") " + body + " ;;\n";
}

std::string verb_branch(const CommandText& command) {
  std::vector<std::string> all{"--help"}, files, texts;
  std::string out = "    " + command.verb + ")\n      case $before in\n";
  for (const OptionText& option : command.options) {
    all.insert(all.end(), option.names.begin(), option.names.end());
    if (option.value_name.empty()) continue;
    if (!option.choices.empty()) {
      out += branch(option.names, "words='" + joined(option.choices, " ") + "'");
      continue;
    }
    std::vector<std::string>& kind = takes_files(option) ? files : texts;
    kind.insert(kind.end(), option.names.begin(), option.names.end());
  }
  const bool about_verbs = !command.arguments.empty() && !takes_files(command.arguments.front());
  out += branch(files, "return") + branch(texts, "compopt +o default 2> /dev/null; return");
  out += branch({"*"}, "words=" + std::string(about_verbs ? "$verbs" : "") +
                           "; [[ $word != -* ]] || words='" + joined(all, " ") + "'");
  return out + "      esac ;;\n";
}

}  // namespace

std::string bash_completion(const std::vector<CommandText>& commands) {
  std::vector<std::string> verbs;
  for (const CommandText& command : commands) verbs.push_back(command.verb);
  std::string out =
      "# bash completion for tally, printed by: tally help --completion bash\n"
      "_tally() {\n"
      "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words=''\n"
      "  local verbs='" +
      joined(verbs, " ") +
      "'\n"
      "  COMPREPLY=()\n"
      "  # --option=value comes in three words.\n"
      "  if [[ $word == '=' ]]; then\n"
      "    word=''\n"
      "  elif [[ $before == '=' ]]; then\n"
      "    before=${COMP_WORDS[COMP_CWORD - 2]}\n"
      "  fi\n"
      "  if ((COMP_CWORD == 1)); then\n"
      "    COMPREPLY=($(compgen -W \"$verbs --help --version\" -- \"$word\"))\n"
      "    return\n"
      "  fi\n"
      "  case ${COMP_WORDS[1]} in\n";
  for (const CommandText& command : commands) out += verb_branch(command);
  return out +
         "  esac\n"
         "  # Where nothing is found, -o default offers files.\n"
         "  COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
         "}\n"
         "complete -o default -F _tally tally\n";
}

}  // namespace tally::cli
