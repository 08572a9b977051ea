// SPDX-License-Identifier: Apache-2.0
// help: of a verb, of all of them as a manual, and for the shells that complete them.
#include "cli/command.h"
#include "cli/manual/manual.h"
#include "cli/print/output.h"
#include "tally/error.h"
#include "tally/inside/base.h"

namespace tally::cli {

namespace {

// The place of `name` in `names`. Throws Error (kUsage) if it is not there.
std::size_t place_of(const std::string& name, const std::vector<std::string>& names,
                     const std::string& what) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) return i;
  }
  throw Error(ErrorKind::kUsage,
              "there is no " + what + " " + in_quotes(name) + did_you_mean(name, names));
}

std::string completion(const std::string& shell, const std::vector<CommandText>& commands) {
  switch (place_of(shell, {"bash", "zsh", "fish"}, "completion for")) {
    case 0:
      return bash_completion(commands);
    case 1:
      return zsh_completion(commands);
    default:
      return fish_completion(commands);
  }
}

}  // namespace

void help(Arguments arguments, const std::vector<Verb>& verbs) {
  std::vector<std::string> asked;
  std::string shell;
  bool list = false, man = false, as_markdown = false;
  Command command("help", "Prints the help of a verb, the manual, or the completions for a shell.",
                  "tally help fit\nsource <(tally help --completion bash)");
  command.arguments("VERB", asked, "the verb; none: the list of verbs", true);
  command.option("--completion", "SHELL", shell, "print completions for bash, zsh or fish");
  command.choices({"bash", "zsh", "fish"});
  command.flag("--man", man, "print the manual page of VERB, or of tally: for man -l -");
  command.flag("--markdown", as_markdown, "print the page of the documentation about all verbs");
  command.flag("--verbs", list, "print the verbs, one per line");
  command.parse(arguments);
  if (asked.size() > 1) throw Error(ErrorKind::kUsage, "help is about one verb at a time");

  std::vector<std::string> names;
  for (const Verb& verb : verbs) names.emplace_back(verb.name);
  const std::size_t place = asked.empty() ? 0 : place_of(asked[0], names, "verb");
  if (list) {
    std::string lines;
    for (const std::string& name : names) lines += name + "\n";
    print_data(lines);
  } else if (!shell.empty()) {
    print_data(completion(shell, describe(verbs)));
  } else if (as_markdown) {
    print_data(markdown(describe(verbs)));
  } else if (man) {
    print_data(asked.empty() ? man_page(describe(verbs)) : man_page(describe(verbs)[place]));
  } else if (asked.empty()) {
    print(overview(verbs));
  } else {
    std::string flag = "--help";
    char* words[] = {flag.data()};
    verbs[place].run({1, words});
  }
}

}  // namespace tally::cli
