// SPDX-License-Identifier: Apache-2.0
// export: what a model answers to one question, for other programs to run.
#include <filesystem>

#include "cli/mail_model.h"
#include "cli/print/output.h"
#include "cli/session.h"
#include "tally/inside/base.h"
#include "tally/inside/export.h"
#include "tally/inside/text.h"

namespace tally::cli {

namespace {

constexpr const char* kFormats = "sqlite, duckdb, postgresql, onnx, pmml, c or json";

// "visitors" of "models/visitors.tally", as a name in C.
std::string name_in_c(const std::string& path) {
  std::string out = std::filesystem::path(path).stem().string();
  for (char& c : out) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    if (!is_letter && (c < '0' || c > '9')) c = '_';
  }
  return out.empty() || (out[0] >= '0' && out[0] <= '9') ? "model_" + out : out;
}

std::vector<SheetCheck> checks_of(const Sheet& sheet, const Asker& asker) {
  std::vector<SheetCheck> out;
  TermCutter cutter(asker.schema());
  for (CellTexts& row : rows_to_check(sheet)) {
    const Answers answers = asker.answer(row, [&](Batch& batch) { cutter.cut(batch); });
    const std::span<const double> p = answers.posteriors.posterior_of(0);
    out.push_back({std::move(row), {p.begin(), p.end()}});
  }
  return out;
}

}  // namespace

void export_model(Arguments arguments) {
  std::string path, format, output_path, table, terms, name;
  SqlOptions sql;
  QuestionOptions question;
  Command command(
      "export",
      "Writes what a model answers to one question, for programs that do not know Tally: a SELECT "
      "that scores a\ntable where it lies, a model in ONNX or PMML, a header in C99 without "
      "dependencies, or\nthe numbers as JSON. The question (λ, prior, estimate, rule) is fixed "
      "then: "
      "what is exported cannot learn.\nThe rule naive leaves to every format, weighted to all but "
      "PMML, "
      "columns together (the rule full) to JSON;\ntexts to all but PMML. Mail does not leave.",
      "tally export iris.tally --to duckdb --table flowers -o iris.sql\n"
      "tally export iris.tally --to c -o iris.h\n"
      "tally export iris.tally --to onnx -o iris.onnx\n"
      "tally export iris.tally --to json --lambda 0.5 -o iris.json");
  command.argument("MODEL", path, "a model");
  command.option("--to", "FORMAT", format, kFormats);
  command.option("-o,--output", "FILE", output_path, "where it goes (default: standard output)");
  command.option("--table", "NAME", table, "SQL: the table with the rows (default data)");
  command.option("--key", "COLUMN", sql.keys,
                 "SQL: a column to hand through; may be given several times");
  command.option("--terms", "NAME", terms,
                 "SQL, of a model with texts: the table with their terms (default terms): row (the "
                 "first --key), column, term, count");
  command.option("--name", "NAME", name,
                 "C: what every name begins with (default: that of the model)");
  question.attach(command);
  command.parse(arguments);
  const std::optional<SqlDialect> dialect = parse_sql_dialect(format);
  const bool is_known =
      dialect || format == "onnx" || format == "pmml" || format == "c" || format == "json";
  if (!is_known) {
    throw Error(ErrorKind::kUsage, "--to: expected " + std::string(kFormats) +
                                       (format.empty() ? "" : ", not " + in_quotes(format)));
  }
  if (!dialect && (!table.empty() || !terms.empty() || !sql.keys.empty())) {
    throw Error(ErrorKind::kUsage, "--table, --terms and --key are for SQL, not for " + format);
  }
  if (!name.empty() && format != "c") throw Error(ErrorKind::kUsage, "--name is for C");
  const Asked asked = ask_whole(path, question, {});
  if (asked.question.prior == PriorKind::kEstimated) {
    throw Error(ErrorKind::kUsage, "--prior estimate is about rows at hand; an export has none");
  }
  const Asker asker = asked.asker();
  const Sheet sheet = sheet_of(asker.scorer().estimates(), asked.model.counts);
  const SheetHead head{to_json(asked.question), std::string(tally_version()),
                       checks_of(sheet, asker)};
  std::string text;
  if (dialect) {
    sql.dialect = *dialect;
    if (!table.empty()) sql.table = table;
    if (!terms.empty()) sql.terms = terms;
    text = to_sql(sheet, head, sql);
  } else if (format == "c") {
    text = to_c(sheet, head, name.empty() ? name_in_c(path) : name);
  } else if (format == "onnx") {
    text = to_onnx(sheet, head);
  } else if (format == "pmml") {
    text = to_pmml(sheet, head);
  } else {
    text = to_json(sheet, head);
  }
  Output output(output_path);
  output.write(text);
  output.finish();
}

}  // namespace tally::cli
