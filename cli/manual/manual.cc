// SPDX-License-Identifier: Apache-2.0
#include "cli/manual/manual.h"

#include <algorithm>

namespace tally::cli {

const std::vector<Meaning>& exit_codes() {
  static const std::vector<Meaning> codes{
      {"0", "done"},
      {"64", "the command line is wrong: an option, a name, a combination"},
      {"65", "the data or the model does not say what it should"},
      {"66", "there is no such input"},
      {"69", "a library that would be needed is missing"},
      {"70", "internal error in tally"},
      {"73", "the output cannot be created"},
      {"74", "reading or writing failed half-way"},
      {"75", "another process holds the model: try again"},
      {"77", "the file may not be read or written"},
      {"128 + N", "signal N ended it; what was half-written is removed"},
  };
  return codes;
}

const std::vector<Meaning>& environment() {
  static const std::vector<Meaning> variables{
      {"NO_COLOR", "if it is set and not empty, nothing is bold or coloured, on a terminal either"},
      {"TALLY_ARROW_PATH",
       "the folder of libarrow, a path from / on, for Parquet, Arrow IPC and JSON lines"},
      {"TMPDIR", "where standard input is kept if it is read twice or large (default: /tmp)"},
  };
  return variables;
}

std::string overview(const std::vector<Verb>& verbs) {
  std::string out =
      "tally: naive Bayes from counts\n\n"
      "  tally fit iris.csv --target species -o iris.tally\n"
      "  tally predict iris.tally new.csv\n\n"
      "Verbs (tally VERB --help says more, with an example):\n";
  for (const Verb& verb : verbs) {
    std::string name = verb.name;
    name.resize(std::max<std::size_t>(name.size() + 1, 10), ' ');
    out += "  " + name + verb.summary + "\n";
  }
  return out;
}

std::vector<CommandText> describe(const std::vector<Verb>& verbs) {
  std::vector<CommandText> out;
  for (const Verb& verb : verbs) {
    CommandText command;
    try {
      verb.run({0, nullptr, &command});
    } catch (const HelpWasShown&) {
    }
    command.summary = verb.summary;
    out.push_back(std::move(command));
  }
  return out;
}

std::string synopsis(const CommandText& command) {
  std::string out = "tally " + command.verb;
  if (!command.options.empty()) out += " [OPTION…]";
  for (const ArgumentText& argument : command.arguments) {
    const std::string name = argument.name + (argument.several ? "…" : "");
    out += argument.required ? " " + name : " [" + name + "]";
  }
  return out;
}

bool takes_files(const OptionText& option) {
  const std::string& name = option.value_name;
  return option.choices.empty() && (name == "FILE" || name == "MODEL" || name == "PREFIX");
}

bool takes_files(const ArgumentText& argument) { return argument.name != "VERB"; }

}  // namespace tally::cli
