// SPDX-License-Identifier: Apache-2.0
#include "python_words.h"

#include <regex>
#include <utility>

namespace tally::bind {

std::string python_words(const std::string& sentence) {
  if (sentence.find(" --") == std::string::npos) return sentence;
  // What follows an option: a word, or what a shell would have in quotes.
  static const std::pair<std::regex, const char*> kWords[] = {
      {std::regex("(?:declare (?:it|the column) with |add |name it with |make one with )?"
                  "--family (?:'([^'=]*)'|'?([^ '=]+))=([a-z:-]*(?:[A-Z]+)?)'?"),
       "say families={'$1$2': '$3'}"},
      {std::regex("leave (?:it|its column|the column) out with --ignore(?: (?:'[^']*'|[^ ,;]+))?"),
       "leave the column out of the table"},
      {std::regex("give a threshold with --binarize"), "make its numbers 0 and 1"},
      {std::regex("declare it too with --values"),
       "the model was fitted to declared values and takes no other"},
      {std::regex("(?:name it|choose another column) with --target"), "name another column as y"},
      {std::regex("mark it with --missing (?:'[^']*'|[^ ,;]+)"), "make it None"},
      {std::regex("(^|[ (])--([a-z][a-z-]*)"), "$1the option '$2' of the command line"},
  };
  std::string said = sentence;
  for (const auto& [option, words] : kWords) said = std::regex_replace(said, option, words);
  return said;
}

}  // namespace tally::bind
