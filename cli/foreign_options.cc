// SPDX-License-Identifier: Apache-2.0
#include "cli/foreign_options.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace tally::cli {

namespace {

bool has(const CommandText& command, const std::string& name) {
  return std::any_of(command.options.begin(), command.options.end(), [&](const OptionText& option) {
    return std::find(option.names.begin(), option.names.end(), name) != option.names.end();
  });
}

// Whether the words before an option name the verb that it belongs to: "tally learn --class spam",
// "fit mail --class ham=DIR".
bool names_a_verb(std::string_view before) {
  const std::size_t clause = before.find_last_of(";:,(");
  const std::string_view words = clause == std::string_view::npos ? before : before.substr(clause);
  return words.find("tally ") != std::string_view::npos ||
         words.find("fit ") != std::string_view::npos;
}

// The options of a sentence whose verb it leaves open, each once, in their order.
std::vector<std::string> options_in(std::string_view sentence) {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz-";
  std::vector<std::string> out;
  bool quoted = false;
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    const bool starts_word = at == 0 || sentence[at - 1] == ' ' || sentence[at - 1] == '(';
    // An apostrophe within a word opens nothing.
    if (sentence[at] == '\'' && (quoted || starts_word)) quoted = !quoted;
    if (quoted || !starts_word || !sentence.substr(at).starts_with("--")) continue;
    const std::size_t end = std::min(sentence.find_first_not_of(kLetters, at), sentence.size());
    std::string name(sentence.substr(at, end - at));
    if (names_a_verb(sentence.substr(0, at))) continue;
    if (std::find(out.begin(), out.end(), name) == out.end()) out.push_back(std::move(name));
  }
  return out;
}

// The clauses of a sentence, without the "; " between them. One within quotes or brackets ends
// none.
std::vector<std::string> clauses_of(const std::string& sentence) {
  std::vector<std::string> out(1);
  bool quoted = false;
  int open = 0;
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    const char byte = sentence[at];
    const bool starts_word = at == 0 || sentence[at - 1] == ' ' || sentence[at - 1] == '(';
    if (byte == '\'' && (quoted || starts_word)) quoted = !quoted;
    if (!quoted) open += byte == '(' ? 1 : byte == ')' ? -1 : 0;
    if (!quoted && open == 0 && sentence.compare(at, 2, "; ") == 0) {
      out.emplace_back();
      ++at;
    } else {
      out.back() += byte;
    }
  }
  return out;
}

}  // namespace

std::string with_own_options(const std::string& sentence, const CommandText& verb,
                             const CommandText& owner) {
  const auto is_foreign = [&](const std::string& name) {
    return !has(verb, name) && has(owner, name);
  };
  const std::vector<std::string> clauses = clauses_of(sentence);
  std::string kept = clauses.front();
  bool left_out = false;
  for (std::size_t i = 1; i < clauses.size(); ++i) {
    const std::vector<std::string> options = options_in(clauses[i]);
    if (std::any_of(options.begin(), options.end(), is_foreign)) {
      left_out = true;
    } else {
      kept += "; " + clauses[i];
    }
  }
  if (!left_out) return sentence;
  return kept +
         "; the model takes the column so: mend the cell, leave it empty if it is missing, or "
         "make the model anew with another schema (tally " +
         owner.verb + " --help)";
}

}  // namespace tally::cli
