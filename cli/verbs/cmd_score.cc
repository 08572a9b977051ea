// SPDX-License-Identifier: Apache-2.0
// score: how good the decisions are.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/mail_model.h"
#include "cli/mail_options.h"
#include "cli/output.h"
#include "cli/picture_options.h"
#include "cli/progress.h"
#include "cli/score_text.h"
#include "cli/session.h"
#include "cli/style.h"
#include "cli/two_passes.h"
#include "cli/verdict_options.h"
#include "tally/assess.h"

namespace tally::cli {

namespace {

// Scores the batches of one thread.
struct Assessor {
  Assessor(const Asker& asker, const Counts& counts)
      : inference(asker.scorer()), score(asker.loss()), unseen(counts) {}

  Inference inference;
  Score score;
  UnseenValues unseen;
  CutOffTable cut_offs;
  std::int64_t without_target = 0;
};

// `spam` is the class that cut-offs are about; none: not asked.
void assess(Assessor& assessor, const Batch& batch, const Schema& schema,
            std::optional<std::size_t> spam, const std::vector<Label>& classes) {
  const Posteriors& answers = assessor.inference.infer(batch);
  assessor.unseen.add(batch);
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
  out["cut_offs"] = nlohmann::ordered_json::parse(cut_offs.json());
  return out.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

// Above this the second reading, and as many subtractions, are left to `tally cv`.
constexpr double kMostLeftOut = 100'000;

bool can_be_read_again(const std::vector<std::string>& inputs) {
  return std::none_of(inputs.begin(), inputs.end(), [](const std::string& input) {
    std::error_code error;
    const auto status = std::filesystem::status(input, error);
    return input == "-" || std::filesystem::is_fifo(status) ||
           std::filesystem::is_character_file(status);
  });
}

// A model knows its own rows too well. If these are its rows (they give its counts, to the last
// bit), each is scored by the counts of the others as well.
std::optional<ScoreSummary::LeftOut> left_out(const Asked& asked, Table table, int threads) {
  const Counts& counts = asked.model.counts;
  RowStore rows(counts.schema());
  const Piece counted = count_table(table, counts.schema(), threads, counts.schema(),
                                    [&](const Batch& batch) { rows.append(batch); });
  if (to_bytes({counted.counts, ""}) != to_bytes({counts, ""})) return std::nullopt;
  const ScoreSummary summary =
      leave_one_out(rows, counts, {asked.question}, asked.loss, threads).front().summary();
  return ScoreSummary::LeftOut{summary.accuracy, summary.log_loss};
}

}  // namespace

void score(Arguments arguments) {
  std::string path;
  std::vector<std::string> inputs, classes;
  VerdictOptions spam;
  FigureOptions figures;
  PictureOptions pictures;
  DataOptions data;
  QuestionOptions question;
  DecisionOptions decision;
  Command command(
      "score",
      "Decides every row and compares the decisions with the truth. Rows that the model was "
      "fitted\n"
      "to are noticed, and scored by the counts of the others as well (up to 100,000 rows; tally "
      "cv\n"
      "does so for any). For AUC the posteriors of all rows are kept in memory: 8 bytes for each\n"
      "row and class.",
      "tally score iris.tally iris.csv\ntally score iris.tally iris.csv --lambda 0.5 --json\n"
      "tally score iris.tally iris.csv --svg roc=roc.svg --svg confusion=confusion.svg\n"
      "tally score mail.tally --class ham=Maildir/cur --class spam=Maildir/.Junk/cur");
  command.argument("MODEL", path, kModelOrDefaultHelp, true);
  command.arguments("DATA", inputs, kDataHelp, true);
  command.option("--class", "NAME=PATH", classes, kClassPathHelp);
  spam.attach_class(command);
  figures.attach(command);
  pictures.attach_scores(command);
  question.attach(command);
  decision.attach_with_bound(command);
  data.attach(command);
  command.parse(arguments);
  pictures.check_scores();

  choose_model(path, inputs);
  Asked asked = ask(path, question, decision);
  if (asked.question.prior == PriorKind::kEstimated) {
    inputs = kept_to_read_twice(inputs);
    estimate_prior(
        asked, [&] { return open_truth(asked, inputs, classes, data); }, data.threads());
  }
  const Schema& schema = asked.model.counts.schema();
  const Asker asker = asked.asker();
  const std::optional<std::size_t> caught =
      is_mail(schema) ? spam.find_spam(asked.loss.classes()) : std::nullopt;
  Table table = open_truth(asked, inputs, classes, data);
  const int threads = data.threads();
  std::vector<Assessor> assessors;
  for (int worker = 0; worker < threads; ++worker)
    assessors.emplace_back(asker, asked.model.counts);
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
    whole.unseen.merge(assessors[i].unseen);
  }
  tell_skipped({0, whole.without_target});
  tell_unseen(whole.unseen);
  tell_strays(table.strays(), schema);
  tell_repaired(table.repaired());
  ScoreSummary summary = figures.summary(whole.score, asked.loss);
  if (summary.rows == 0) throw Error(ErrorKind::kData, "there is no row with a target to score");
  summary.accuracy_bound = accuracy_bound(asker.scorer().estimates());
  const bool may_be_of_the_fit =
      summary.rows == asked.model.counts.total_weight().to_double() && summary.rows >= 2;
  if (!is_mail(schema) && may_be_of_the_fit && summary.rows <= kMostLeftOut &&
      asked.model.counts.exact() && can_be_read_again(inputs)) {
    summary.left_out = left_out(asked, open_truth(asked, inputs, classes, data), threads);
  }
  if (const std::optional<Rule> rule = asked.named_rule()) {
    summary.rules = {{*rule, static_cast<std::int64_t>(summary.rows)}};
  }
  pictures.write_scores(whole.score, summary, schema.target().name);
  if (figures.json()) {
    const std::string json = to_json(summary);
    return print_data((caught ? with_cut_offs(json, whole.cut_offs) : json) + "\n");
  }
  print(score_text(summary, terminal_width(STDOUT_FILENO)) +
        (caught ? "\n" + whole.cut_offs.text() : ""));
}

}  // namespace tally::cli
