#include "cli/command.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "cli/output.h"
#include "cli/suggest.h"
#include "tally/base/error.h"

namespace tally::cli {

struct Command::App : CLI::App {
  using CLI::App::App;

  void add(const std::string& names, const std::string& value_name, auto& value,
           const std::string& help, const std::string& heading) {
    add_option(names, value, help)
        ->type_name(value_name)
        ->group(heading)
        ->allow_extra_args(false)
        ->multi_option_policy(
            CLI::detail::is_mutable_container<std::decay_t<decltype(value)>>::value
                ? CLI::MultiOptionPolicy::TakeAll
                : CLI::MultiOptionPolicy::Throw);
  }
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

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> out;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) out.push_back("--" + name);
  }
  return out;
}

}  // namespace

Command::Command(const std::string& verb, const std::string& description,
                 const std::string& examples)
    : app_(std::make_unique<App>(description, "tally " + verb)), verb_(verb) {
  app_->footer(example_text(examples));
  app_->set_help_flag("-h,--help", "Print this help");
}

Command::~Command() = default;

void Command::argument(const std::string& name, std::string& value, const std::string& help) {
  app_->add_option(name, value, help)->required()->type_name("");
}

void Command::arguments(const std::string& name, std::vector<std::string>& values,
                        const std::string& help, bool may_be_empty) {
  app_->add_option(name, values, help)->required(!may_be_empty)->type_name("");
}

void Command::option(const std::string& names, const std::string& value_name, std::string& value,
                     const std::string& help) {
  app_->add(names, value_name, value, help, heading_);
}
void Command::option(const std::string& names, const std::string& value_name,
                     std::optional<std::string>& value, const std::string& help) {
  app_->add(names, value_name, value, help, heading_);
}
void Command::option(const std::string& names, const std::string& value_name,
                     std::vector<std::string>& values, const std::string& help) {
  app_->add(names, value_name, values, help, heading_);
}
void Command::option(const std::string& names, const std::string& value_name,
                     std::optional<double>& value, const std::string& help) {
  app_->add(names, value_name, value, help, heading_);
}
void Command::option(const std::string& names, const std::string& value_name,
                     std::optional<std::int64_t>& value, const std::string& help) {
  app_->add(names, value_name, value, help, heading_);
}

void Command::flag(const std::string& names, bool& value, const std::string& help) {
  app_->add_flag(names, value, help)->group(heading_);
}

void Command::parse(Arguments arguments) {
  std::vector<std::string> words(arguments.values, arguments.values + arguments.count);
  std::string unknown;
  const std::vector<std::string> names = option_names(*app_);
  for (const std::string& word : words) {
    if (word == "--") break;
    const std::string name = word.substr(0, word.find('='));
    if (name.rfind("--", 0) == 0 && std::find(names.begin(), names.end(), name) == names.end()) {
      unknown = name;
      break;
    }
  }
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
    throw Error(ErrorKind::kUsage, sentence + "; see tally " + verb_ + " --help");
  }
}

}  // namespace tally::cli
