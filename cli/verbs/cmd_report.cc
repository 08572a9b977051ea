// SPDX-License-Identifier: Apache-2.0
// report: a model to look at, as one page.
#include <filesystem>

#include "cli/comparing.h"
#include "cli/mail_model.h"
#include "cli/options/mail_options.h"
#include "cli/print/output.h"
#include "cli/session.h"
#include "cli/two_passes.h"
#include "tally/inside/base.h"
#include "tally/inside/draft.h"
#include "tally/inside/explain.h"
#include "tally/inside/report.h"

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
  Piece counted = count_table(table, counts.schema(), threads, counts.schema(),
                              [&](const Batch& batch) { store.append(batch); });
  tell_skipped(counted.rows);
  tell_strays(table.strays(), counts.schema());
  tell_repaired(table.repaired());
  if (store.size() == 0)
    throw Error(ErrorKind::kData, "there is no row with a target to report on");
  const bool are_counted = store.size() > 1 && has_counted(counts, std::move(counted.counts));
  return {std::move(store), are_counted};
}

// The other model, or the other question.
class Other {
 public:
  void attach(Command& command) {
    command.option("--question-b", "NAME=VALUE,..", question_,
                   "compare: how B is asked (lambda, estimate, rule …); without B, the same model");
  }

  // Takes B out of the inputs. A model is no table: it is known by its first bytes.
  void choose(const std::string& a, std::vector<std::string>& inputs) {
    if (!inputs.empty() && is_database(inputs.front())) {
      path_ = inputs.front();
      inputs.erase(inputs.begin());
    } else if (question_) {
      path_ = a;
    }
  }
  bool is_there() const { return !path_.empty(); }
  const std::string& path() const { return path_; }

  Asked asked() const {
    return ask(path_, parse_question(question_.value_or(""), "--question-b"), DecisionOptions{});
  }

 private:
  std::optional<std::string> question_;
  std::string path_;
};

std::string name_of(const std::string& path) {
  return std::filesystem::path(path).filename().string();
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
  Other other;
  Command command(
      "report",
      "Writes a page to look at: the model at a glance, its features by what they tell, a nomogram "
      "whose handles\nmove the posterior, and how good it is. One file that needs no network, for "
      "any browser. The figures are\nthose of rows of DATA; without DATA, and if DATA are the rows "
      "of the model, of rows that are each left out\nof the counts. Up to 1,000 rows of DATA and "
      "the twenty surest errors stand in the page, cells and all;\nof a model's own sample no row "
      "does. DATA is kept in memory as columns. With a second model, or a second question, the "
      "page "
      "compares\nboth on DATA as tally compare does; all else is about the first.",
      "tally report iris.tally iris.csv -o report.html\n"
      "tally report monday.tally tuesday.tally iris.csv -o both.html\n"
      "tally report iris.tally -o report.html\n"
      "tally report mail.tally --class ham=Maildir/cur --class spam=Maildir/.Junk/cur -o "
      "report.html");
  command.argument("MODEL", path, kModelOrDefaultHelp, true);
  command.arguments("DATA", inputs,
                    "a model to compare with, if there is one, and " + std::string(kDataHelp),
                    true);
  command.option("--class", "NAME=PATH", classes, kClassPathHelp);
  command.option("-o,--output", "FILE", output_path, "where the page goes; - is standard output");
  command.flag("--json", json, "all that the page knows, as JSON, instead of the page");
  other.attach(command);
  question.attach(command);
  decision.attach_with_bound(command);
  data.attach(command);
  command.parse(arguments);
  choose_model(path, inputs);
  other.choose(path, inputs);
  if (output_path.empty() && !json) {
    throw Error(ErrorKind::kUsage, "where does the page go? Name it with -o report.html");
  }
  if (output_path != "-") {
    check_ending(output_path, json ? std::vector<std::string>{".json"}
                                   : std::vector<std::string>{".html", ".htm"});
  }
  Asked asked = ask_whole(path, question, decision);
  const bool has_rows = !inputs.empty() || !classes.empty();
  if (other.is_there()) {
    if (!has_rows) throw Error(ErrorKind::kUsage, "two answers are compared on rows: name DATA");
    inputs = kept_to_read_twice(inputs);
  }
  const auto open = [&] { return open_truth(asked, inputs, classes, data); };
  if (asked.question.prior == PriorKind::kEstimated) {
    if (!has_rows) throw Error(ErrorKind::kUsage, "--prior estimate is about rows: name DATA");
    inputs = kept_to_read_twice(inputs);
    estimate_prior(asked, open, data.threads());
  }
  std::optional<Rows> rows;
  if (has_rows) rows = read_rows(asked, open(), data.threads());
  std::optional<Asked> asked_b;
  std::optional<Compared> both;
  std::optional<ReportCompared> compared;
  if (other.is_there()) {
    asked_b = other.asked();
    both = compare_on(asked, *asked_b, inputs, classes, data, {10000, 0, data.threads()}, true);
    Table again = open_truth(*asked_b, inputs, classes, data);
    const Counts& counts_b = asked_b->model.counts;
    const bool b_knows =
        has_counted(counts_b, count_table(again, counts_b.schema(), data.threads()).counts);
    compared.emplace(ReportCompared{{asked.model, asked.question, name_of(path), rows->are_counted,
                                     both->score_a ? &*both->score_a : nullptr},
                                    {asked_b->model, asked_b->question, name_of(other.path()),
                                     b_knows, both->score_b ? &*both->score_b : nullptr},
                                    both->comparison});
  }
  const ReportOn on{asked.model,
                    asked.question,
                    asked.loss,
                    rows ? &rows->store : nullptr,
                    rows && rows->are_counted,
                    data.threads(),
                    compared ? &*compared : nullptr};
  const ReportOrigin origin{program_name(), name_of(path), size_of(path),
                            to_json(asked.model.counts.schema())};
  Output output(output_path);
  output.write(json ? report_json(on, origin) + "\n" : report_html(on, origin));
  output.finish();
  if (!output_path.empty() && output_path != "-") print("report: " + output_path + "\n");
}

}  // namespace tally::cli
