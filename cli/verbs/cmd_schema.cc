// SPDX-License-Identifier: Apache-2.0
// schema: what the columns of a table are, for people and for fit.
#include "cli/drafted_table.h"
#include "cli/print/output.h"
#include "cli/print/profile_text.h"
#include "cli/session.h"
#include "cli/two_passes.h"
#include "tally/inside/draft.h"

namespace tally::cli {

void schema(Arguments arguments) {
  std::vector<std::string> inputs;
  bool json = false;
  std::string output;
  DataOptions data;
  SchemaOptions columns;
  Command command(
      "schema",
      "Prints what the columns of a table are, in the order of the table, and what each "
      "would be taken for and\nwhy. All rows are looked at. With --json, what fit "
      "--schema takes.",
      "tally schema iris.csv\n"
      "tally schema iris.csv --target species --json > iris.json\n"
      "tally schema iris.csv --target species --count full -o iris.json\n"
      "tally fit iris.csv --schema iris.json -o iris.tally");
  command.arguments("DATA", inputs, kDataHelp);
  command.flag("--json", json, "a schema, to be read by fit --schema; needs --target");
  command.option("-o,--output", "FILE", output, "write that schema to a file; needs --target");
  columns.attach_with_count(command);
  data.attach(command);
  command.parse(arguments);
  json = json || !output.empty();

  std::vector<ColumnSample> profile;
  if (!json) {
    Table table(inputs, data.read_options(columns.missing()));
    profile = table.profile();
  }
  SchemaDraft draft;
  if (!json && !can_read_twice(inputs)) {
    draft = draft_profile(profile, columns.declarations(), columns.missing());
  } else if (json || has_target(profile, columns.declarations())) {
    const bool full = columns.count() == Counting::kFull;
    if (full) inputs = kept_to_read_twice(std::move(inputs));
    DraftedTable drafted = open_table(inputs, data, columns, "");
    if (full && !drafted.draft.schema.has_text()) {
      draw_up_together(drafted, columns.most_cells(), data.threads());
    } else {
      count_settled(drafted, Recount::kRecast, [&](Table& table, const Schema& schema) {
        return count_table(table, schema, data.threads());
      });
    }
    if (full) note_texts_apart(drafted);
    draft = std::move(drafted.draft);
  }
  if (json) {
    std::string text = to_json(draft.schema);
    if (text.empty() || text.back() != '\n') text += '\n';
    if (output.empty()) {
      print(text);
    } else {
      Output file(output);
      file.write(text);
      file.finish();
    }
  } else {
    print(profile_text(profile, draft));
  }
  tell_notes(draft);
}

}  // namespace tally::cli
