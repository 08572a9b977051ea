// learn and forget: rows into a model and out of it again.
#include "cli/output.h"
#include "cli/session.h"
#include "tally/explain.h"

namespace tally::cli {

namespace {

// Counts DATA as a piece, and changes the model by it in one transaction.
void change_by_rows(Command& command, Arguments arguments, const char* done,
                    void (*change)(Counts& counts, const Counts& piece)) {
  std::string path;
  std::vector<std::string> inputs;
  DataOptions data;
  command.argument("MODEL", path, "the model to change");
  command.arguments("DATA", inputs, kDataHelp);
  data.attach(command);
  command.parse(arguments);

  const Schema schema = load_model(path).counts.schema();
  Table table(inputs, data.read_options(schema.missing));
  const CountedTable piece = count_table(table, schema, data.threads());
  change_model(path, [&](Model& model) { change(model.counts, piece.counts); });
  tell(counted(static_cast<std::size_t>(piece.rows.rows), "row ", "rows ") + done);
  tell_skipped(piece.rows);
}

}  // namespace

void learn(Arguments arguments) {
  Command command("learn", "Adds rows to a model, as if they had been counted with the others.",
                  "tally learn iris.tally more.csv");
  change_by_rows(command, arguments, "learnt",
                 [](Counts& counts, const Counts& piece) { counts.merge(piece); });
}

void forget(Arguments arguments) {
  Command command("forget", "Takes rows out of a model, as if they had never been counted.",
                  "tally forget iris.tally mistakes.csv");
  change_by_rows(command, arguments, "forgotten",
                 [](Counts& counts, const Counts& piece) { counts.subtract(piece); });
}

}  // namespace tally::cli
