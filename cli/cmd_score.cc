// score: how good the decisions are.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/cut_off_table.h"
#include "cli/mail_model.h"
#include "cli/mail_options.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/score_text.h"
#include "cli/session.h"
#include "cli/verdict.h"
#include "tally/assess.h"

namespace tally::cli {

namespace {

// Scores the batches of one thread.
struct Assessor {
  Assessor(const Scorer& scorer, const Loss& loss) : inference(scorer), score(loss) {}

  Inference inference;
  Score score;
  CutOffTable cut_offs;
  std::int64_t without_target = 0;
};

// `spam` is the class that cut-offs are about; none: not asked.
void assess(Assessor& assessor, const Batch& batch, const Schema& schema,
            std::optional<std::size_t> spam, const std::vector<Label>& classes) {
  const Posteriors& answers = assessor.inference.infer(batch);
  const auto& truths = std::get<Codes>(*batch.find(schema.target().name));
  const ColumnSchema* const weight = schema.weight();
  const Column* const column = weight == nullptr ? nullptr : batch.find(weight->name);
  std::vector<double> weights;
  if (column != nullptr) weights = checked_weights(batch, *column, weight->name);
  for_each_code(truths, batch.rows, [&](std::int64_t row, std::int32_t code) {
    if (code < 0) {
      ++assessor.without_target;
      return;
    }
    const Label& truth = truths.dictionary->label(code);
    assessor.score.add(answers, row, truth,
                       weights.empty() ? 1 : weights[static_cast<std::size_t>(row)]);
    if (spam) assessor.cut_offs.add(answers.posterior_of(row)[*spam], truth == classes[*spam]);
  });
}

std::string with_cut_offs(const std::string& json, const CutOffTable& cut_offs) {
  auto out = nlohmann::ordered_json::parse(json);
  out["cut_offs"] = cut_offs.json();
  return out.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

// The rows with their classes: in a column of a table, or by where a message lies.
Table open_truth(const Asked& asked, const std::vector<std::string>& inputs,
                 const std::vector<std::string>& classes, const DataOptions& data) {
  const Schema& schema = asked.model.counts.schema();
  if (schema.is_mail() ? classes.empty() || !inputs.empty() : !classes.empty() || inputs.empty()) {
    throw Error(ErrorKind::kUsage,
                schema.is_mail()
                    ? "which mail? Name it with its class: --class ham=DIR --class spam=DIR"
                    : "which rows? Name DATA with a column of classes (--class is about mail)");
  }
  if (schema.is_mail()) {
    const std::vector<MailInput> mail = mail_by_class(classes);
    for (const MailInput& input : mail) {
      class_named(input.klass, asked.loss.classes(), "--class says what its messages are");
    }
    return open_mail(mail);
  }
  return Table(inputs, data.read_options(schema.missing));
}

}  // namespace

void score(Arguments arguments) {
  std::string path;
  std::vector<std::string> inputs, classes;
  VerdictOptions spam;
  FigureOptions figures;
  DataOptions data;
  QuestionOptions question;
  DecisionOptions decision;
  Command command(
      "score",
      "Decides every row and compares the decisions with the truth. For AUC the posteriors of all\n"
      "rows are kept in memory: 8 bytes for each row and class.",
      "tally score iris.tally iris.csv\ntally score iris.tally iris.csv --lambda 0.5 --json\n"
      "tally score mail.tally --class ham=Maildir/cur --class spam=Maildir/.Junk/cur");
  command.argument("MODEL", path, kModelOrDefaultHelp, true);
  command.arguments("DATA", inputs, kDataHelp, true);
  command.option("--class", "NAME=PATH", classes, kClassPathHelp);
  spam.attach_class(command);
  figures.attach(command);
  question.attach(command);
  decision.attach(command);
  data.attach(command);
  command.parse(arguments);

  choose_model(path, inputs);
  const Asked asked = ask(path, question, decision);
  const Schema& schema = asked.model.counts.schema();
  const Scorer scorer(estimate(asked.model.counts, asked.question, asked.model.rule));
  const std::optional<std::size_t> caught =
      schema.is_mail() ? spam.find_spam(asked.loss.classes()) : std::nullopt;
  Table table = open_truth(asked, inputs, classes, data);
  const int threads = data.threads();
  std::vector<Assessor> assessors;
  for (int worker = 0; worker < threads; ++worker) assessors.emplace_back(scorer, asked.loss);
  {
    const Progress progress(table);
    table.read(schema, threads,
               [&](const Batch& batch, int worker) -> Table::Finish {
                 assess(assessors[static_cast<std::size_t>(worker)], batch, schema, caught,
                        asked.loss.classes());
                 return {};
               },
               {Role::kWeight});
  }
  Assessor& whole = assessors.front();
  for (std::size_t i = 1; i < assessors.size(); ++i) {
    whole.score.merge(assessors[i].score);
    whole.without_target += assessors[i].without_target;
    whole.cut_offs.merge(assessors[i].cut_offs);
  }
  tell_skipped({0, whole.without_target});
  tell_repaired(table.repaired());
  ScoreSummary summary = figures.summary(whole.score, asked.loss);
  if (summary.rows == 0) throw Error(ErrorKind::kData, "there is no row with a target to score");
  summary.accuracy_bound = accuracy_bound(scorer.estimates());
  if (figures.json()) {
    const std::string json = to_json(summary);
    return print_data((caught ? with_cut_offs(json, whole.cut_offs) : json) + "\n");
  }
  print(score_text(summary) + (caught ? "\n" + whole.cut_offs.text() : ""));
}

}  // namespace tally::cli
