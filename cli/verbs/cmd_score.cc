// SPDX-License-Identifier: Apache-2.0
// score: how good the decisions are.
#include <algorithm>
#include <filesystem>

#include "cli/mail_model.h"
#include "cli/options/mail_options.h"
#include "cli/options/picture_options.h"
#include "cli/options/verdict_options.h"
#include "cli/print/output.h"
#include "cli/print/progress.h"
#include "cli/print/score_text.h"
#include "cli/print/style.h"
#include "cli/scored_table.h"
#include "cli/session.h"
#include "cli/two_passes.h"

namespace tally::cli {

namespace {

bool can_be_read_again(const std::vector<std::string>& inputs) {
  return std::none_of(inputs.begin(), inputs.end(), [](const std::string& input) {
    std::error_code error;
    const auto status = std::filesystem::status(input, error);
    return input == "-" || std::filesystem::is_fifo(status) ||
           std::filesystem::is_character_file(status);
  });
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
  ScoredTable scored = [&] {
    const Progress progress(table);
    return score_table(asked, asker, table, caught, threads);
  }();
  tell_skipped({0, scored.without_target});
  tell_unseen(scored.unseen);
  tell_strays(table.strays(), schema);
  tell_repaired(table.repaired());
  ScoreSummary summary = figures.summary(scored.score, asked.loss);
  complete(summary, asked, asker, threads, [&]() -> std::optional<Table> {
    if (!can_be_read_again(inputs)) return std::nullopt;
    return open_truth(asked, inputs, classes, data);
  });
  pictures.write_scores(scored.score, summary, schema.target().name);
  if (figures.json()) {
    return print_data(scored_json(summary, scored, caught.has_value()) + "\n");
  }
  print(score_text(summary, terminal_width(STDOUT_FILENO)) +
        (caught ? "\n" + scored.cut_offs.text() : ""));
}

}  // namespace tally::cli
