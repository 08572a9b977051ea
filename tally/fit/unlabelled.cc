// SPDX-License-Identifier: Apache-2.0
#include "tally/fit/unlabelled.h"

#include <algorithm>
#include <cmath>

#include "tally/assess/left_out_score.h"
#include "tally/base/error.h"

namespace tally {

namespace {

constexpr std::size_t kMostCompared = 2048;  // rows, as many as tell rules apart

// Rows of the sample whose class has others.
class Examples {
 public:
  explicit Examples(const Model& model) : batch_(batch_of(model.sample, model.counts.schema())) {
    const Schema& schema = model.counts.schema();
    const std::vector<std::int64_t> times = times_of(model.sample);
    const std::vector<Counts::Class> classes = model.counts.classes();
    const Column& target = *batch_.find(schema.target().name);
    const Column* const weights =
        schema.weight() == nullptr ? nullptr : batch_.find(schema.weight()->name);
    for (std::int64_t row = 0; row < batch_.rows && rows_.size() < kMostCompared; ++row) {
      const double weight = weights == nullptr ? 1 : std::get<Numbers>(*weights).at(row);
      const Label label = *cell_label(target, row);
      ExactSum own;
      own.add(weight);
      const bool is_alone = std::any_of(
          classes.begin(), classes.end(),
          [&](const Counts::Class& klass) { return klass.label == label && klass.weight == own; });
      if (is_alone) continue;
      rows_.push_back({row, weight * static_cast<double>(times[static_cast<std::size_t>(row)])});
    }
  }

  bool empty() const { return rows_.empty(); }
  LeftOutScore score(const Counts& counts) const { return naive_left_out(counts, batch_, rows_); }

 private:
  Batch batch_;
  std::vector<RowLeftOut> rows_;
};

struct Attempt {
  double weight;
  EmRun run;
  LeftOutScore score;
};

// What it costs to have chosen among so many, in nats.
double cost_of_choice() { return std::log(static_cast<double>(kWeightsOfUnlabelled.size())); }

ExpectedCounts layer_of(Counts expected, const UnlabelledRows& rows, double weight) {
  return {std::move(expected), rows.size(), weight, false};
}

}  // namespace

const LearnedUnlabelled::Trial& LearnedUnlabelled::best() const {
  return *std::min_element(trials.begin() + 1, trials.end(),
                           [](const Trial& a, const Trial& b) { return a.log_loss < b.log_loss; });
}

LearnedUnlabelled learn_unlabelled(Model& model, const UnlabelledRows& rows,
                                   std::optional<double> weight, int threads) {
  if (weight && !(*weight > 0 && *weight <= 1)) {
    throw Error(
        ErrorKind::kUsage,
        "the weight of a row without a class is above 0 and at most 1, found " + shortest(*weight));
  }
  if (model.counts.total_weight().is_zero()) {
    throw Error(ErrorKind::kData,
                "no row with a class was counted, so nothing says where rows without one belong");
  }
  const Em em(model.counts, rows, threads);
  const Shares start = em.shares_by_counts();
  LearnedUnlabelled told;
  if (weight) {
    EmRun run = em.run(start, *weight);
    model.expected = layer_of(std::move(run.expected), rows, *weight);
    told.weight = *weight;
    told.objective = std::move(run.objective);
    return told;
  }
  if (model.sample.size() == 0) {
    throw Error(ErrorKind::kUsage,
                "how much rows without a class count is found out on rows that have one, and this "
                "model keeps none of them: say how much");
  }
  const Examples examples(model);
  model.expected.reset();
  if (examples.empty()) return told;
  const Counts plain = model.counts.recast(schema_of_expected(model.counts.schema()));
  const LeftOutScore without = examples.score(plain);
  told.trials.push_back({0, without.accuracy(), without.log_loss()});
  std::optional<Attempt> best;
  for (const double tried : kWeightsOfUnlabelled) {
    EmRun run = em.run(start, tried);
    Counts both = plain;
    both.merge(run.expected, threads);
    LeftOutScore score = examples.score(both);
    told.trials.push_back({tried, score.accuracy(), score.log_loss()});
    if (best && score.log_loss() >= best->score.log_loss()) continue;
    best = {tried, std::move(run), std::move(score)};
  }
  if (!without.is_beaten_by(best->score, cost_of_choice())) return told;
  told.weight = best->weight;
  told.objective = std::move(best->run.objective);
  model.expected = layer_of(std::move(best->run.expected), rows, best->weight);
  return told;
}

}  // namespace tally
