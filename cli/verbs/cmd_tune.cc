// SPDX-License-Identifier: Apache-2.0
// tune: a model works out how it combines its texts, or weighs its columns.
#include "cli/mail_model.h"
#include "cli/print/output.h"
#include "cli/session.h"
#include "tally/inside/explain.h"

namespace tally::cli {

void tune(Arguments arguments) {
  std::string path;
  bool json = false;
  Command command(
      "tune",
      "Works the model's learned rule out again, how it combines texts or weighs columns, from the "
      "counts and the\nsample of rows alone, and prints its weights. `fit`, `merge` and `compact` "
      "do so too, and "
      "`learn` when the number of messages\nhas doubled, while that takes less than a tenth of a "
      "second (50,000 occurrences of terms) or where half of\nthe messages are new.",
      "tally tune mail.tally");
  command.argument("MODEL", path, kModelOrDefaultHelp, true);
  command.flag("--json", json, "as JSON");
  command.parse(arguments);
  path = named_or_default(path);
  Model tuned = ModelInPlace(path).outline();
  if (!has_rule(tuned)) {
    throw Error(
        ErrorKind::kUsage,
        "this model keeps no sample of its rows to learn a rule from: fit it again with one",
        {path, -1, -1, ""});
  }
  change_model(path, [&](Model& model) {
    tune_model(model);
    tuned.rule = model.rule;
  });
  if (json) return print_data(rule_view_json(tuned.counts, tuned.rule) + "\n");
  print(rule_view_text(tuned.counts, tuned.rule));
}

}  // namespace tally::cli
