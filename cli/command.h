// SPDX-License-Identifier: Apache-2.0
// The command line of one verb: its arguments, its options, its help.
//
//   Command command("copy", "Copies a model.", "tally copy iris.tally backup.tally");
//   command.argument("MODEL", from, "the model to copy");
//   command.parse(arguments);
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/manual/command_text.h"
#include "cli/verbs/verbs.h"

namespace tally::cli {

class Command {
 public:
  /// `examples` are whole command lines, one per line.
  Command(const std::string& verb, const std::string& description, const std::string& examples);
  ~Command();

  /// The options that follow are listed under this heading.
  void heading(const std::string& name) { heading_ = name; }

  void argument(const std::string& name, std::string& value, const std::string& help,
                bool may_be_left_out = false);
  /// One or more, or none if `may_be_empty`. Takes all that is left: the last argument.
  void arguments(const std::string& name, std::vector<std::string>& values, const std::string& help,
                 bool may_be_empty = false);

  // An option that stays as it is where it is not given. `names` is "-o,--output"; `value_name` is
  // what the help calls its value. A list may be given several times.
  void option(const std::string& names, const std::string& value_name, std::string& value,
              const std::string& help);
  void option(const std::string& names, const std::string& value_name,
              std::optional<std::string>& value, const std::string& help);
  void option(const std::string& names, const std::string& value_name,
              std::vector<std::string>& values, const std::string& help);
  void option(const std::string& names, const std::string& value_name, std::optional<double>& value,
              const std::string& help);
  void option(const std::string& names, const std::string& value_name,
              std::optional<std::int64_t>& value, const std::string& help);
  void flag(const std::string& names, bool& value, const std::string& help);
  /// The words that a shell offers as the value of the option just added. Not a check.
  void choices(std::vector<std::string> words) { text_.options.back().choices = std::move(words); }

  /// Throws HelpWasShown after --help, and after filling `arguments.described` if that is wanted;
  /// Error (kUsage) for what it does not understand.
  void parse(Arguments arguments);

 private:
  struct App;
  template <class Value>
  void add_option(const std::string& names, const std::string& value_name, Value& value,
                  const std::string& help);

  std::unique_ptr<App> app_;
  CommandText text_;
  std::string heading_ = "Options";
};

}  // namespace tally::cli
