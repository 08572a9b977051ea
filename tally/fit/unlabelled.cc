// SPDX-License-Identifier: Apache-2.0
#include "tally/fit/unlabelled.h"

#include <algorithm>
#include <functional>
#include <span>

#include "tally/assess.h"
#include "tally/assess/left_out/left_out_score.h"
#include "tally/assess/text_rule/rows_with_texts.h"
#include "tally/assess/weights/weigh.h"
#include "tally/base/error.h"
#include "tally/base/log_math.h"
#include "tally/estimate/calibrated_said.h"

namespace tally {

namespace {

constexpr std::int64_t kMostExamples = 2048;  // rows with a class: as many as tell rules apart

// How weights are tried.
struct Trials {
  std::span<const double> weights;
  std::size_t folds = 10;
  std::int64_t most_rows = 20'000;  // without a class
  int iterations = Em::kMostIterations, iterations_of_trial = Em::kMostIterations;
};

Trials trials_of(const Schema& schema) {
  if (!schema.has_text()) return {kWeightsOfUnlabelled};
  return {kWeightsOfUnlabelledTexts, 5, 4000, 10, 5};
}

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

// What naive Bayes says about rows: log P(y) and Σ log P(x | y), [row · K + class].
struct Said {
  std::size_t classes = 0;
  std::vector<double> log_prior, log_likelihood;
  std::vector<std::size_t> truths;
  std::vector<double> times;

  // Gives the posterior of a row where what the columns say counts by a slope.
  void posterior(std::size_t row, double slope, std::vector<double>& p) const {
    std::vector<double> joint(classes), log_p(classes);
    for (std::size_t k = 0; k < classes; ++k) {
      joint[k] = log_prior[row * classes + k] + slope * log_likelihood[row * classes + k];
    }
    normalise(joint, p, log_p);
  }

  Score score(double slope) const {
    Score out;
    std::vector<double> p(classes);
    for (std::size_t row = 0; row < truths.size(); ++row) {
      posterior(row, slope, p);
      const auto greatest =
          static_cast<std::size_t>(std::max_element(p.begin(), p.end()) - p.begin());
      out.add(times[row], p[truths[row]], greatest == truths[row]);
    }
    return out;
  }

  // How the log loss changes with the slope. It is convex in it.
  double derivative(double slope) const {
    double sum = 0;
    std::vector<double> p(classes);
    for (std::size_t row = 0; row < truths.size(); ++row) {
      posterior(row, slope, p);
      double expected = 0;
      for (std::size_t k = 0; k < classes; ++k)
        expected += p[k] * log_likelihood[row * classes + k];
      sum += times[row] * (expected - log_likelihood[row * classes + truths[row]]);
    }
    return sum;
  }

  double best_slope() const {
    constexpr double kLeast = 1e-3;
    double low = kLeast, high = 1;
    if (!(derivative(high) > 0)) return high;
    if (!(derivative(low) < 0)) return low;
    for (int i = 0; i < 30; ++i) {
      const double middle = (low + high) / 2;
      (derivative(middle) > 0 ? high : low) = middle;
    }
    return (low + high) / 2;
  }
};

// The rows of the model's sample, dealt to folds. Sorted by digests, they come as by chance.
class Examples {
 public:
  Examples(const Model& model, std::size_t folds)
      : all_(with_declared_classes(model.counts)),
        labels_(all_.class_labels()),
        rows_(all_.schema()),
        times_(times_of(model.sample)),
        folds_(folds) {
    const Schema& schema = model.counts.schema();
    rows_.append(rows_with_texts(model.sample, schema));
    for (std::int64_t row = 0; row < std::min(rows_.size(), kMostExamples); ++row) {
      folds_[static_cast<std::size_t>(row) % folds].push_back(row);
    }
    std::erase_if(folds_, [](const auto& fold) { return fold.empty(); });
  }

  std::size_t folds() const { return folds_.size(); }
  const Counts& all() const { return all_; }

  // Of texts the other folds are counted: that takes less than to copy the counts of all terms.
  Counts without(std::size_t fold) const {
    if (!all_.schema().has_text()) {
      Counts counts = all_;
      const RowStore taken = repeated({fold});
      counts.take_away(taken.batch());
      return counts;
    }
    std::vector<std::size_t> others;
    for (std::size_t i = 0; i < folds(); ++i) {
      if (i != fold) others.push_back(i);
    }
    Counts counts(all_.schema());
    const RowStore rows = repeated(others);
    if (rows.size() > 0) counts.add(rows.batch());
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
      const std::size_t truth = truth_of(row);
      const auto greatest =
          static_cast<std::size_t>(std::max_element(p.begin(), p.end()) - p.begin());
      score.add(rows_.weight(row) * static_cast<double>(times_[at(row)]), p[truth],
                greatest == truth);
    }
  }

  // The same where answers are going to be set right.
  void ask(const Counts& counts, std::size_t fold, double lambda, Said& said) const {
    const RowStore asked = rows_.gather(folds_[fold]);
    Question question;
    question.lambda = lambda;
    const Scorer scorer(estimate(counts, question));
    Inference inference(scorer);
    const Posteriors& answer = inference.infer(asked.batch());
    const std::vector<double>& log_prior = scorer.estimates().log_prior;
    said.classes = labels_.size();
    std::vector<double> likelihood(labels_.size());
    for (std::int64_t i = 0; i < asked.size(); ++i) {
      const std::int64_t row = folds_[fold][at(i)];
      for (std::size_t k = 0; k < likelihood.size(); ++k) {
        likelihood[k] = answer.joint_of(i)[k] - log_prior[k];
      }
      bound_said(likelihood);
      said.log_prior.insert(said.log_prior.end(), log_prior.begin(), log_prior.end());
      said.log_likelihood.insert(said.log_likelihood.end(), likelihood.begin(), likelihood.end());
      said.truths.push_back(truth_of(row));
      said.times.push_back(rows_.weight(row) * static_cast<double>(times_[at(row)]));
    }
  }

 private:
  static std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

  std::size_t truth_of(std::int64_t row) const {
    return static_cast<std::size_t>(
        std::lower_bound(labels_.begin(), labels_.end(), rows_.target(row)) - labels_.begin());
  }

  // The rows of these folds, each as often as it was counted.
  RowStore repeated(const std::vector<std::size_t>& folds) const {
    std::vector<std::int64_t> out;
    for (const std::size_t fold : folds) {
      for (const std::int64_t row : folds_[fold]) {
        out.insert(out.end(), static_cast<std::size_t>(times_[at(row)]), row);
      }
    }
    return rows_.gather(out);
  }

  Counts all_;
  std::vector<Label> labels_;
  RowStore rows_;
  std::vector<std::int64_t> times_;               // by row
  std::vector<std::vector<std::int64_t>> folds_;  // rows of each
};

// Calls ask(counts, fold, trial) for each fold: with the counts of the others alone (trial 0), and with the rows
// without a class under each weight.
using Ask = std::function<void(const Counts& counts, std::size_t fold, std::size_t trial)>;
void try_weights(const Examples& examples, const UnlabelledRows& rows, const Trials& trials,
                 int threads, const Ask& ask) {
  const std::int64_t stride = (rows.size() + trials.most_rows - 1) / trials.most_rows;
  const UnlabelledRows some = rows.every(stride);
  for (std::size_t fold = 0; fold < examples.folds(); ++fold) {
    const Counts counts = examples.without(fold);
    if (counts.total_weight().is_zero()) continue;
    ask(counts, fold, 0);
    const Em em(counts, some, threads);
    const ClassShares start = em.shares_by_counts();
    for (std::size_t i = 0; i < trials.weights.size(); ++i) {
      const double weight = trials.weights[i] * static_cast<double>(stride);
      Counts both = counts;
      both.merge(em.run(start, weight, trials.iterations_of_trial).expected);
      ask(both, fold, i + 1);
    }
  }
}

// How naive Bayes does without rows that have no class, and with them under each weight.
struct Tried {
  std::vector<Score> scores;
  std::vector<float> slopes;  // of texts
};

Tried tried_weights(const Model& model, const UnlabelledRows& rows, const Trials& trials,
                    double lambda, int threads) {
  const Examples examples(model, trials.folds);
  Tried out;
  out.scores.resize(1 + trials.weights.size());
  if (!model.counts.schema().has_text()) {
    try_weights(examples, rows, trials, threads,
                [&](const Counts& counts, std::size_t fold, std::size_t trial) {
                  examples.ask(counts, fold, out.scores[trial]);
                });
    out.slopes.assign(out.scores.size(), 1);
    return out;
  }
  std::vector<Said> said(out.scores.size());
  try_weights(examples, rows, trials, threads,
              [&](const Counts& counts, std::size_t fold, std::size_t trial) {
                examples.ask(counts, fold, lambda, said[trial]);
              });
  for (std::size_t i = 0; i < said.size(); ++i) {
    out.slopes.push_back(static_cast<float>(said[i].best_slope()));
    out.scores[i] = said[i].score(out.slopes[i]);
  }
  return out;
}

// How a rule does on rows left out, by counts and sample alone.
std::optional<RuleScore> score_of(Rule rule, std::span<const RuleWeight> weights) {
  for (const RuleScore& score : rule_scores(weights)) {
    if (score.rule == rule) return score;
  }
  return std::nullopt;
}

// What the layer is, if one is kept.
struct Choice {
  double weight = 0, gain = 0;
  float slope = 1;
};

// Of tables: the weight that is most surely better.
Choice chosen_of_table(const Tried& tried, const Trials& trials) {
  const std::vector<Score>& scores = tried.scores;
  std::size_t best = 1;
  for (std::size_t i = 1; i < scores.size(); ++i) {
    if (scores[0].sure_gain_of(scores[i]) > scores[0].sure_gain_of(scores[best])) best = i;
  }
  if (!scores[0].is_beaten_by(scores[best], 0)) return {};
  return {trials.weights[best - 1], scores[0].log_loss() - scores[best].log_loss(), 1};
}

// Of texts: the weight of least log loss, if it is better by more than one standard error than the same model
// without these rows, and better than the learned rule.
Choice chosen_of_texts(const Model& model, const Tried& tried, const Trials& trials,
                       LearnedUnlabelled& told) {
  const std::vector<Score>& scores = tried.scores;
  std::size_t best = 1;
  for (std::size_t i = 1; i < scores.size(); ++i) {
    if (scores[i].log_loss() < scores[best].log_loss()) best = i;
  }
  const double loss = scores[best].log_loss();
  const std::vector<RuleWeight> weights = weigh(model.counts, model.sample);
  const std::optional<RuleScore> rule = score_of(Rule::kWeighted, weights),
                                 naive = score_of(Rule::kNaive, weights);
  if (rule) told.learned_rule = LearnedUnlabelled::Trial{0, rule->accuracy, rule->log_loss};
  if (!scores[0].are_enough() || !(scores[0].sure_gain_of(scores[best], 1) > 0)) return {};
  if (rule && rule->log_loss <= loss) return {};
  // Beside what naive Bayes says by the counts alone, by which rules are compared.
  const double before = naive ? naive->log_loss : scores[0].log_loss();
  return {trials.weights[best - 1], std::max(0.0, before - loss), tried.slopes[best]};
}

Choice chosen(const Model& model, const Tried& tried, const Trials& trials,
              LearnedUnlabelled& told) {
  const std::vector<Score>& scores = tried.scores;
  if (scores[0].rows() == 0) return {};
  told.trials.push_back({0, scores[0].accuracy(), scores[0].log_loss()});
  for (std::size_t i = 1; i < scores.size(); ++i) {
    told.trials.push_back({trials.weights[i - 1], scores[i].accuracy(), scores[i].log_loss()});
  }
  return model.counts.schema().has_text() ? chosen_of_texts(model, tried, trials, told)
                                          : chosen_of_table(tried, trials);
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
    throw Error(
        ErrorKind::kData,
        "no row with a class was counted, so the class of rows without one cannot be estimated");
  }
  if (!weight && model.sample.size() == 0) {
    throw Error(
        ErrorKind::kUsage,
        "the weight of rows without a class is chosen on rows that have one, and this model "
        "keeps none of them: give the weight");
  }
  const Em em(model.counts, rows, threads);
  LearnedUnlabelled told;
  const bool has_text = model.counts.schema().has_text();
  Trials trials = trials_of(model.counts.schema());
  Choice choice{weight.value_or(0), 0, 1};
  if (!weight) {
    choice = chosen(model, tried_weights(model, rows, trials, em.lambda(), threads), trials, told);
    model.expected.reset();
    if (choice.weight == 0) return told;
  } else if (has_text && model.sample.size() > 0) {
    trials.weights = std::span(&choice.weight, 1);
    choice.slope = tried_weights(model, rows, trials, em.lambda(), threads).slopes[1];
  }
  EmRun run = em.run(em.shares_by_counts(), choice.weight, trials.iterations);
  model.expected = ExpectedCounts{
      std::move(run.expected), rows.size(), choice.weight, choice.gain, false, choice.slope};
  told.weight = choice.weight;
  told.slope = choice.slope;
  told.objective = std::move(run.objective);
  return told;
}

}  // namespace tally
