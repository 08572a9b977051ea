// SPDX-License-Identifier: Apache-2.0
// rank: what each feature tells about the class.
#include <limits>

#include "cli/output.h"
#include "cli/session.h"
#include "tally/assess.h"

namespace tally::cli {

namespace {

// By the rows of the inputs. If they are those of the model (they give its counts, to the last bit), each
// is left out of the counts.
FeatureRanking ranked_by(const Model& model, const Question& question,
                         const std::vector<std::string>& inputs, const DataOptions& data) {
  const Counts& counts = model.counts;
  const Schema& schema = counts.schema();
  Table table(inputs, data.read_options(schema.missing));
  RowStore rows(schema);
  const Piece counted = count_table(table, schema, data.threads(), schema,
                                    [&](const Batch& batch) { rows.append(batch); });
  tell_skipped(counted.rows);
  tell_strays(table.strays(), schema);
  const bool are_its_own =
      counts.exact() && to_bytes({counted.counts, ""}) == to_bytes({counts, ""});
  return rank_features(model, question, rows.batch(),
                       are_its_own ? RankedRows::kLeftOut : RankedRows::kNew);
}

}  // namespace

void rank(Arguments arguments) {
  std::string path;
  std::vector<std::string> inputs;
  std::optional<std::int64_t> top;
  bool json = false;
  DataOptions data;
  QuestionOptions question;
  Command command(
      "rank",
      "Ranks the features of a table by what they tell about the class: by how much the log loss "
      "grows\nwithout each (gain), on the rows of the model's sample, each left out of the counts, "
      "or on "
      "those of DATA,\nwhich are left out too if they are the rows of the model. Besides, for each "
      "feature: the log loss of\nthe prior and it alone, its mutual information with the class "
      "(nats, "
      "from the counts; of numbers\nby the bins of their histogram), and the feature that says "
      "most "
      "the same about rows of one class.\nFeatures that may be known only after the class are "
      "told.",
      "tally rank iris.tally\ntally rank iris.tally iris.csv --top 2\n"
      "tally rank iris.tally --rule naive --json");
  command.argument("MODEL", path, "the model");
  command.arguments("DATA", inputs, kDataHelp, true);
  command.option("--top", "N", top, "print the N best features only");
  command.flag("--json", json, "as JSON");
  question.attach(command);
  data.attach(command);
  command.parse(arguments);
  if (top.value_or(1) < 1) throw Error(ErrorKind::kUsage, "--top: expected 1 or more features");
  const Model model = load_model(path);
  const Question asked = question_for(model, question);
  const FeatureRanking ranking =
      inputs.empty() ? rank_features(model, asked) : ranked_by(model, asked, inputs, data);
  const auto most =
      static_cast<std::size_t>(top.value_or(std::numeric_limits<std::int64_t>::max()));
  if (json) return print_data(to_json(ranking, most) + "\n");
  print(to_text(ranking, most));
}

}  // namespace tally::cli
