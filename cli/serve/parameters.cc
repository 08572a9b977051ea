// SPDX-License-Identifier: Apache-2.0
#include "cli/serve/parameters.h"

#include <algorithm>
#include <set>

#include "cli/command.h"
#include "cli/mail_verdict.h"
#include "tally/inside/base.h"

namespace tally::server {

namespace {

void attach(Ask ask, cli::Command& command, Parameters& to) {
  to.question.take_no_files();
  to.decision.take_no_files();
  switch (ask) {
    case Ask::kPredict:
      command.flag("--log-joint", to.columns.log_joint, "add log P(x, class)");
      command.flag("--log-evidence", to.columns.log_evidence, "add log P(x)");
      command.flag("--risk", to.columns.risk, "add the expected loss of every decision");
      break;
    case Ask::kExplain:
      command.option("--row", "N", to.row, "the row to explain, counted from 0, of several");
      break;
    case Ask::kScore:
      to.figures.attach(command);
      break;
    case Ask::kLearn:
      command.option("--class", "NAME", to.klass, "of mail: its class");
      command.flag("--create-class", to.create_class,
                   "of mail: the class may be new to a model that has others");
      return;
    case Ask::kForget:
      command.option("--class", "NAME", to.klass, "of mail: the class that it was learned in");
      return;
    case Ask::kFilter:
      to.header = cli::kUsualHeader;
      to.header_format = cli::kUsualHeaderFormat;
      command.option("--header", "NAME", to.header, "its name (default: X-Tally)");
      command.option("--header-format", "TEXT", to.header_format,
                     "its value (default: '{class}, p={p}, tally={version}')");
      to.question.attach(command);
      to.verdict.attach(command);
      return;
    case Ask::kReport:
      to.question.attach(command);
      to.decision.attach(command);
      return;
  }
  to.question.attach(command);
  to.decision.attach_with_bound(command);
  to.verdict.attach(command);
}

// What only makes sense at a terminal, or for one kind of model.
bool is_hidden(const std::string& name) { return name == "--json" || name == "--help"; }

std::vector<std::string> names_of(const cli::CommandText& text) {
  std::vector<std::string> names;
  for (const cli::OptionText& option : text.options) {
    const std::string& name = option.names.back();
    if (!is_hidden(name)) names.push_back(name.substr(2));
  }
  return names;
}

bool is_flag(const cli::CommandText& text, const std::string& name) {
  return std::any_of(text.options.begin(), text.options.end(), [&](const cli::OptionText& option) {
    return option.names.back() == "--" + name && option.value_name.empty();
  });
}

// A flag's value, or nothing if it is none.
std::optional<bool> truth(const std::string& value) {
  if (value.empty() || value == "true" || value == "1") return true;
  if (value == "false" || value == "0") return false;
  return std::nullopt;
}

std::vector<std::string> words_of(const cli::CommandText& text, const Pairs& query) {
  const std::vector<std::string> names = names_of(text);
  std::vector<std::string> words;
  std::set<std::string> seen;
  for (auto [name, value] : query) {
    std::replace(name.begin(), name.end(), '_', '-');
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      throw HttpError(400, "there is no parameter " + in_quotes(name) + did_you_mean(name, names));
    }
    if (!seen.insert(name).second) {
      throw HttpError(400, "the parameter " + in_quotes(name) + " is there twice");
    }
    if (!is_flag(text, name)) {
      words.push_back("--" + name + "=" + value);
      continue;
    }
    const std::optional<bool> set = truth(value);
    if (!set) throw HttpError(400, name + " " + in_quotes(value) + ": expected true or false");
    if (*set) words.push_back("--" + name);
  }
  return words;
}

}  // namespace

std::string_view to_string(Ask ask) {
  switch (ask) {
    case Ask::kPredict:
      return "predict";
    case Ask::kExplain:
      return "explain";
    case Ask::kScore:
      return "score";
    case Ask::kLearn:
      return "learn";
    case Ask::kForget:
      return "forget";
    case Ask::kFilter:
      return "filter";
    case Ask::kReport:
      return "report";
  }
  return "";
}

cli::CommandText describe(Ask ask) {
  Parameters unused;
  cli::CommandText text;
  try {
    cli::Command command(std::string(to_string(ask)), "", "");
    attach(ask, command, unused);
    command.parse({0, nullptr, &text});
  } catch (const cli::HelpWasShown&) {
  }
  std::erase_if(text.options,
                [](const cli::OptionText& option) { return is_hidden(option.names.back()); });
  return text;
}

Parameters parse_parameters(Ask ask, const Pairs& query) {
  Parameters out;
  cli::Command command(std::string(to_string(ask)), "", "");
  attach(ask, command, out);
  std::vector<std::string> words =
      query.empty() ? std::vector<std::string>{} : words_of(describe(ask), query);
  std::vector<char*> values;
  for (std::string& word : words) values.push_back(word.data());
  try {
    command.parse({static_cast<int>(values.size()), values.data()});
  } catch (const Error& error) {
    const std::string& sentence = error.sentence();
    throw HttpError(400, in_parameters(sentence.substr(0, sentence.find("; see tally "))));
  }
  return out;
}

std::string in_parameters(std::string sentence) {
  for (std::size_t at = 0; (at = sentence.find("--", at)) != std::string::npos;) {
    const bool begins = at == 0 || sentence[at - 1] == ' ' || sentence[at - 1] == '(';
    const bool goes_on =
        at + 2 < sentence.size() && sentence[at + 2] >= 'a' && sentence[at + 2] <= 'z';
    if (begins && goes_on) {
      sentence.erase(at, 2);
    } else {
      at += 2;
    }
  }
  return sentence;
}

}  // namespace tally::server
