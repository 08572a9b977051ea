// SPDX-License-Identifier: Apache-2.0
#include "tally/fit/unlabelled.h"

#include <algorithm>

#include "tally/assess/left_out_score.h"
#include "tally/assess/row_store.h"
#include "tally/base/error.h"

namespace tally {

namespace {

constexpr std::size_t kFolds = 10;
constexpr std::int64_t kMostExamples = 2048;  // rows with a class: as many as tell rules apart
constexpr std::int64_t kMostTried = 20'000;   // rows without one

using Score = LeftOutScore;

// The same sums, where all classes are declared: one stays a class when its rows are taken out.
Counts with_declared_classes(const Counts& counts) {
  Schema schema = schema_of_expected(counts.schema());
  for (ColumnSchema& column : schema.columns) {
    if (column.role == Role::kTarget) column.values = counts.class_labels();
  }
  Counts out(schema);
  counts.recast(schema_of_expected(counts.schema())).for_each_row([&](const CountRow& row) {
    out.add_row(row);
  });
  return out;
}

// The rows of the model's sample, dealt to folds. Sorted by digests, they come as by chance.
class Examples {
 public:
  explicit Examples(const Model& model)
      : all_(with_declared_classes(model.counts)),
        labels_(all_.class_labels()),
        rows_(all_.schema()),
        times_(times_of(model.sample)),
        folds_(kFolds) {
    rows_.append(batch_of(model.sample, model.counts.schema()));
    for (std::int64_t row = 0; row < std::min(rows_.size(), kMostExamples); ++row) {
      folds_[static_cast<std::size_t>(row) % kFolds].push_back(row);
    }
    std::erase_if(folds_, [](const auto& fold) { return fold.empty(); });
  }

  std::size_t folds() const { return folds_.size(); }
  const Counts& all() const { return all_; }

  Counts without(std::size_t fold) const {
    std::vector<std::int64_t> repeated;
    for (const std::int64_t row : folds_[fold]) {
      repeated.insert(repeated.end(), static_cast<std::size_t>(times_[at(row)]), row);
    }
    Counts counts = all_;
    const RowStore taken = rows_.gather(repeated);
    counts.take_away(taken.batch());
    return counts;
  }

  // Naive Bayes is asked about the rows of a fold.
  void ask(const Counts& counts, std::size_t fold, Score& score) const {
    const RowStore asked = rows_.gather(folds_[fold]);
    const Scorer scorer(estimate(counts, Question{}));
    Inference inference(scorer);
    const Posteriors& answer = inference.infer(asked.batch());
    for (std::int64_t i = 0; i < asked.size(); ++i) {
      const std::int64_t row = folds_[fold][at(i)];
      const std::span<const double> p = answer.posterior_of(i);
      const auto truth = static_cast<std::size_t>(
          std::lower_bound(labels_.begin(), labels_.end(), rows_.target(row)) - labels_.begin());
      const auto greatest =
          static_cast<std::size_t>(std::max_element(p.begin(), p.end()) - p.begin());
      score.add(rows_.weight(row) * static_cast<double>(times_[at(row)]), p[truth],
                greatest == truth);
    }
  }

 private:
  static std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

  Counts all_;
  std::vector<Label> labels_;
  RowStore rows_;
  std::vector<std::int64_t> times_;               // by row
  std::vector<std::vector<std::int64_t>> folds_;  // rows of each
};

// How naive Bayes does without rows that have no class, and with them under each weight.
std::vector<Score> tried_weights(const Examples& examples, const UnlabelledRows& rows,
                                 int threads) {
  const std::int64_t stride = (rows.size() + kMostTried - 1) / kMostTried;
  const UnlabelledRows some = rows.every(stride);
  std::vector<Score> scores(1 + kWeightsOfUnlabelled.size());
  for (std::size_t fold = 0; fold < examples.folds(); ++fold) {
    const Counts counts = examples.without(fold);
    if (counts.total_weight().is_zero()) continue;
    examples.ask(counts, fold, scores[0]);
    const Em em(counts, some, threads);
    const Shares start = em.shares_by_counts();
    for (std::size_t i = 0; i < kWeightsOfUnlabelled.size(); ++i) {
      Counts both = counts;
      both.merge(em.run(start, kWeightsOfUnlabelled[i] * static_cast<double>(stride)).expected);
      examples.ask(both, fold, scores[i + 1]);
    }
  }
  return scores;
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
  if (!weight && model.sample.size() == 0) {
    throw Error(ErrorKind::kUsage,
                "how much rows without a class count is found out on rows that have one, and this "
                "model keeps none of them: say how much");
  }
  const Em em(model.counts, rows, threads);
  LearnedUnlabelled told;
  double gain = 0;
  if (!weight) {
    const std::vector<Score> scores = tried_weights(Examples(model), rows, threads);
    model.expected.reset();
    if (scores[0].rows() == 0) return told;
    told.trials.push_back({0, scores[0].accuracy(), scores[0].log_loss()});
    std::size_t best = 1;
    for (std::size_t i = 1; i < scores.size(); ++i) {
      told.trials.push_back(
          {kWeightsOfUnlabelled[i - 1], scores[i].accuracy(), scores[i].log_loss()});
      if (scores[0].sure_gain_of(scores[i]) > scores[0].sure_gain_of(scores[best])) best = i;
    }
    if (!scores[0].is_beaten_by(scores[best], 0)) return told;
    weight = kWeightsOfUnlabelled[best - 1];
    gain = scores[0].log_loss() - scores[best].log_loss();
  }
  EmRun run = em.run(em.shares_by_counts(), *weight);
  model.expected = ExpectedCounts{std::move(run.expected), rows.size(), *weight, gain, false};
  told.weight = *weight;
  told.objective = std::move(run.objective);
  return told;
}

}  // namespace tally
