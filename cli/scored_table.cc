// SPDX-License-Identifier: Apache-2.0
#include "cli/scored_table.h"

#include <nlohmann/json.hpp>

#include "cli/print/output.h"

namespace tally::cli {

namespace {

// Scores the batches of one thread.
struct Assessor {
  Assessor(const Asker& asker, const Counts& counts)
      : inference(asker.scorer()), scored{Score(asker.loss()), UnseenValues(counts), {}, 0} {}

  Inference inference;
  ScoredTable scored;
};

void assess(Assessor& assessor, const Batch& batch, const Schema& schema,
            std::optional<std::size_t> spam, const std::vector<Label>& classes) {
  ScoredTable& scored = assessor.scored;
  const Posteriors& answers = assessor.inference.infer(batch);
  scored.unseen.add(batch);
  const auto& truths = std::get<Codes>(*batch.find(schema.target().name));
  const ColumnSchema* const weight = schema.weight();
  const Column* const column = weight == nullptr ? nullptr : batch.find(weight->name);
  std::vector<double> weights;
  if (column != nullptr) weights = checked_weights(batch, *column, weight->name);
  for_each_code(truths, batch.rows, [&](std::int64_t row, std::int32_t code) {
    if (code < 0) {
      ++scored.without_target;
      return;
    }
    const Label& truth = truths.dictionary->label(code);
    scored.score.add(answers, row, truth,
                     weights.empty() ? 1 : weights[static_cast<std::size_t>(row)]);
    if (spam) scored.cut_offs.add(answers.posterior_of(row)[*spam], truth == classes[*spam]);
  });
}

// Above this the second reading, and as many subtractions, are left to `tally cv`.
constexpr double kMostLeftOut = 100'000;

// A model knows its own rows too well. If these are its rows (they give its counts, to the last
// bit), each is scored by the counts of the others as well.
std::optional<ScoreSummary::LeftOut> left_out(const Asked& asked, Table table, int threads) {
  const Counts& counts = asked.model.counts;
  RowStore rows(counts.schema());
  Piece counted = count_quietly(
      table, counts.schema(), threads, counts.schema(),
      [&](const Batch& batch) { rows.append(batch); }, Kept{});
  if (!has_counted(counts, std::move(counted.counts))) return std::nullopt;
  if (rule_of(asked.question, asked.model.rule) == Rule::kTan) {
    tell(
        "note: these are the rows of the fit, which the model knows too well, and the rule tan "
        "draws its tree "
        "from all of them: tally cv scores it by folds");
    return std::nullopt;
  }
  const ScoreSummary summary =
      leave_one_out(rows, counts, {asked.question}, asked.loss, threads).front().summary();
  return ScoreSummary::LeftOut{summary.accuracy, summary.log_loss};
}

}  // namespace

ScoredTable score_table(const Asked& asked, const Asker& asker, Table& table,
                        std::optional<std::size_t> spam, int threads) {
  const Schema& schema = asked.model.counts.schema();
  std::vector<Assessor> assessors;
  for (int worker = 0; worker < threads; ++worker)
    assessors.emplace_back(asker, asked.model.counts);
  table.read(schema, threads,
             [&](const Batch& batch, int worker) -> Table::Finish {
               assess(assessors[static_cast<std::size_t>(worker)], batch, schema, spam,
                      asked.loss.classes());
               return {};
             },
             {Role::kWeight});
  ScoredTable& whole = assessors.front().scored;
  for (std::size_t i = 1; i < assessors.size(); ++i) {
    const ScoredTable& other = assessors[i].scored;
    whole.score.merge(other.score);
    whole.without_target += other.without_target;
    whole.cut_offs.merge(other.cut_offs);
    whole.unseen.merge(other.unseen);
  }
  return std::move(whole);
}

void complete(ScoreSummary& summary, const Asked& asked, const Asker& asker, int threads,
              const std::function<std::optional<Table>()>& again) {
  if (summary.rows == 0) throw Error(ErrorKind::kData, "there is no row with a target to score");
  summary.accuracy_bound = accuracy_bound(asker.scorer().estimates());
  const Counts& counts = asked.model.counts;
  const bool may_be_of_the_fit =
      summary.rows == counts.total_weight().to_double() && summary.rows >= 2;
  if (!is_mail(counts.schema()) && may_be_of_the_fit && summary.rows <= kMostLeftOut &&
      counts.exact()) {
    if (std::optional<Table> table = again()) {
      summary.left_out = left_out(asked, *std::move(table), threads);
    }
  }
  if (const std::optional<Rule> rule = asked.named_rule()) {
    summary.rules = {{*rule, static_cast<std::int64_t>(summary.rows)}};
  }
}

std::string scored_json(const ScoreSummary& summary, const ScoredTable& scored,
                        bool with_cut_offs) {
  if (!with_cut_offs) return to_json(summary);
  auto out = nlohmann::ordered_json::parse(to_json(summary));
  out["cut_offs"] = nlohmann::ordered_json::parse(scored.cut_offs.json());
  return out.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace tally::cli
