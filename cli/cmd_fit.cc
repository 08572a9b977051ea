// fit and schema: from a table to a schema, and on to a model.
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "cli/output.h"
#include "cli/session.h"
#include "tally/explain.h"

namespace tally::cli {

namespace {

// "a, b, c", cut after the twelfth.
std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 12;
  std::string out;
  for (std::size_t i = 0; i < std::min(names.size(), kMost); ++i)
    out += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > kMost) out += fmt::format(" and {} more", names.size() - kMost);
  return out;
}

// The columns of a schema by what they are taken for.
std::map<std::string, std::vector<std::string>> by_use(const Schema& schema) {
  std::map<std::string, std::vector<std::string>> out;
  for (const ColumnSchema& column : schema.columns) {
    if (column.role != Role::kFeature) {
      if (column.role != Role::kTarget)
        out[std::string(to_string(column.role))].push_back(column.name);
      continue;
    }
    std::string use(to_string(column.family));
    if (column.family == Family::kMultinomial && column.group != use)
      use += " " + tally::quoted(column.group);
    if (column.family == Family::kBernoulli && column.binarize)
      use += " (x > " + shortest(*column.binarize) + ")";
    out[use].push_back(column.name);
  }
  return out;
}

void tell_features(const Schema& schema) {
  for (const auto& [use, names] : by_use(schema)) tell("  " + use + ": " + listed(names));
}

void tell_notes(const SchemaDraft& draft) {
  if (!draft.ignored.empty()) tell("  ignored: " + listed(draft.ignored));
  if (!draft.undecided.empty()) {
    tell("  not counted, no value in the first megabyte (--family decides): " +
         listed(draft.undecided));
  }
  for (const std::string& note : draft.notes) tell("note: " + note);
}

void tell_classes(const Counts& counts) {
  std::vector<std::string> classes;
  for (const Counts::Class& klass : counts.classes()) {
    classes.push_back(klass.label.to_string() + " " + count_text(klass.weight));
  }
  tell("  " + counts.schema().target().name + ": " + listed(classes));
  if (classes.size() == 1)
    tell("warning: there is only one class, so every row will be decided for it");
}

// A schema from a JSON file or from a model, by content.
Schema load_schema(const std::string& path) {
  constexpr std::string_view kDatabase = "SQLite format 3";
  std::ifstream file(path, std::ios::binary);
  if (!file) throw_system_error(errno, "open", path);
  std::string content(kDatabase.size(), '\0');
  file.read(content.data(), static_cast<std::streamsize>(content.size()));
  content.resize(static_cast<std::size_t>(file.gcount()));
  if (content == kDatabase) return load_model(path).counts.schema();
  content.append(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  return schema_from_json(content, path);
}

// Where reading takes an hour, an output that cannot be made is better noticed before.
void check_can_create(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  const std::string name = folder.empty() ? "." : folder.string();
  if (::access(name.c_str(), F_OK) != 0) throw_system_error(errno, "create", path);
}

// A target without a value leaves nothing to infer its type from.
void check_has_target(const std::vector<ColumnSample>& samples, const std::string& target) {
  for (const ColumnSample& sample : samples) {
    if (sample.name != target || sample.cells > 0) continue;
    throw Error(ErrorKind::kData, "no row has a value of the target " + tally::quoted(target) +
                                      "; nothing was written");
  }
}

void check_has_rows(const Counted& counted) {
  if (counted.rows > 0) return;
  throw Error(ErrorKind::kData,
              counted.without_target == 0
                  ? "there is no row to count; nothing was written"
                  : fmt::format("none of the {} rows has a target; nothing was written",
                                counted.without_target));
}

}  // namespace

void fit(Arguments arguments) {
  std::vector<std::string> inputs;
  std::string output, schema_file;
  DataOptions data;
  SchemaOptions columns;
  QuestionOptions question;
  Command command("fit", "Counts a table by class. The counts are the model.",
                  "tally fit iris.csv --target species -o iris.tally");
  command.arguments("DATA", inputs, "CSV or TSV files, patterns, or - for standard input");
  command.option("-o,--output", "MODEL", output, "the model to write");
  columns.attach(command);
  command.option("--schema", "FILE", schema_file,
                 "take all this from a schema (tally schema) or a model");
  data.attach(command);
  question.attach(command);
  command.parse(arguments);
  if (output.empty())
    throw Error(ErrorKind::kUsage, "where is the model to go? Name a file with -o MODEL");
  if (!schema_file.empty() && columns.any()) {
    throw Error(ErrorKind::kUsage,
                "--schema says what the columns are: leave --target, --family … out");
  }
  const std::string default_question = question.any() ? to_json(question.over({})) : "";
  check_can_create(output);

  SchemaDraft draft;
  if (!schema_file.empty()) draft.schema = load_schema(schema_file);
  const Declarations declarations = schema_file.empty() ? columns.declarations() : Declarations{};
  const std::vector<std::string> missing =
      schema_file.empty() ? columns.missing() : draft.schema.missing;
  Table table(inputs, data.read_options(missing));
  if (schema_file.empty()) {
    const std::vector<ColumnSample> samples = table.sample();
    check_has_target(samples, declarations.target);
    draft = draft_schema(samples, declarations, missing);
  }

  CountedTable counted = count_table(table, draft.schema, data.threads());
  check_has_rows(counted.rows);
  save_model({counted.counts, default_question}, output);
  tell(tally::counted(static_cast<std::size_t>(counted.rows.rows), "row", "rows"));
  tell_classes(counted.counts);
  tell_features(draft.schema);
  tell_notes(draft);
  tell_skipped(counted.rows);
  tell("model: " + output);
}

void schema(Arguments arguments) {
  std::vector<std::string> inputs;
  DataOptions data;
  SchemaOptions columns;
  Command command("schema", "Prints what the columns of a table would be taken for, as JSON.",
                  "tally schema iris.csv --target species > iris.json\n"
                  "tally fit iris.csv --schema iris.json -o iris.tally");
  command.arguments("DATA", inputs, "CSV or TSV files, patterns, or - for standard input");
  columns.attach(command);
  data.attach(command);
  command.parse(arguments);
  const Declarations declarations = columns.declarations();
  Table table(inputs, data.read_options(columns.missing()));
  const SchemaDraft draft = draft_schema(table.sample(), declarations, columns.missing());
  std::string json = to_json(draft.schema);
  if (json.empty() || json.back() != '\n') json += '\n';
  print(json);
  tell_notes(draft);
}

}  // namespace tally::cli
