// SPDX-License-Identifier: Apache-2.0
// What a verb's command line is, as data: what its help, the manual and the completions are made
// of.
#pragma once

#include <string>
#include <vector>

namespace tally::cli {

struct ArgumentText {
  std::string name;  ///< "DATA"
  std::string help;
  bool required = true;
  bool several = false;
};

struct OptionText {
  std::vector<std::string> names;  ///< "-o", "--output"
  std::string value_name;          ///< "MODEL"; empty: a flag
  std::string help;
  std::string heading;               ///< what it is listed under
  bool several = false;              ///< may be given more than once
  std::vector<std::string> choices;  ///< the words that the value may be; empty: any text
};

struct CommandText {
  std::string verb;
  std::string summary;      ///< a few words, for a list of verbs
  std::string description;  ///< a sentence
  std::string examples;     ///< whole command lines, one per line
  std::vector<ArgumentText> arguments;
  std::vector<OptionText> options;
};

}  // namespace tally::cli
