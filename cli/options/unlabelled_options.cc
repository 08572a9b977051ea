// SPDX-License-Identifier: Apache-2.0
#include "cli/options/unlabelled_options.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/print/output.h"
#include "cli/print/progress.h"
#include "tally/inside/explain.h"

namespace tally::cli {

namespace {

std::string rows_text(std::int64_t rows) {
  return counted(static_cast<std::size_t>(rows), "row", "rows");
}

}  // namespace

UnlabelledRows read_unlabelled(Table& table, const Schema& schema, int threads) {
  UnlabelledRows rows(schema);
  const Progress progress(table);
  table.read(schema, threads,
             [&](const Batch& batch, int) -> Table::Finish {
               return [&rows, &batch] { rows.append(batch); };
             },
             {Role::kTarget, Role::kWeight});
  return rows;
}

void UnlabelledOptions::attach(Command& command) {
  command.heading("Rows without a class");
  command.option("--unlabelled", "FILE", files_,
                 "learn from the rows of this table that have no class too, by EM, as far as that "
                 "helps. Rows that have a class are skipped");
  command.option("--unlabelled-weight", "W", weight_,
                 "how much such a row counts, above 0 and up to 1 (default: what is best for rows "
                 "left out, or nothing)");
}

void UnlabelledOptions::check() const {
  if (weight_ && !any()) {
    throw Error(ErrorKind::kUsage, "--unlabelled-weight goes with --unlabelled FILE");
  }
  if (weight_ && !(*weight_ > 0 && *weight_ <= 1)) {
    throw Error(ErrorKind::kUsage, "--unlabelled-weight " + in_quotes(shortest(*weight_)) +
                                       ": expected a number above 0 and up to 1");
  }
}

UnlabelledRows UnlabelledOptions::read(const Schema& schema, const DataOptions& data) const {
  ReadOptions options = data.read_options(schema.missing);
  options.rows.reset();  // those of DATA
  Table table(files_, options);
  UnlabelledRows rows = read_unlabelled(table, schema, data.threads());
  if (rows.size() > 0) return rows;
  throw Error(
      ErrorKind::kData,
      rows.with_class() == 0
          ? "there is no row to learn from"
          : fmt::format("every row has a class ({}): there is none to learn from without one",
                        rows.with_class()),
      {files_.front(), -1, -1, ""});
}

LearnedFrom learn_from(const UnlabelledOptions& options, const DataOptions& data, Model& model) {
  const UnlabelledRows rows = options.read(model.counts.schema(), data);
  if (options.needs_sample() && model.sample.size() == 0) {
    throw Error(
        ErrorKind::kUsage,
        "the weight of rows without a class is chosen on rows that have one, and this model "
        "keeps no sample of them: give it with --unlabelled-weight");
  }
  return {rows.size(), rows.with_class(),
          learn_unlabelled(model, rows, options.weight(), data.threads())};
}

void tell_iterations(const std::vector<double>& objective) {
  for (std::size_t i = 0; i < objective.size(); ++i) {
    tell(fmt::format("  iteration {}: log likelihood {:.2f}", i + 1, objective[i]));
  }
}

void tell_unlabelled(const LearnedFrom& learned) {
  tell(rows_text(learned.rows) + " without a class" +
       (learned.with_class == 0 ? "" : "; " + rows_text(learned.with_class) + " with one skipped"));
  const LearnedUnlabelled& told = learned.told;
  tell_iterations(told.objective);
  if (told.trials.empty()) {
    return tell(told.weight > 0
                    ? "  weight " + shortest(told.weight) + ", as told"
                    : "  not used: no row with a class can be left out to see whether they help");
  }
  const LearnedUnlabelled::Trial &without = told.without(), &best = told.best();
  if (told.weight == 0 && told.learned_rule && told.learned_rule->log_loss <= best.log_loss) {
    return tell(fmt::format(
        "  not used: the rule weighted has log loss {:.4f} on rows left out, and naive Bayes with "
        "them {:.4f} at best (weight {})",
        told.learned_rule->log_loss, best.log_loss, shortest(best.weight)));
  }
  if (told.weight == 0) {
    return tell(
        fmt::format("  not used: naive Bayes has log loss {:.4f} on rows left out, and with them "
                    "{:.4f} at best (weight {}), which is no better or may be chance",
                    without.log_loss, best.log_loss, shortest(best.weight)));
  }
  const LearnedUnlabelled::Trial& taken =
      *std::find_if(told.trials.begin(), told.trials.end(),
                    [&](const auto& trial) { return trial.weight == told.weight; });
  tell(fmt::format(
      "  weight {}: naive Bayes has accuracy {:.4f}, log loss {:.4f} on rows left out, "
      "and without them {:.4f}, {:.4f}",
      shortest(taken.weight), taken.accuracy, taken.log_loss, without.accuracy, without.log_loss));
  if (told.learned_rule) {
    tell(fmt::format("  slope {:.4f}, λ = {}; the rule weighted has {:.4f}, {:.4f} without them",
                     told.slope, shortest(Em::kLambdaOfTexts), told.learned_rule->accuracy,
                     told.learned_rule->log_loss));
  }
}

void ClusterOptions::attach(Command& command) {
  command.option(
      "--clusters", "N", clusters_,
      "instead of --target: find N clusters in all rows by EM, called 1 … N, the largest "
      "first; they are the classes of the column 'cluster'");
  command.option("--starts", "N", starts_, "with --clusters: how many random starts (default 10)");
  command.option("--seed", "S", seed_,
                 "with --clusters: another seed starts elsewhere (default 0)");
}

std::int64_t ClusterOptions::clusters() const {
  constexpr std::int64_t kMost = 1000;
  if (!clusters_) throw Error(ErrorKind::kUsage, "--seed and --starts go with --clusters N");
  if (*clusters_ >= 2 && *clusters_ <= kMost) return *clusters_;
  throw Error(ErrorKind::kUsage,
              fmt::format("--clusters {}: expected a number from 2 to {}", *clusters_, kMost));
}

ClusterStarts ClusterOptions::starts() const {
  constexpr std::int64_t kMost = 10'000;
  const std::int64_t starts = starts_.value_or(10);
  if (starts < 1 || starts > kMost) {
    throw Error(ErrorKind::kUsage,
                fmt::format("--starts {}: expected a number from 1 to {}", starts, kMost));
  }
  return {static_cast<std::uint64_t>(seed_.value_or(0)), static_cast<int>(starts)};
}

ColumnSample cluster_sample(std::int64_t clusters) {
  ColumnSample out;
  out.name = kCluster;
  out.cells = out.distinct = clusters;
  out.booleans = false;
  out.is_whole = true;
  for (std::int64_t k = 1; k <= clusters; ++k) {
    out.examples += (k == 1 ? "" : ",") + std::to_string(k);
  }
  return out;
}

}  // namespace tally::cli
