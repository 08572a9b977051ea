// SPDX-License-Identifier: Apache-2.0
// A small program's command lines, for tests.
#pragma once

#include <vector>

#include "cli/manual/command_text.h"

namespace tally::cli {

inline std::vector<CommandText> example_commands() {
  const OptionText output{{"-o", "--output"}, "MODEL", "where it goes", "Options", false, {}};
  const OptionText method{{"--estimate"}, "METHOD", "ml: <plain>, map",
                          "How",          false,    {"ml", "map"}};
  const OptionText ignore{{"--ignore"}, "COLUMNS", "it's a,b|c", "What", true, {}};
  const OptionText json{{"--json"}, "", "as [JSON]", "Options", false, {}};
  const ArgumentText data{"DATA", "tables", true, true};
  const ArgumentText model{"MODEL", "the λ model", true, false};
  return {
      {"fit",
       "count: a table",
       "Counts.",
       "tally fit a.csv -o m",
       {data},
       {output, ignore, method}},
      {"show", "print it", "Prints.", "tally show m\n.hidden", {model}, {json, method}},
      {"help", "say more", "Helps.", "tally help", {{"VERB", "which", false, true}}, {}},
  };
}

}  // namespace tally::cli
