// A table and what its columns are: declared, read from a schema, or found out.
#pragma once

#include <string>
#include <vector>

#include "cli/options.h"

namespace tally::cli {

struct DraftedTable {
  Table table;
  SchemaDraft draft;
};

/// The first word that means mail; a table of that name is ./mail.
inline constexpr const char* kMail = "mail";

/// Opens the inputs: tables, or the one word "mail" for the mail of --class. The schema is that of
/// `schema_file` (a schema in JSON, or a model) if one is named, else drafted from the options and
/// the first megabyte. `consequence` ends the sentence that no row has a target. Throws Error:
/// kUsage if both are given, and as Table and draft_schema.
DraftedTable open_table(const std::vector<std::string>& inputs, const DataOptions& data,
                        const SchemaOptions& columns, const std::string& schema_file,
                        const std::string& consequence = "");

}  // namespace tally::cli
