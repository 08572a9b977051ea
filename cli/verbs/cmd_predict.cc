// SPDX-License-Identifier: Apache-2.0
// predict: a line for every row.
#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <system_error>

#include "cli/mail_model.h"
#include "cli/options/mail_options.h"
#include "cli/options/verdict_options.h"
#include "cli/print/output.h"
#include "cli/print/prediction_file.h"
#include "cli/print/prediction_rules.h"
#include "cli/print/progress.h"
#include "cli/session.h"
#include "cli/two_passes.h"

namespace tally::cli {

namespace {

void tell_impossible(std::int64_t rows) {
  if (rows == 0) return;
  tell(
      fmt::format("{} impossible in every class, left without a prediction (λ = 0 makes an unseen "
                  "value impossible)",
                  rows == 1 ? "1 row is" : fmt::format("{} rows are", rows)));
}

// Streams every row of a table into the file. Gives the values that the model does not know.
UnseenValues predict_table(Table& table, const Counts& counts, const Asker& asker, int threads,
                           PredictionFile& file) {
  std::vector<Inference> inferences;
  std::vector<UnseenValues> unseen(static_cast<std::size_t>(threads), UnseenValues(counts));
  for (int worker = 0; worker < threads; ++worker) inferences.emplace_back(asker.scorer());
  const Progress progress(table);
  table.read(asker.schema(), threads,
             [&](const Batch& batch, int worker) -> Table::Finish {
               const auto at = static_cast<std::size_t>(worker);
               unseen[at].add(batch);
               return file.prepare(batch, inferences[at].infer(batch));
             },
             {Role::kTarget, Role::kWeight});
  for (std::size_t i = 1; i < unseen.size(); ++i) unseen[0].merge(unseen[i]);
  return unseen[0];
}

constexpr std::uintmax_t kSmallMailbox = 1 << 20;

// One message, or a few: the model need not be read whole for them.
bool is_small_mail(const std::vector<std::string>& paths) {
  if (paths.size() != 1) return false;
  std::error_code error;
  return paths[0] == "-" || (std::filesystem::is_regular_file(paths[0], error) &&
                             std::filesystem::file_size(paths[0], error) <= kSmallMailbox);
}

}  // namespace

void predict(Arguments arguments) {
  std::string path, output_path, format_name;
  std::vector<std::string> inputs, given;
  PredictionColumns columns;
  bool keep = false;
  DataOptions data;
  QuestionOptions question;
  DecisionOptions decision;
  VerdictOptions verdict;
  Command command(
      "predict",
      "Decides every row and gives the probability of each class. About mail it says "
      "what `filter` says,\nunsure included. Rows of a pipe (CSV, TSV, svmlight) are answered as "
      "they come.",
      "tally predict iris.tally iris.csv -o answers.csv\n"
      "tally predict iris.tally --given 'petal_length=1.4,petal_width=0.2'\n"
      "tally predict mail.tally Maildir/new\n"
      "find Maildir -name '*.eml' | tally predict mail.tally @-");
  command.argument("MODEL", path, kModelOrDefaultHelp, true);
  command.arguments("DATA", inputs, kDataOrMailHelp, true);
  command.option("--given", "COLUMN=VALUE,..", given,
                 "one row instead of DATA; what is not named is missing");
  command.heading("Output");
  command.option("-o,--output", "FILE", output_path,
                 "where the answers go (default: standard output)");
  command.option("--format", "FORMAT", format_name,
                 "csv, jsonl, parquet, arrow, arrows (default: as FILE ends, else csv)");
  command.choices({"csv", "jsonl", "parquet", "arrow", "arrows"});
  command.flag("--keep", keep, "keep the columns of DATA");
  command.flag("--log-joint", columns.log_joint, "add log P(x, class)");
  command.flag("--log-evidence", columns.log_evidence, "add log P(x)");
  command.flag("--risk", columns.risk, "add the expected loss of every decision");
  question.attach(command);
  decision.attach_with_bound(command);
  verdict.attach(command);
  data.attach(command);
  command.parse(arguments);
  const FileFormat format = prediction_format(format_name, output_path);
  const bool json_lines = format == FileFormat::kJsonLines;
  choose_model(path, inputs);
  if (given.empty() == inputs.empty()) {
    throw Error(ErrorKind::kUsage, "which rows? Give either DATA or --given 'column=value,…'");
  }
  if (keep && !given.empty())
    throw Error(ErrorKind::kUsage, "--keep keeps columns of DATA: leave it out with --given");

  std::int64_t impossible = 0;
  const bool mail = given.empty() && is_mail_model(path);
  if (mail && is_small_mail(inputs) && !question.estimates_prior()) {
    columns.kept = {"file"};
    std::optional<PredictionWriter> writer;
    std::optional<PredictionFile> file;
    with_messages(path, inputs, question, decision, [&](const Asked& asked, const Batch& batch) {
      const Asker asker = asked.asker();
      if (!file) {
        check_columns(columns, asker);
        columns.verdict = verdict_rule(asker.schema(), asker.classes(), verdict, decision);
        writer.emplace(asker.loss(), columns, json_lines);
        file.emplace(output_path, format, *writer);
      }
      file->prepare(batch, Inference(asker.scorer()).infer(batch))();
    });
    if (file) impossible = file->finish();
  } else if (!given.empty()) {
    with_given(path, given, question, decision, [&](const Asked& asked, const Batch& row) {
      const Asker asker = asked.asker();
      check_columns(columns, asker);
      columns.rule = asked.named_rule();
      verdict_rule(asker.schema(), asker.classes(), verdict, decision);
      const PredictionWriter writer(asker.loss(), columns, json_lines);
      PredictionFile file(output_path, format, writer);
      file.prepare(row, Inference(asker.scorer()).infer(row))();
      impossible = file.finish();
    });
  } else {
    Asked asked = ask(path, question, decision);
    if (asked.question.prior == PriorKind::kEstimated) {
      inputs = kept_to_read_twice(inputs);
      estimate_prior(
          asked,
          [&] {
            const Schema& of_model = asked.model.counts.schema();
            return open_rows(of_model, inputs, data.read_options(of_model.missing));
          },
          data.threads());
    }
    const Asker asker = asked.asker();
    const Schema& schema = asker.schema();
    check_columns(columns, asker);
    columns.rule = asked.named_rule();
    ReadOptions options = data.read_options(schema.missing);
    options.at_once = true;
    // Of a message, or a text in a folder, there is one cell to keep: where it lies.
    const bool keeps_file = is_mail(schema) || std::filesystem::is_directory(inputs.front());
    options.keep_cells = keep || keeps_file;
    Table table = open_rows(schema, inputs, options);
    columns.verdict = verdict_rule(schema, asker.classes(), verdict, decision);
    if (keeps_file) {
      columns.kept = {"file"};
    } else if (keep) {
      columns.kept = table.column_names();
    }
    const PredictionWriter writer(asker.loss(), columns, json_lines);
    PredictionFile file(output_path, format, writer);
    const UnseenValues unseen =
        predict_table(table, asked.model.counts, asker, data.threads(), file);
    impossible = file.finish();
    tell_unseen(unseen);
    tell_strays(table.strays(), schema);
    tell_repaired(table.repaired());
  }
  tell_impossible(impossible);
}

}  // namespace tally::cli
