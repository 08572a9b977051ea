// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "cli/manual/manual.h"

namespace tally::cli {

namespace {

// The options of one heading.
struct Group {
  std::string heading;
  std::string table;
};

// A text in a cell of a table: < begins a tag, * an emphasis, | the next cell.
std::string cell(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '<' || c == '*' || c == '|' || c == '_') out += '\\';
    out += c;
  }
  return out;
}

std::string code(const std::string& text) { return "`" + text + "`"; }

std::string row(const std::string& name, const std::string& help) {
  return "| " + code(name) + " | " + cell(help) + " |\n";
}

std::string head(const std::string& left, const std::string& right) {
  return "| " + left + " | " + right + " |\n| --- | --- |\n";
}

std::string option_row(const OptionText& option) {
  std::string name;
  for (const std::string& each : option.names) name += (name.empty() ? "" : ", ") + each;
  if (!option.value_name.empty()) name += " " + option.value_name;
  return row(name, option.help + (option.several ? "; may be given several times" : ""));
}

std::vector<Group> groups(const CommandText& command) {
  std::vector<Group> out;
  for (const OptionText& option : command.options) {
    auto at = std::find_if(out.begin(), out.end(),
                           [&](const Group& group) { return group.heading == option.heading; });
    if (at == out.end()) {
      out.push_back({option.heading, head("option", "")});
      at = out.end() - 1;
    }
    at->table += option_row(option);
  }
  return out;
}

// As GitHub makes them: small letters, dashes for spaces.
std::string anchor(const std::string& heading) {
  std::string out;
  for (const char c : heading) {
    if (c == ' ') {
      out += '-';
    } else if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')) {
      out += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    }
  }
  return out;
}

std::string link(const std::string& text) { return "[" + text + "](#" + anchor(text) + ")"; }

// Writes the commands, and collects the groups that more than one of them has.
class Reference {
 public:
  explicit Reference(const std::vector<CommandText>& commands) : commands_(commands) {
    for (const CommandText& command : commands) {
      for (const Group& group : groups(command)) ++uses_[group.heading][group.table];
    }
  }

  std::string write() {
    std::string out =
        "# The command line\n\n"
        "This page is what `tally help --markdown` prints; `make docs` writes it anew. The same "
        "options give\n`tally VERB --help`, the manual pages and the completions of the "
        "shells.\n\n" +
        head("verb", "");
    for (const CommandText& command : commands_) {
      out += "| " + link("tally " + command.verb) + " | " + cell(command.summary) + " |\n";
    }
    for (const CommandText& command : commands_) out += section(command);
    for (const Group& group : shared_) out += "\n## " + group.heading + "\n\n" + group.table;
    out += meanings("Exit codes", "code", exit_codes());
    return out + meanings("Environment", "variable", environment());
  }

 private:
  // A heading is a link to the table that most of its verbs have; the others show their own.
  // "Options" means something else to every verb that has it.
  bool is_shared(const Group& group) const {
    const auto& tables = uses_.at(group.heading);
    const auto most =
        std::max_element(tables.begin(), tables.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    return group.heading != "Options" && most->second > 1 && most->first == group.table;
  }

  void share(const Group& group) {
    const bool known = std::any_of(shared_.begin(), shared_.end(), [&](const Group& other) {
      return other.heading == group.heading;
    });
    if (!known) shared_.push_back(group);
  }

  std::string section(const CommandText& command) {
    std::string out = "\n## tally " + command.verb + "\n\n" + command.description + "\n\n```sh\n" +
                      synopsis(command) + "\n\n" + command.examples + "\n```\n";
    if (!command.arguments.empty()) {
      out += "\n" + head("argument", "");
      for (const ArgumentText& argument : command.arguments) {
        out += row(argument.name, argument.help);
      }
    }
    std::string elsewhere;
    for (const Group& group : groups(command)) {
      if (is_shared(group)) {
        share(group);
        elsewhere += (elsewhere.empty() ? "" : ", ") + link(group.heading);
      } else {
        if (group.heading != "Options") out += "\n" + group.heading + ":\n";
        out += "\n" + group.table;
      }
    }
    return elsewhere.empty() ? out : out + "\nAnd the options of: " + elsewhere + ".\n";
  }

  static std::string meanings(const std::string& heading, const std::string& left,
                              const std::vector<Meaning>& list) {
    std::string out = "\n## " + heading + "\n\n" + head(left, "");
    for (const Meaning& meaning : list) out += row(meaning.name, meaning.text);
    return out;
  }

  const std::vector<CommandText>& commands_;
  std::map<std::string, std::map<std::string, int>> uses_;  // heading → table → in how many verbs
  std::vector<Group> shared_;
};

}  // namespace

std::string markdown(const std::vector<CommandText>& commands) {
  return Reference(commands).write();
}

}  // namespace tally::cli
