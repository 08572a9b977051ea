// SPDX-License-Identifier: Apache-2.0
// sweep: accuracy over a range of a parameter.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>

#include "cli/drafted_table.h"
#include "cli/options/assignments.h"
#include "cli/print/output.h"
#include "cli/print/progress.h"
#include "cli/session.h"
#include "cli/two_passes.h"
#include "tally/inside/assess.h"
#include "tally/inside/explain.h"

namespace tally::cli {

namespace {

// Where the figures go, and in which form.
class SweepOutput {
 public:
  void attach(Command& command) {
    command.heading("Output");
    command.flag("--csv", csv_, "as CSV");
    command.flag("--json", json_, "as JSON");
    command.option("-o,--output", "FILE", path_, "write the figures to a file: CSV, or JSON");
    command.option("--svg", "FILE", svg_, "draw the curves");
    command.flag("--plot", plot_, "draw the curves in the terminal, below the table");
  }

  void check() const {
    if (csv_ && json_) throw Error(ErrorKind::kUsage, "--csv or --json: one of them");
    if (plot_ && path_.empty() && (csv_ || json_)) {
      throw Error(ErrorKind::kUsage,
                  "--plot is for people: leave it out with --csv and --json, or name a file for "
                  "those with -o FILE");
    }
    check_ending(path_,
                 json_ ? std::vector<std::string>{".json", ".txt"}
                       : std::vector<std::string>{".csv", ".txt"},
                 json_ ? "" : "--json writes .json");
  }

  void write(const Sweep& sweep, const CurveChart& chart) const;

 private:
  bool csv_ = false, json_ = false, plot_ = false;
  std::string path_, svg_;
};

void write_file(const std::string& path, const std::string& text) {
  Output output(path);
  output.write(text);
  output.finish();
}

// The points of greatest accuracy of a part.
std::string best_text(const Sweep& sweep, const SweepPart& part) {
  constexpr std::size_t kMost = 5;
  double best = 0;
  for (const SweepFigures& figures : part.figures) best = std::max(best, figures.accuracy);
  std::vector<std::string> points;
  for (std::size_t i = 0; i < part.figures.size(); ++i) {
    if (part.figures[i].accuracy == best) points.push_back(sweep.axis.points[i].text);
  }
  std::string at;
  for (std::size_t i = 0; i < std::min(points.size(), kMost); ++i)
    at += (i == 0 ? "" : ", ") + points[i];
  if (points.size() > kMost) at += fmt::format(" and {} more", points.size() - kMost);
  return fmt::format("best {}: {} at {} = {}\n", figure_name(part, "accuracy"), six_digits(best),
                     to_string(sweep.axis.parameter), at);
}

std::string table_text(const Sweep& sweep) {
  std::vector<std::vector<std::string>> rows(1, {std::string(to_string(sweep.axis.parameter))});
  for (const char* figure : {"accuracy", "log_loss"}) {
    for (const SweepPart& part : sweep.parts) rows[0].push_back(figure_name(part, figure));
  }
  for (std::size_t i = 0; i < sweep.axis.points.size(); ++i) {
    std::vector<std::string>& row = rows.emplace_back(1, sweep.axis.points[i].text);
    for (const SweepPart& part : sweep.parts) row.push_back(six_digits(part.figures[i].accuracy));
    for (const SweepPart& part : sweep.parts) row.push_back(six_digits(part.figures[i].log_loss));
  }
  std::string out = text_table(rows) + "\n";
  for (const SweepPart& part : sweep.parts) out += best_text(sweep, part);
  return out;
}

// Accuracy by point, from left to right. A list that spans decades has a logarithmic axis.
CurveChart chart_of(const Sweep& sweep, const std::string& target, bool is_list) {
  const std::vector<SweepPoint>& points = sweep.axis.points;
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return points[a].value < points[b].value; });
  const std::string name(to_string(sweep.axis.parameter));
  CurveChart chart{"Accuracy for " + target + " by " + name, name, "accuracy", {}, {}, false};
  for (const std::size_t i : order) chart.x.push_back(points[i].value);
  for (const SweepPart& part : sweep.parts) {
    Curve& curve = chart.curves.emplace_back();
    curve.name = part.name.empty() ? "all rows" : part.name;
    for (const std::size_t i : order) curve.y.push_back(part.figures[i].accuracy);
  }
  constexpr double kDecades = 50;
  chart.log_x = is_list && chart.x.front() > 0 && chart.x.back() >= kDecades * chart.x.front();
  return chart;
}

void SweepOutput::write(const Sweep& sweep, const CurveChart& chart) const {
  if (!svg_.empty()) write_file(svg_, curve_svg(chart));
  const std::string figures = json_ ? to_json(sweep) + "\n" : to_csv(sweep);
  if (!path_.empty()) {
    write_file(path_, figures);
    if (plot_) print(curve_text(chart));
  } else if (csv_ || json_) {
    print_data(figures);
  } else {
    print(table_text(sweep) + (plot_ ? "\n" + curve_text(chart) : ""));
  }
}

// Calls `use` with each worker's own piece, then merges the pieces. `keep` is called for each batch
// in the order of the rows.
template <class Piece, class Use>
Piece read_in_pieces(
    Table& table, const Schema& schema, int threads, const Piece& empty, const Use& use,
    const std::function<void(const Batch&)>& keep = [](const Batch&) {}) {
  std::vector<Piece> pieces(static_cast<std::size_t>(threads), empty);
  const Progress progress(table);
  table.read(schema, threads, [&](const Batch& batch, int worker) -> Table::Finish {
    use(pieces[static_cast<std::size_t>(worker)], batch);
    return [&keep, &batch] { keep(batch); };
  });
  for (std::size_t i = 1; i < pieces.size(); ++i) pieces[0].merge(pieces[i]);
  return std::move(pieces[0]);
}

// Counts, with how many rows there were.
struct CountedPiece {
  SweepCounts counts;
  Counted rows;
  RowSample sample;  // to learn a rule from

  // Rows may have texts, and these no such sample.
  CountedPiece(const Schema& schema, const SweepAxis& axis, const Question& question)
      : counts(schema, axis), sample(keeps_rows(schema, question) ? RowSample() : RowSample(0)) {}

  static bool keeps_rows(const Schema& schema, const Question& question) {
    return !schema.has_text() && (question.rule != Rule::kNaive || question.calibrate);
  }

  void merge(const CountedPiece& other) {
    counts.merge(other.counts);
    rows.rows += other.rows.rows;
    rows.without_target += other.rows.without_target;
    sample.merge(other.sample);
  }
};

void check_counted(const Counted& counted) {
  tell_skipped(counted);
  if (counted.rows == 0) throw Error(ErrorKind::kData, "there is no row with a target to count");
}

void count(CountedPiece& piece, const Batch& batch) {
  const Counted added = piece.counts.add(batch);
  piece.rows.rows += added.rows;
  piece.rows.without_target += added.without_target;
  if (piece.sample.is_off()) return;
  RowSample empty(piece.sample.most());
  empty.set_below(piece.sample.below());
  RowSampler sampler(piece.counts.counts_at(0).schema(), empty);
  sampler.add(batch);
  piece.sample.merge(sampler.sample());
}

std::vector<Scorer> scorers_of(DraftedTable& drafted, const SweepAxis& axis,
                               const Question& question, int threads) {
  const Schema& schema = drafted.draft.schema;
  const CountedPiece counted =
      read_in_pieces(drafted.table, schema, threads, CountedPiece(schema, axis, question), count);
  check_counted(counted.rows);
  return counted.counts.scorers(question, counted.sample);
}

// All rows are counted and kept.
SweepPart by_folds(DraftedTable& drafted, const SweepAxis& axis, const Question& question,
                   int folds, int threads) {
  const Schema& schema = drafted.draft.schema;
  RowStore rows(schema);
  const CountedPiece counted =
      read_in_pieces(drafted.table, schema, threads, CountedPiece(schema, axis, Question{}), count,
                     [&](const Batch& batch) { rows.append(batch); });
  check_counted(counted.rows);
  return {"cv", cross_validated(counted.counts, rows, deal_folds(rows, {folds, false, "", 0}),
                                question, threads)};
}

int checked_folds(std::int64_t folds, const DataOptions& data) {
  if (data.has_rows()) {
    throw Error(ErrorKind::kUsage, "--folds deals out all rows: leave --rows out");
  }
  constexpr std::int64_t kMost = 1'000'000'000;
  if (folds < 2 || folds > kMost) {
    throw Error(ErrorKind::kUsage, "--folds " + std::to_string(folds) +
                                       ": expected a number from 2 to " + std::to_string(kMost));
  }
  return static_cast<int>(folds);
}

}  // namespace

void sweep(Arguments arguments) {
  std::vector<std::string> inputs;
  std::string parameter;
  std::optional<std::int64_t> folds;
  DataOptions data;
  SchemaOptions columns;
  QuestionOptions question;
  SweepOutput output;
  Command command(
      "sweep",
      "Accuracy and log loss at each value of a parameter. With --rows the part train is counted,\n"
      "and both train and test are scored; without, all rows are counted and scored; with --folds\n"
      "each row is scored by the counts of the other folds. DATA is read once to find out what "
      "its\n"
      "columns are, once to be counted, whatever the number of points, and once for each part to "
      "be\n"
      "scored; for folds it is kept in memory. λ and variances are naive's; at thresholds the "
      "rule\n"
      "answers that a model would choose, unless --rule names one.",
      "tally sweep iris.csv --target species --param lambda=0.1,1,10 --estimate bayes\n"
      "tally sweep iris.csv --target species --family '*_*=bernoulli' --param binarize=0:7:0.1 "
      "--rows iris_split.json --plot --svg iris.svg\n"
      "tally sweep iris.csv --target species --param variance-floor=1e-4,1e-3,1e-2 --folds 10");
  command.arguments("DATA", inputs, kRereadDataHelp);
  command.option("--param", "NAME=POINTS", parameter,
                 "binarize, lambda or variance-floor; at START:END:STEP, or at A,B,C");
  command.option("--folds", "F", folds,
                 "deal the rows out into F folds, and score each by the others, as tally cv does");
  output.attach(command);
  columns.attach(command);
  question.attach(command);
  data.attach(command);
  command.parse(arguments);
  output.check();
  if (parameter.empty()) {
    throw Error(ErrorKind::kUsage, "which parameter? Name it with --param lambda=0:5:0.5");
  }
  const auto [name, points] = parse_assignment(parameter, "--param");
  const SweepAxis axis = parse_sweep(name, points);
  const int threads = data.threads();
  const bool is_list = points.find(':') == std::string::npos;
  const int dealt = folds ? checked_folds(*folds, data) : 0;
  check_can_read_twice(inputs, "sweep");

  std::vector<std::pair<std::string, DataOptions>> parts;
  if (data.has_rows()) {
    for (const char* part : {"train", "test"}) parts.emplace_back(part, data.with_part(part));
  } else {
    parts.emplace_back("", data);
  }
  DraftedTable drafted = open_table(inputs, parts[0].second, columns, "");
  const std::vector<std::string> guessed = drafted.draft.guessed;
  count_settled(drafted, Recount::kRecast, [&](Table& table, const Schema& schema) {
    return count_table(table, schema, threads);
  });
  tell_notes(drafted.draft);
  tell_strays(drafted.table.strays(), drafted.draft.schema);
  const Schema& schema = drafted.draft.schema;
  const auto open = [&](const DataOptions& options) {
    Table table(inputs, options.read_options(schema.missing));
    table.take_strays(guessed);
    return table;
  };
  drafted.table = open(parts[0].second);
  Sweep swept{axis, {}};
  Question start;
  if (axis.parameter == SweepParameter::kBinarize) start.rule = Rule::kAuto;
  const Question asked = question.over(start);
  if (folds) {
    swept.parts.push_back(by_folds(drafted, axis, asked, dealt, threads));
    return output.write(swept, chart_of(swept, schema.target().name, is_list));
  }
  const std::vector<Scorer> scorers = scorers_of(drafted, axis, asked, threads);
  for (const auto& [part, options] : parts) {
    Table table = open(options);
    const SweepScores scores =
        read_in_pieces(table, schema, threads, SweepScores(scorers),
                       [&](SweepScores& piece, const Batch& batch) { piece.add(batch, schema); });
    swept.parts.push_back({part, scores.figures()});
  }
  output.write(swept, chart_of(swept, schema.target().name, is_list));
}

}  // namespace tally::cli
