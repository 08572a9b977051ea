#include "cli/drafted_table.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include "cli/mail_options.h"
#include "tally/count.h"

namespace tally::cli {

namespace {

// A schema from a JSON file or from a model, by content.
Schema load_schema(const std::string& path) {
  constexpr std::string_view kDatabase = "SQLite format 3";
  std::ifstream file(path, std::ios::binary);
  if (!file) throw_system_error(errno, "open", path);
  if (std::filesystem::is_directory(path)) throw_system_error(EISDIR, "read", path);
  std::string content(kDatabase.size(), '\0');
  file.read(content.data(), static_cast<std::streamsize>(content.size()));
  content.resize(static_cast<std::size_t>(file.gcount()));
  if (content == kDatabase) return load_model(path).counts.schema();
  content.append(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  return schema_from_json(content, path);
}

// A target without a value leaves nothing to infer its type from.
void check_has_target(const std::vector<ColumnSample>& samples, const std::string& target,
                      const std::string& consequence) {
  for (const ColumnSample& sample : samples) {
    if (sample.name != target || sample.cells > 0) continue;
    throw Error(ErrorKind::kData,
                "no row has a value of the target " + tally::quoted(target) + consequence);
  }
}

DraftedTable open_mail_table(const std::vector<std::string>& inputs, const SchemaOptions& columns,
                             const std::string& schema_file) {
  if (inputs.size() > 1) {
    throw Error(ErrorKind::kUsage,
                "mail comes with its class, as in: fit mail --class ham=DIR --class spam=DIR; a "
                "table that is called mail is ./mail");
  }
  if (columns.any_of_tables()) {
    throw Error(ErrorKind::kUsage, "mail has its own columns: leave --target, --family … out");
  }
  if (!schema_file.empty() && columns.most_terms() != 0) {
    throw Error(ErrorKind::kUsage,
                "--schema says how many terms there may be: leave --max-terms out");
  }
  if (columns.classes().empty()) {
    throw Error(ErrorKind::kUsage, "which mail? Name it with --class ham=DIR --class spam=DIR");
  }
  SchemaDraft draft;
  draft.schema = schema_file.empty() ? capped_mail_schema(columns.pairs(), columns.most_terms())
                                     : load_schema(schema_file);
  return {open_mail(mail_by_class(columns.classes())), std::move(draft)};
}

}  // namespace

DraftedTable open_table(const std::vector<std::string>& inputs, const DataOptions& data,
                        const SchemaOptions& columns, const std::string& schema_file,
                        const std::string& consequence) {
  if (inputs.front() == kMail) return open_mail_table(inputs, columns, schema_file);
  if (!columns.classes().empty() || columns.pairs() == MailPairs::kNo) {
    throw Error(ErrorKind::kUsage,
                std::string(columns.classes().empty() ? "--no-pairs" : "--class") +
                    " is about mail, as in: fit mail --class spam=DIR");
  }
  SchemaDraft draft;
  if (!schema_file.empty()) {
    if (columns.any()) {
      throw Error(ErrorKind::kUsage,
                  "--schema says what the columns are: leave --target, --family … out");
    }
    draft.schema = load_schema(schema_file);
    Table table(inputs, data.read_options(draft.schema.missing));
    return {std::move(table), std::move(draft)};
  }
  const Declarations declarations = columns.declarations();
  const std::vector<std::string> missing = columns.missing();
  Table table(inputs, data.read_options(missing));
  const std::vector<ColumnSample> samples = table.sample();
  check_has_target(samples, declarations.target, consequence);
  draft = draft_schema(samples, declarations, missing);
  return {std::move(table), std::move(draft)};
}

}  // namespace tally::cli
