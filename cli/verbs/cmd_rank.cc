// SPDX-License-Identifier: Apache-2.0
// rank: what each feature tells about the class.
#include <limits>
#include <utility>

#include "cli/print/output.h"
#include "cli/session.h"
#include "tally/inside/assess.h"

namespace tally::cli {

namespace {

constexpr std::size_t kUsualTerms = 20;  // of a class

// By the rows of the inputs. If they are those of the model (they give its counts, to the last bit), each
// is left out of the counts.
FeatureRanking ranked_by(const Model& model, const Question& question,
                         const std::vector<std::string>& inputs, const DataOptions& data) {
  const Counts& counts = model.counts;
  const Schema& schema = counts.schema();
  Table table(inputs, data.read_options(schema.missing));
  RowStore rows(schema);
  Piece counted = count_table(table, schema, data.threads(), schema,
                              [&](const Batch& batch) { rows.append(batch); });
  tell_skipped(counted.rows);
  tell_strays(table.strays(), schema);
  const bool are_its_own = has_counted(counts, std::move(counted.counts));
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
      "told. Of a model of texts or mail, the terms that\nspeak for each class are listed: in how "
      "many rows of each class they are, how far they lean to the\nclass (nats), and their mutual "
      "information with the class.",
      "tally rank iris.tally\ntally rank iris.tally iris.csv --top 2\n"
      "tally rank iris.tally --rule naive --json\ntally rank mail.tally --top 10");
  command.argument("MODEL", path, "the model");
  command.arguments("DATA", inputs, kDataHelp, true);
  command.option("--top", "N", top,
                 "print the N best features only, or the N best terms of each class (default 20)");
  command.flag("--json", json, "as JSON");
  question.attach(command);
  data.attach(command);
  command.parse(arguments);
  if (top.value_or(1) < 1) throw Error(ErrorKind::kUsage, "--top: expected 1 or more");
  const Model model = load_model(path);
  const auto most =
      static_cast<std::size_t>(top.value_or(std::numeric_limits<std::int64_t>::max()));
  if (model.counts.schema().has_text()) {
    if (!inputs.empty()) {
      throw Error(ErrorKind::kUsage, "terms are ranked by the counts of the model: leave DATA out");
    }
    const TermRanking terms = rank_terms(model.counts, top ? most : kUsualTerms);
    if (json) return print_data(to_json(terms) + "\n");
    return print(to_text(terms));
  }
  const Question asked = question_for(model, question);
  const FeatureRanking ranking =
      inputs.empty() ? rank_features(model, asked) : ranked_by(model, asked, inputs, data);
  if (json) return print_data(to_json(ranking, most) + "\n");
  print(to_text(ranking, most));
}

}  // namespace tally::cli
