// tokens: how a text is cut into terms, and which terms of a model they are.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "cli/output.h"
#include "cli/session.h"
#include "tally/text.h"

namespace tally::cli {

namespace {

std::string whole_text(const std::string& path) {
  using Bytes = std::istreambuf_iterator<char>;
  if (path == "-") return {Bytes(std::cin), Bytes()};
  std::ifstream file(path, std::ios::binary);
  if (!file) throw_system_error(errno, "open", path);
  if (std::filesystem::is_directory(path)) throw_system_error(EISDIR, "read", path);
  return {Bytes(file), Bytes()};
}

bool is_model(const std::string& path) { return path.ends_with(".tally") || is_database(path); }

// The column of texts that is meant, or the only one.
const ColumnSchema& text_column(const Schema& schema, const std::string& name) {
  std::vector<const ColumnSchema*> texts;
  for (const ColumnSchema& column : schema.columns) {
    const bool is_text = column.role == Role::kFeature && column.family == Family::kText;
    if (is_text && (name.empty() || column.name == name)) texts.push_back(&column);
  }
  if (texts.empty()) {
    throw Error(ErrorKind::kUsage, name.empty()
                                       ? "the model has no column of texts"
                                       : "the model has no column of texts " + tally::quoted(name));
  }
  if (schema.is_mail()) {
    throw Error(ErrorKind::kUsage,
                "the model was fitted to mail, whose terms are cut by the reader of mail; tally "
                "explain MODEL FILE lists those of a message");
  }
  if (texts.size() == 1) return *texts.front();
  std::string names;
  for (const ColumnSchema* text : texts) names += (names.empty() ? "" : ", ") + text->name;
  throw Error(ErrorKind::kUsage,
              "the model has several columns of texts; choose one with --column: " + names);
}

// The terms of a model's column, numbered from 1 in the order of their code points.
class Numbering {
 public:
  explicit Numbering(const Tally& tally) {
    std::int64_t next = 0;
    for (const Tally::Value& value : tally.values()) numbers_[value.label.to_string()] = ++next;
  }
  std::int64_t number(std::string_view term) const {
    const auto at = numbers_.find(std::string(term));
    return at == numbers_.end() ? 0 : at->second;
  }

 private:
  std::unordered_map<std::string, std::int64_t> numbers_;
};

using Terms = std::vector<std::string_view>;

std::string as_json(const std::string& file, const Terms& terms, const Terms& pairs,
                    const Numbering* numbering) {
  nlohmann::ordered_json out{{"file", file}, {"terms", terms}};
  if (!pairs.empty()) out["pairs"] = pairs;
  for (const std::string_view term : terms) {
    if (numbering != nullptr) out["numbers"].push_back(numbering->number(term));
  }
  return out.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

std::string as_text(const Terms& terms, const Numbering* numbering) {
  std::string out;
  for (const std::string_view term : terms) {
    if (numbering == nullptr) {
      out.append(term).append("\n");
    } else {
      out += (out.empty() ? "" : " ") + std::to_string(numbering->number(term));
    }
  }
  return numbering == nullptr ? out : out + "\n";
}

}  // namespace

void tokens(Arguments arguments) {
  std::vector<std::string> paths;
  std::string column;
  bool json = false;
  TokenOptions cut;
  Command command("tokens",
                  "Shows how texts are cut: the terms of each FILE in their order, one per line. "
                  "With a model, as it cuts them, the numbers of the terms in its dictionary on "
                  "one line (from 1, sorted by code point; 0 is not in it).",
                  "printf 'Free money, FREE!' | tally tokens -\n"
                  "printf 'Free money' | tally tokens - --tokens char --ngrams 3-5 --json");
  command.arguments("[MODEL] FILE", paths, "a model, and texts, or - for standard input");
  command.option("--column", "NAME", column, "the column of texts, if the model has several");
  command.flag("--json", json, "a line of JSON for each text, with its terms and their numbers");
  cut.attach(command);
  command.parse(arguments);

  TextOptions options = cut.options();
  std::optional<Numbering> numbering;
  if (is_model(paths.front())) {
    if (cut.any()) {
      throw Error(ErrorKind::kUsage,
                  "the model says how its texts are cut: leave --tokens, --ngrams … out");
    }
    const Model model = load_model(paths.front());
    const ColumnSchema& text = text_column(model.counts.schema(), column);
    options = text.text;
    numbering.emplace(*model.counts.find(text.name));
    paths.erase(paths.begin());
    if (paths.empty()) paths.emplace_back("-");
  }
  const Numbering* const numbers = numbering ? &*numbering : nullptr;
  Tokenizer tokenizer(options);
  Output out;
  for (const std::string& path : paths) {
    const std::string text = whole_text(path);
    const Terms& terms = tokenizer.cut(text);
    const Terms pairs = options.pairs ? tokenizer.pairs() : Terms();
    out.write(json ? as_json(path, terms, pairs, numbers) : as_text(terms, numbers));
    if (!json && numbers == nullptr) out.write(as_text(pairs, numbers));
  }
  out.finish();
  tell_repaired(tokenizer.repaired());
}

}  // namespace tally::cli
