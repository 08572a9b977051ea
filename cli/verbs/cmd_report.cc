// SPDX-License-Identifier: Apache-2.0
// report: a model to look at, as one page.
#include <filesystem>

#include "cli/mail_model.h"
#include "cli/mail_options.h"
#include "cli/output.h"
#include "cli/session.h"
#include "cli/two_passes.h"
#include "tally/draft.h"
#include "tally/explain.h"
#include "tally/report.h"

namespace tally::cli {

namespace {

// The rows, and whether they are those that the model has counted: then they give its counts, to the last bit.
struct Rows {
  RowStore store;
  bool are_counted;
};

Rows read_rows(const Asked& asked, Table table, int threads) {
  const Counts& counts = asked.model.counts;
  RowStore store(counts.schema());
  const Piece counted = count_table(table, counts.schema(), threads, counts.schema(),
                                    [&](const Batch& batch) { store.append(batch); });
  tell_skipped(counted.rows);
  tell_strays(table.strays(), counts.schema());
  tell_repaired(table.repaired());
  if (store.size() == 0)
    throw Error(ErrorKind::kData, "there is no row with a target to report on");
  const bool are_counted = counts.exact() && store.size() > 1 &&
                           to_bytes({counted.counts, ""}) == to_bytes({counts, ""});
  return {std::move(store), are_counted};
}

std::int64_t size_of(const std::string& path) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  return error ? 0 : static_cast<std::int64_t>(size);
}

}  // namespace

void report(Arguments arguments) {
  std::string path, output_path;
  std::vector<std::string> inputs, classes;
  bool json = false;
  DataOptions data;
  QuestionOptions question;
  DecisionOptions decision;
  Command command(
      "report",
      "Writes a page to look at: the model at a glance, its features by what they tell, a nomogram "
      "whose handles\nmove the posterior, and how good it is. One file that needs no network, for "
      "any browser. The figures are\nthose of rows of DATA; without DATA, and if DATA are the rows "
      "of the model, of rows that are each left out\nof the counts. Up to 1,000 rows of DATA and "
      "the twenty surest errors stand in the page, cells and all;\nof a model's own sample no row "
      "does. DATA is kept in memory as columns.",
      "tally report iris.tally iris.csv -o report.html\n"
      "tally report iris.tally -o report.html\n"
      "tally report mail.tally --class ham=Maildir/cur --class spam=Maildir/.Junk/cur -o "
      "report.html");
  command.argument("MODEL", path, kModelOrDefaultHelp, true);
  command.arguments("DATA", inputs, kDataHelp, true);
  command.option("--class", "NAME=PATH", classes, kClassPathHelp);
  command.option("-o,--output", "FILE", output_path, "where the page goes; - is standard output");
  command.flag("--json", json, "all that the page knows, as JSON, instead of the page");
  question.attach(command);
  decision.attach(command);
  data.attach(command);
  command.parse(arguments);
  choose_model(path, inputs);
  if (output_path.empty() && !json) {
    throw Error(ErrorKind::kUsage, "where does the page go? Name it with -o report.html");
  }
  if (output_path != "-") {
    check_ending(output_path, json ? std::vector<std::string>{".json"}
                                   : std::vector<std::string>{".html", ".htm"});
  }
  Asked asked = ask_whole(path, question, decision);
  const bool has_rows = !inputs.empty() || !classes.empty();
  const auto open = [&] { return open_truth(asked, inputs, classes, data); };
  if (asked.question.prior == PriorKind::kEstimated) {
    if (!has_rows) throw Error(ErrorKind::kUsage, "--prior estimate is about rows: name DATA");
    inputs = kept_to_read_twice(inputs);
    estimate_prior(asked, open, data.threads());
  }
  std::optional<Rows> rows;
  if (has_rows) rows = read_rows(asked, open(), data.threads());
  const ReportOn on{asked.model,
                    asked.question,
                    asked.loss,
                    rows ? &rows->store : nullptr,
                    rows && rows->are_counted,
                    data.threads()};
  const ReportOrigin origin{"tally " TALLY_VERSION, std::filesystem::path(path).filename().string(),
                            size_of(path), to_json(asked.model.counts.schema())};
  Output output(output_path);
  output.write(json ? report_json(on, origin) + "\n" : report_html(on, origin));
  output.finish();
  if (!output_path.empty() && output_path != "-") print("report: " + output_path + "\n");
}

}  // namespace tally::cli
