// score: how good the decisions are.
#include <cmath>

#include "cli/output.h"
#include "cli/progress.h"
#include "cli/score_text.h"
#include "cli/session.h"
#include "tally/assess.h"

namespace tally::cli {

namespace {

// Scores the batches of one thread.
struct Assessor {
  Assessor(const Scorer& scorer, const Loss& loss) : inference(scorer), score(loss) {}

  Inference inference;
  Score score;
  std::int64_t without_target = 0;
};

double weight_at(const Batch& batch, const std::string& column, const Column* weights,
                 std::int64_t row) {
  if (weights == nullptr) return 1;
  const double weight = std::get<Numbers>(*weights).at(row);
  if (!(weight >= 0) || std::isinf(weight)) {
    throw Error(ErrorKind::kData,
                "a weight is a number, zero or more; found " +
                    (std::isnan(weight) ? "a missing value" : shortest(weight)),
                batch.place(row, column));
  }
  return weight;
}

void assess(Assessor& assessor, const Batch& batch, const Schema& schema) {
  const Posteriors& answers = assessor.inference.infer(batch);
  const auto& truths = std::get<Codes>(*batch.find(schema.target().name));
  const std::string weight_name = schema.weight() == nullptr ? "" : schema.weight()->name;
  const Column* weights = weight_name.empty() ? nullptr : batch.find(weight_name);
  for_each_code(truths, batch.rows, [&](std::int64_t row, std::int32_t code) {
    if (code < 0) {
      ++assessor.without_target;
      return;
    }
    assessor.score.add(answers, row, truths.dictionary->label(code),
                       weight_at(batch, weight_name, weights, row));
  });
}

}  // namespace

void score(Arguments arguments) {
  std::string path;
  std::vector<std::string> inputs;
  FigureOptions figures;
  DataOptions data;
  QuestionOptions question;
  DecisionOptions decision;
  Command command(
      "score",
      "Decides every row and compares the decisions with the truth. For AUC the posteriors of all\n"
      "rows are kept in memory: 8 bytes for each row and class.",
      "tally score iris.tally iris.csv\ntally score iris.tally iris.csv --lambda 0.5 --json");
  command.argument("MODEL", path, "the model");
  command.arguments("DATA", inputs, kDataHelp);
  figures.attach(command);
  question.attach(command);
  decision.attach(command);
  data.attach(command);
  command.parse(arguments);

  const Asked asked = ask(path, question, decision);
  const Schema& schema = asked.model.counts.schema();
  const Scorer scorer(estimate(asked.model.counts, asked.question));
  Table table(inputs, data.read_options(schema.missing));
  const int threads = data.threads();
  std::vector<Assessor> assessors;
  for (int worker = 0; worker < threads; ++worker) assessors.emplace_back(scorer, asked.loss);
  {
    const Progress progress(table);
    table.read(schema, threads,
               [&](const Batch& batch, int worker) -> Table::Finish {
                 assess(assessors[static_cast<std::size_t>(worker)], batch, schema);
                 return {};
               },
               {Role::kWeight});
  }
  Assessor& whole = assessors.front();
  for (std::size_t i = 1; i < assessors.size(); ++i) {
    whole.score.merge(assessors[i].score);
    whole.without_target += assessors[i].without_target;
  }
  tell_skipped({0, whole.without_target});
  ScoreSummary summary = figures.summary(whole.score, asked.loss);
  if (summary.rows == 0) throw Error(ErrorKind::kData, "there is no row with a target to score");
  summary.accuracy_bound = accuracy_bound(scorer.estimates());
  print(figures.json() ? to_json(summary) + "\n" : score_text(summary));
}

}  // namespace tally::cli
