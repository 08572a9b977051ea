// SPDX-License-Identifier: Apache-2.0
// cv: how good the decisions are on rows that were not counted.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/drafted_table.h"
#include "cli/options/picture_options.h"
#include "cli/print/output.h"
#include "cli/print/score_text.h"
#include "cli/print/style.h"
#include "cli/session.h"
#include "tally/inside/assess.h"
#include "tally/inside/base.h"
#include "tally/inside/explain.h"

namespace tally::cli {

namespace {

/// --folds, --loo, --stratify, --group and --seed.
class FoldOptions {
 public:
  void attach(Command& command) {
    command.option("--folds", "F", folds_, "deal the rows out into F folds (default 10)");
    command.flag("--loo", loo_,
                 "leave every single row out instead; learned weights, cuts and grids stay those "
                 "of all rows");
    command.flag("--stratify", stratify_, "deal out each class on its own");
    command.option("--group", "COLUMN", group_,
                   "rows of one label stay in one fold; the column is no feature");
    command.option("--seed", "S", seed_, "another deal (default 0)");
  }

  bool loo() const { return loo_; }
  const std::string& group() const { return group_; }

  FoldRule rule() const {
    if (loo_ && (folds_ || stratify_ || seed_ || !group_.empty())) {
      throw Error(ErrorKind::kUsage,
                  "--loo leaves out each row in turn: leave --folds, --stratify, --group and "
                  "--seed out");
    }
    constexpr std::int64_t kMost = 1'000'000'000;
    const std::int64_t folds = folds_.value_or(10);
    if (folds < 0 || folds > kMost) {
      throw Error(ErrorKind::kUsage, "--folds " + std::to_string(folds) +
                                         ": expected a number from 2 to " + std::to_string(kMost));
    }
    return {static_cast<int>(folds), stratify_, group_,
            static_cast<std::uint64_t>(seed_.value_or(0))};
  }

 private:
  std::optional<std::int64_t> folds_, seed_;
  bool loo_ = false, stratify_ = false;
  std::string group_;
};

// Takes the column of groups out of the features.
void remove_group(DraftedTable& drafted, const std::string& group) {
  if (group.empty()) return;
  drafted.declarations.ignore.push_back(group);
  for (std::vector<std::string>* names :
       {&drafted.draft.open, &drafted.draft.undecided, &drafted.draft.guessed}) {
    std::erase(*names, group);
  }
  Schema& schema = drafted.draft.schema;
  const auto at = std::find_if(schema.columns.begin(), schema.columns.end(),
                               [&](const ColumnSchema& column) { return column.name == group; });
  if (at == schema.columns.end()) return;
  if (at->role != Role::kFeature) {
    throw Error(ErrorKind::kUsage, "--group " + in_quotes(group) +
                                       ": the column is the target, the weight or an exposure");
  }
  schema.columns.erase(at);
}

// What is to be read: the columns of the schema and, as texts, that of the groups.
Schema with_group(Schema schema, const std::string& group,
                  const std::vector<std::string>& columns) {
  if (group.empty()) return schema;
  if (std::find(columns.begin(), columns.end(), group) == columns.end()) {
    throw Error(ErrorKind::kUsage, "--group " + in_quotes(group) + ": there is no such column" +
                                       did_you_mean(group, columns));
  }
  ColumnSchema column;
  column.name = group;
  column.family = Family::kCategorical;
  column.type = ValueType::kText;
  schema.columns.push_back(std::move(column));
  return validated(std::move(schema));
}

// All rows, counted and kept.
struct Data {
  Piece counted;
  RowStore rows;
};

Data read_data(Table& table, const Schema& schema, const Schema& to_read, int threads) {
  RowStore rows(to_read);
  Piece counted =
      count_table(table, schema, threads, to_read, [&](const Batch& batch) { rows.append(batch); });
  if (rows.size() == 0) {
    throw Error(ErrorKind::kData, counted.rows.rows + counted.rows.without_target == 0
                                      ? "there is no row to score"
                                      : "no row has a target and a weight above 0");
  }
  return {std::move(counted), std::move(rows)};
}

// Whether a rule answered whose weights are learned.
bool has_learned(const std::vector<ScoreSummary>& summaries) {
  return std::any_of(summaries.begin(), summaries.end(), [](const ScoreSummary& summary) {
    return std::any_of(summary.rules.begin(), summary.rules.end(), [](const auto& one) {
      return one.first == Rule::kWeighted || one.first == Rule::kFull;
    });
  });
}

std::string several_json(const std::vector<Question>& questions,
                         const std::vector<ScoreSummary>& summaries) {
  auto out = nlohmann::ordered_json::array();
  for (std::size_t q = 0; q < questions.size(); ++q) {
    nlohmann::ordered_json one = {{"lambda", questions[q].lambda}};
    if (questions[q].lambda_by_evidence) one["lambda"] = "auto";
    one.update(nlohmann::ordered_json::parse(to_json(summaries[q])));
    out.push_back(std::move(one));
  }
  return out.dump(2);
}

std::string several_text(const std::vector<Question>& questions,
                         const std::vector<ScoreSummary>& summaries) {
  std::vector<std::string> names;
  for (const Question& question : questions) {
    names.push_back(question.lambda_by_evidence ? "auto" : six_digits(question.lambda));
  }
  return fmt::format("rows  {}\n\n", count_text(summaries[0].rows)) +
         scores_table("λ", names, summaries);
}

}  // namespace

void cv(Arguments arguments) {
  std::vector<std::string> inputs;
  std::string schema_file;
  FoldOptions folding;
  FigureOptions figures;
  PictureOptions pictures;
  DataOptions data;
  SchemaOptions columns;
  QuestionOptions question;
  DecisionOptions decision;
  Command command(
      "cv",
      "Scores every row by the counts of the others: by folds, or each row on its own. Nothing is\n"
      "fitted again: what a fold counted is taken out of the counts. DATA is read once and kept "
      "in\n"
      "memory as columns: 8 bytes for a number, 4 for a label, and for AUC 8 for each row and "
      "class.",
      "tally cv iris.csv --target species --folds 10 --stratify\n"
      "tally cv iris.csv --target species --loo --lambda 0.1,1,10 --json\n"
      "tally cv iris.csv --target species --svg calibration=calibration.svg");
  command.arguments("DATA", inputs, kDataHelp);
  folding.attach(command);
  figures.attach(command);
  pictures.attach_scores(command);
  command.option("--schema", "FILE", schema_file,
                 "what the columns are, from a schema (tally schema) or a model");
  columns.attach_with_count(command);
  question.attach_with_lambdas(command);
  decision.attach(command);
  data.attach(command);
  command.parse(arguments);
  const FoldRule rule = folding.rule();
  pictures.check_scores();
  // Which are refused before any row is read.
  if (question.each_over({}).size() > 1 && pictures.any()) {
    throw Error(ErrorKind::kUsage, "--svg draws the answers to one question: name a single λ");
  }

  DraftedTable drafted = open_table(inputs, data, columns, schema_file);
  remove_group(drafted, rule.group);
  Question start;
  const Counting counting = columns.counting(drafted.draft.schema);
  if (counting != Counting::kNaive) start.rule = Rule::kAuto;
  const std::vector<Question> questions = question.each_over(start);
  const int threads = data.threads();
  std::optional<RowStore> kept;
  const Piece counted =
      count_settled(drafted, Recount::kRows, [&](Table& table, const Schema& schema) {
        const Schema to_read = with_group(schema, rule.group, table.column_names());
        Data all = read_data(table, schema, to_read, threads);
        kept.emplace(std::move(all.rows));
        return std::move(all.counted);
      });
  const RowStore& rows = *kept;
  const bool is_full = counting == Counting::kFull && !counted.counts.schema().has_text();
  std::optional<std::size_t> most_cells;
  if (is_full && counted.counts.schema().joint.empty()) most_cells = columns.most_cells();
  const Counts counts = folding.loo() && most_cells
                            ? counted_together(counted.counts, rows, *most_cells)
                            : counted.counts;
  const Loss loss = decision.loss(counts);
  const std::vector<Score> scores = folding.loo()
                                        ? leave_one_out(rows, counts, questions, loss, threads)
                                        : cross_validate(rows, deal_folds(rows, rule), counts,
                                                         questions, loss, threads, most_cells);

  if (counting == Counting::kFull) note_texts_apart(drafted);
  tell_notes(drafted.draft);
  tell_strays(drafted.table.strays(), drafted.draft.schema);
  tell_skipped(counted.rows);
  std::vector<ScoreSummary> summaries;
  for (const Score& score : scores) summaries.push_back(figures.summary(score, loss));
  // Where nothing was learned, naive had no other beside it: say so where there could have been.
  if (counting != Counting::kNaive && can_be_weighted(counts.schema())) {
    for (ScoreSummary& summary : summaries) {
      if (summary.rules.empty()) summary.rules = {{Rule::kNaive, rows.size()}};
    }
  }
  if (folding.loo() && has_learned(summaries)) {
    tell(
        "note: weights, cuts and grids are those of all rows, only counts are without the row: "
        "--folds learns them again");
  }
  const bool one = questions.size() == 1;
  if (one) pictures.write_scores(scores[0], summaries[0], counts.schema().target().name);
  if (figures.json()) {
    return print_data((one ? to_json(summaries[0]) : several_json(questions, summaries)) + "\n");
  }
  print(one ? score_text(summaries[0], terminal_width(STDOUT_FILENO))
            : several_text(questions, summaries));
}

}  // namespace tally::cli
