// SPDX-License-Identifier: Apache-2.0
// tokens: how a text or a message is cut into terms, and which terms of a model they are.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "cli/options/mail_options.h"
#include "cli/print/output.h"
#include "cli/session.h"
#include "tally/inside/base.h"
#include "tally/inside/text.h"

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
    const bool is_asked = name.empty() || column.name == name;
    if (is_asked && column.is_a(Family::kText)) texts.push_back(&column);
  }
  if (texts.empty()) {
    throw Error(ErrorKind::kUsage, name.empty()
                                       ? "the model has no column of texts"
                                       : "the model has no column of texts " + in_quotes(name));
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
  explicit Numbering(const TextTally& tally) {
    std::int64_t next = 0;
    for (const std::int32_t slot : tally.term_slots()) numbers_[tally.key_of(slot)] = ++next;
  }
  std::int64_t number(std::string_view term) const {
    const auto at = numbers_.find(std::string(term));
    return at == numbers_.end() ? 0 : at->second;
  }

 private:
  std::unordered_map<std::string, std::int64_t> numbers_;
};

using Terms = std::vector<std::string_view>;
using Json = nlohmann::ordered_json;

Json as_json(const Terms& terms, const Numbering* numbering) {
  Json out{{"terms", terms}};
  for (const std::string_view term : terms) {
    if (numbering != nullptr) out["numbers"].push_back(numbering->number(term));
  }
  return out;
}

std::string line_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

// A term per line, or all numbers on one; `zone` stands before each line unless it is empty.
std::string as_text(const std::string& zone, const Terms& terms, const Numbering* numbering) {
  const std::string start = zone.empty() ? "" : zone + "\t";
  std::string out = numbering == nullptr ? "" : start;
  for (const std::string_view term : terms) {
    if (numbering == nullptr) {
      out.append(start).append(shown(term)).append("\n");
    } else {
      out += (out.size() == start.size() ? "" : " ") + std::to_string(numbering->number(term));
    }
  }
  return numbering == nullptr ? out : out + "\n";
}

struct Wanted {
  std::string column;  // empty: all, or the only one
  bool json = false;
  bool table = false;
};

void cut_texts(const std::vector<std::string>& paths, const TextOptions& options,
               const Numbering* numbering, const Wanted& wanted, Output& out) {
  Tokenizer tokenizer(options);
  for (const std::string& path : paths) {
    const std::string text = whole_text(path);
    const Terms& terms = tokenizer.cut(text);
    const Terms pairs = options.pairs ? tokenizer.pairs() : Terms();
    if (!wanted.json) {
      out.write(as_text("", terms, numbering));
      if (numbering == nullptr) out.write(as_text("", pairs, numbering));
      continue;
    }
    Json line{{"file", path}};
    line.update(as_json(terms, numbering));
    if (!pairs.empty()) line["pairs"] = pairs;
    out.write(line_of(line));
  }
  out.finish();
  tell_repaired(tokenizer.repaired());
}

std::string csv_cell(std::string_view text) {
  if (text.find_first_of("\",\n\r") == std::string_view::npos) return std::string(text);
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

// The terms of a table's texts as a table: a line for each term of a row. No other column is read.
void cut_tables(const std::vector<std::string>& paths, Schema schema, const Wanted& wanted,
                Output& out) {
  std::erase_if(schema.columns, [&](const ColumnSchema& column) {
    return !column.is_a(Family::kText) || (!wanted.column.empty() && column.name != wanted.column);
  });
  if (schema.columns.empty()) text_column(schema, wanted.column);  // which says so
  Table table(paths, DataOptions().read_options(schema.missing));
  out.write("row,column,term,count\n");
  std::vector<std::string> names;
  for (const ColumnSchema& column : schema.columns) {
    names.push_back(column.name);
    if (column.text.pairs) names.push_back(pairs_of(column.name));
  }
  std::int64_t before = 0;
  table.read(schema, 1, [&](const Batch& batch, int) -> Table::Finish {
    std::string lines;
    for (std::int64_t row = 0; row < batch.rows; ++row) {
      for (const std::string& name : names) {
        const auto& terms = std::get<tally::Terms>(*batch.find(name));
        if (!terms.validity.at(row)) continue;
        const std::string start = std::to_string(before + row + 1) + "," + csv_cell(name) + ",";
        terms.for_each(row, [&](std::int32_t code, std::int32_t times) {
          lines +=
              start + csv_cell(terms.dictionary->term(code)) + "," + std::to_string(times) + "\n";
        });
      }
    }
    before += batch.rows;
    out.write(lines);
    return {};
  });
  out.finish();
  tell_repaired(table.repaired());
}

// A message has terms in several zones.
class MailTokens {
 public:
  MailTokens(const Schema& schema, const Model* model, const Wanted& wanted)
      : schema_(schema), wanted_(wanted) {
    for (const ColumnSchema& column : schema.columns) {
      if (column.role != Role::kFeature) continue;
      if (!wanted.column.empty() && column.name != wanted.column) continue;
      zones_.push_back(column.name);
      if (model != nullptr) numberings_.emplace_back(text_of(*model->counts.find(column.name)));
    }
    if (zones_.empty()) {
      throw Error(ErrorKind::kUsage, "mail has no zone " + in_quotes(wanted.column));
    }
  }

  void cut(const std::vector<std::string>& paths, Output& out) const {
    Table table = open_mail(mail_inputs(paths, ""), true);
    table.read(schema_, 1, [&](const Batch& batch, int) -> Table::Finish {
      for (std::int64_t row = 0; row < batch.rows; ++row) out.write(message(batch, row));
      return {};
    });
    out.finish();
  }

 private:
  std::string message(const Batch& batch, std::int64_t row) const {
    std::string text;
    Json zones = Json::object();
    for (std::size_t i = 0; i < zones_.size(); ++i) {
      const auto& column = std::get<tally::Terms>(*batch.find(zones_[i]));
      Terms terms;
      column.for_each(row, [&](std::int32_t code, std::int32_t) {
        terms.push_back(column.dictionary->term(code));
      });
      const Numbering* const numbering = numberings_.empty() ? nullptr : &numberings_[i];
      if (wanted_.json) {
        zones[zones_[i]] = as_json(terms, numbering);
      } else {
        text += as_text(zones_[i], terms, numbering);
      }
    }
    if (!wanted_.json) return text;
    return line_of({{"file", batch.kept.cells[static_cast<std::size_t>(row)]}, {"zones", zones}});
  }

  const Schema& schema_;
  const Wanted& wanted_;
  std::vector<std::string> zones_;
  std::vector<Numbering> numberings_;
};

}  // namespace

void tokens(Arguments arguments) {
  std::vector<std::string> paths;
  Wanted wanted;
  TokenOptions cut;
  Command command("tokens",
                  "Shows how texts are cut: the terms of each FILE in their order, one per line. "
                  "With a model, as it cuts them, the numbers of the terms in its dictionary on "
                  "one line (from 1, sorted by code point; 0 is not in it). After the word mail, "
                  "or with a model of mail, FILE is mail, and each line begins with its zone.",
                  "printf 'Free money, FREE!' | tally tokens -\n"
                  "printf 'Free money' | tally tokens - --tokens char --ngrams 3-5 --json\n"
                  "printf 'Subject: free money\\n\\nhello' | tally tokens mail -");
  command.arguments("[MODEL|mail] FILE", paths,
                    "a model or the word mail, and texts, or - for standard input");
  command.option("--column", "NAME", wanted.column,
                 "the column of texts, if the model has several; of mail, the zone (default: all)");
  command.flag("--json", wanted.json,
               "a line of JSON for each text, with its terms and their numbers");
  command.flag("--table", wanted.table,
               "with a model: FILE is a table, and so is what comes out: row (from 1), column, "
               "term, count, for `tally export --to sqlite`; pairs of terms have a column of their "
               "own, TEXT.pair");
  cut.attach(command);
  command.parse(arguments);

  const std::string first = paths.front();
  const bool with_model = is_model(first);
  if (with_model || first == "mail") {
    if (cut.any()) {
      throw Error(ErrorKind::kUsage, std::string(with_model ? "the model says how its texts are"
                                                            : "the reader of mail says how it is") +
                                         " cut: leave --tokens, --ngrams … out");
    }
    paths.erase(paths.begin());
    if (paths.empty()) paths.emplace_back("-");
  }
  Output out;
  if (wanted.table && (!with_model || wanted.json)) {
    throw Error(ErrorKind::kUsage,
                "--table needs a model, which says what the columns are, and is no JSON");
  }
  if (first == "mail") {
    const Schema schema = mail_schema();
    MailTokens(schema, nullptr, wanted).cut(paths, out);
  } else if (with_model) {
    const Model model = load_model(first);
    const Schema& schema = model.counts.schema();
    if (is_mail(schema)) {
      if (wanted.table)
        throw Error(ErrorKind::kUsage, "--table is for tables, and this model reads mail");
      MailTokens(schema, &model, wanted).cut(paths, out);
    } else {
      if (wanted.table) return cut_tables(paths, schema, wanted, out);
      const ColumnSchema& text = text_column(schema, wanted.column);
      const Numbering numbering(text_of(*model.counts.find(text.name)));
      cut_texts(paths, text.text, &numbering, wanted, out);
    }
  } else {
    cut_texts(paths, cut.options(), nullptr, wanted, out);
  }
}

}  // namespace tally::cli
