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

}  // namespace

std::string with_owner_of_options(const std::string& sentence, const CommandText& verb,
                                  const CommandText& owner) {
  std::vector<std::string> foreign = options_in(sentence);
  std::erase_if(foreign,
                [&](const std::string& name) { return has(verb, name) || !has(owner, name); });
  if (foreign.empty()) return sentence;
  std::string list = foreign.front();
  for (std::size_t i = 1; i < foreign.size(); ++i)
    list += (i + 1 == foreign.size() ? " and " : ", ") + foreign[i];
  return sentence + "; " + list + (foreign.size() == 1 ? " is an option" : " are options") +
         " of tally " + owner.verb + ", which makes the model";
}

}  // namespace tally::cli
