// SPDX-License-Identifier: Apache-2.0
#include "cli/command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>

#include "cli/print/output.h"
#include "tally/error.h"
#include "tally/inside/base.h"

namespace tally::cli {

struct Command::App : CLI::App {
  using CLI::App::App;
};

namespace {

// Indented, line by line.
std::string example_text(const std::string& examples) {
  std::string out = "\nExample:\n  ";
  for (const char c : examples) out += c == '\n' ? std::string("\n  ") : std::string(1, c);
  return out;
}

// CLI11 leaves two lines free between groups; one is enough.
std::string without_gaps(std::string text) {
  for (std::size_t at; (at = text.find("\n\n\n")) != std::string::npos;) text.erase(at, 1);
  return text;
}

std::vector<std::string> split_names(const std::string& names) {
  const std::size_t comma = names.find(',');
  if (comma == std::string::npos) return {names};
  return {names.substr(0, comma), names.substr(comma + 1)};
}

void set_up(CLI::Option& option, const std::string& value_name, const std::string& heading,
            bool several) {
  option.type_name(value_name)
      ->group(heading)
      ->allow_extra_args(false)
      ->multi_option_policy(several ? CLI::MultiOptionPolicy::TakeAll
                                    : CLI::MultiOptionPolicy::Throw);
}

// Decimal digits, perhaps behind a minus sign. What does not fit is refused, and never another
// number: CLI11 would take the greatest one that there is, and 010 for eight.
std::int64_t whole_number(const std::string& option, const std::string& text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc{} && end == text.data() + text.size()) return number;
  throw Error(ErrorKind::kUsage, option + " " + in_quotes(text) + ": expected a whole number" +
                                     (error == std::errc::result_out_of_range
                                          ? "; this one is too large for any use of it"
                                          : ""));
}

std::vector<std::string> long_names(const CommandText& text) {
  std::vector<std::string> out{"--help"};
  for (const OptionText& option : text.options) {
    for (const std::string& name : option.names) {
      if (name.rfind("--", 0) == 0) out.push_back(name);
    }
  }
  return out;
}

// The first word that looks like an option but is none.
std::string unknown_option(const std::vector<std::string>& words,
                           const std::vector<std::string>& names) {
  for (const std::string& word : words) {
    if (word == "--") break;
    std::string name = word.substr(0, word.find('='));
    if (name.rfind("--", 0) == 0 && std::find(names.begin(), names.end(), name) == names.end()) {
      return name;
    }
  }
  return "";
}

}  // namespace

Command::Command(const std::string& verb, const std::string& description,
                 const std::string& examples)
    : app_(std::make_unique<App>(description, "tally " + verb)), text_{verb,     "", description,
                                                                       examples, {}, {}} {
  app_->footer(example_text(examples));
  app_->set_help_flag("-h,--help", "Print this help");
}

Command::~Command() = default;

void Command::argument(const std::string& name, std::string& value, const std::string& help,
                       bool may_be_left_out) {
  app_->add_option(name, value, help)->required(!may_be_left_out)->type_name("");
  text_.arguments.push_back({name, help, !may_be_left_out, false});
}

void Command::arguments(const std::string& name, std::vector<std::string>& values,
                        const std::string& help, bool may_be_empty) {
  app_->add_option(name, values, help)->required(!may_be_empty)->type_name("");
  text_.arguments.push_back({name, help, !may_be_empty, true});
}

template <class Value>
void Command::add_option(const std::string& names, const std::string& value_name, Value& value,
                         const std::string& help) {
  constexpr bool kSeveral = CLI::detail::is_mutable_container<Value>::value;
  set_up(*app_->add_option(names, value, help), value_name, heading_, kSeveral);
  text_.options.push_back({split_names(names), value_name, help, heading_, kSeveral, {}});
}

void Command::option(const std::string& names, const std::string& value_name, std::string& value,
                     const std::string& help) {
  add_option(names, value_name, value, help);
}
void Command::option(const std::string& names, const std::string& value_name,
                     std::optional<std::string>& value, const std::string& help) {
  add_option(names, value_name, value, help);
}
void Command::option(const std::string& names, const std::string& value_name,
                     std::vector<std::string>& values, const std::string& help) {
  add_option(names, value_name, values, help);
}
void Command::option(const std::string& names, const std::string& value_name,
                     std::optional<double>& value, const std::string& help) {
  add_option(names, value_name, value, help);
}
void Command::option(const std::string& names, const std::string& value_name,
                     std::optional<std::int64_t>& value, const std::string& help) {
  const std::string name = split_names(names).back();
  const auto set = [&value, name](const std::string& text) { value = whole_number(name, text); };
  set_up(*app_->add_option_function<std::string>(names, set, help), value_name, heading_, false);
  text_.options.push_back({split_names(names), value_name, help, heading_, false, {}});
}

void Command::flag(const std::string& names, bool& value, const std::string& help) {
  app_->add_flag(names, value, help)->group(heading_);
  text_.options.push_back({split_names(names), "", help, heading_, false, {}});
}

void Command::parse(Arguments arguments) {
  if (arguments.described != nullptr) {
    *arguments.described = text_;
    throw HelpWasShown{};
  }
  std::vector<std::string> words(arguments.values, arguments.values + arguments.count);
  const std::vector<std::string> names = long_names(text_);
  const std::string unknown = unknown_option(words, names);
  std::reverse(words.begin(), words.end());  // as CLI11 wants them
  try {
    app_->parse(words);
  } catch (const CLI::CallForHelp&) {
    print(without_gaps(app_->help()));
    throw HelpWasShown{};
  } catch (const CLI::ParseError& error) {
    const std::string sentence =
        unknown.empty() ? std::string(error.what())
                        : "there is no option " + unknown + did_you_mean(unknown, names);
    throw Error(ErrorKind::kUsage, sentence + "; see tally " + text_.verb + " --help");
  }
}

}  // namespace tally::cli
