// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "tally/base/error.h"
#include "tally/base/log_math.h"
#include "tally/estimate/calibrated_said.h"
#include "tally/infer/feature_scorer.h"
#include "tally/infer/fisher.h"
#include "tally/infer/full/full_sum.h"
#include "tally/infer/learned_rule.h"
#include "tally/infer/term_scorer.h"
#include "tally/infer/text_rule/text_sum.h"
#include "tally/infer/weighted_sum.h"
#include "tally/inside/infer.h"

namespace tally {

namespace {

std::vector<ColumnToRead> columns_read(const Estimates& estimates) {
  std::vector<ColumnToRead> columns;
  for (const FeatureEstimate& feature : estimates.features) {
    for (ColumnToRead& column : columns_read(feature)) columns.push_back(std::move(column));
  }
  if (estimates.full != nullptr) {
    for (ColumnToRead& column : FullSum(*estimates.full).columns_read()) {
      columns.push_back(std::move(column));
    }
  }
  if (estimates.texts != nullptr) {
    for (ColumnToRead& column : TextSum(*estimates.texts).columns_read()) {
      columns.push_back(std::move(column));
    }
  }
  return columns;
}

const std::vector<const Column*>& bind_all(Binding& binding, const Batch& batch) {
  const std::vector<const Column*>& columns = binding.bind(batch);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i] == nullptr) {
      throw Error(ErrorKind::kData, "the model reads this column, and the data do not have it",
                  {batch.file, -1, -1, binding.names()[i]});
    }
  }
  return columns;
}

// The cells of one row that a feature reads.
struct FeatureRow {
  FeatureRow(const FeatureEstimate& feature, const Batch& batch, std::int64_t row)
      : binding(columns_read(feature)),
        one(slice(batch, row, row + 1, binding.names(), bind_all(binding, batch))) {
    for (const NamedColumn& column : one.columns) cells.push_back(&column.values);
  }
  FeatureRow(const FeatureRow&) = delete;
  FeatureRow& operator=(const FeatureRow&) = delete;

  Binding binding;
  Batch one;
  std::vector<const Column*> cells;
};

void add_all(std::span<const double> from, std::span<double> to) {
  for (std::size_t i = 0; i < from.size(); ++i) to[i] += from[i];
}

}  // namespace

struct Inference::State {
  explicit State(const Scorer& scorer_of_all)
      : scorer(scorer_of_all), binding(columns_read(scorer_of_all.estimates())) {
    const Estimates& estimates = scorer.estimates();
    for (const FeatureEstimate& feature : estimates.features) {
      widths.push_back(columns_read(feature).size());
      if (estimates.combine == Combine::kFisher) {
        witnesses.push_back(make_witness_scorer(feature, estimates));
        continue;
      }
      if (std::holds_alternative<LeaningTable>(feature.table)) {
        features.push_back(nullptr);
        continue;
      }
      std::unique_ptr<TermScorer> text =
          estimates.combine == Combine::kMean ? make_term_scorer(feature) : nullptr;
      features.push_back(text != nullptr ? nullptr
                                         : make_feature_scorer(feature, scorer.classes()));
      texts.push_back(std::move(text));
    }
    if (estimates.combine == Combine::kLearned) rule.emplace(estimates);
    if (estimates.weighted) weighted.emplace(estimates);
    if (estimates.full != nullptr) full.emplace(*estimates.full);
    if (estimates.texts != nullptr) rule_of_texts.emplace(*estimates.texts);
    answer.classes = scorer.classes();
    answer.joint_is_defined = scorer.joint_is_defined();
  }

  // Calls f(feature, its columns) for every feature; gives the columns that none of them reads.
  template <class F>
  std::span<const Column* const> for_each_feature(const Batch& batch, F&& f) {
    std::span<const Column* const> columns = bind_all(binding, batch);
    for (std::size_t j = 0; j < widths.size(); ++j) {
      f(j, columns.first(widths[j]));
      columns = columns.subspan(widths[j]);
    }
    return columns;
  }

  void add_prior(std::size_t rows) { start_from(scorer.estimates().log_prior, rows); }
  void start_from(const std::vector<double>& start, std::size_t rows) {
    answer.log_joint.clear();
    for (std::size_t row = 0; row < rows; ++row) {
      answer.log_joint.insert(answer.log_joint.end(), start.begin(), start.end());
    }
  }

  // The sum, and the mean of the texts where one is asked for.
  void add_likelihoods(const Batch& batch) {
    add_prior(static_cast<std::size_t>(batch.rows));
    of_texts.assign(answer.log_joint.size(), 0);
    known.assign(static_cast<std::size_t>(batch.rows), 0);
    bool any_text = false;
    for_each_feature(batch, [&](std::size_t j, std::span<const Column* const> columns) {
      if (texts[j] == nullptr) return features[j]->add(batch, columns, answer.log_joint);
      any_text = true;
      texts[j]->add(batch, columns, of_texts);
      add_all(texts[j]->known(), known);
    });
    if (!any_text) return;
    for (std::size_t i = 0; i < of_texts.size(); ++i) {
      const double terms = known[i / answer.classes];
      if (terms > 0) answer.log_joint[i] += of_texts[i] / terms;
    }
  }

  // What is impossible stays so, whatever the slope; the rest is heard as it was when the slope was
  // learned.
  void calibrate() {
    const Calibrator& calibrator = *scorer.estimates().calibrator;
    const std::vector<double>& log_prior = scorer.estimates().log_prior;
    const std::size_t K = answer.classes;
    std::vector<double> said(K);
    for (std::size_t at = 0; at < answer.log_joint.size(); at += K) {
      const std::span<double> scores = std::span(answer.log_joint).subspan(at, K);
      for (std::size_t k = 0; k < K; ++k) {
        said[k] = scores[k] == kLogZero ? kLogZero : scores[k] - log_prior[k];
      }
      bound_said(said);
      for (std::size_t k = 0; k < K; ++k) {
        if (scores[k] == kLogZero) continue;
        scores[k] = log_prior[k] + calibrator.biases[k] + calibrator.slope * said[k];
      }
    }
  }

  void hear_witnesses(const Batch& batch) {
    heard.assign(static_cast<std::size_t>(batch.rows) * answer.classes, {});
    for_each_feature(batch, [&](std::size_t j, std::span<const Column* const> columns) {
      witnesses[j]->add(batch, columns, heard);
    });
    answer.log_joint.clear();
    for (const Witnesses& of_class : heard) answer.log_joint.push_back(of_class.log_verdict());
  }

  void follow_rule(const Batch& batch) {
    add_prior(static_cast<std::size_t>(batch.rows));
    rule->start();
    for_each_feature(batch, [&](std::size_t j, std::span<const Column* const> columns) {
      if (features[j] != nullptr) return features[j]->add(batch, columns, answer.log_joint);
      rule->listen(scorer.estimates().features[j], batch, *columns[0]);
    });
    rule->finish(batch.rows, answer.log_joint);
  }

  void weigh(const Batch& batch) {
    start_from(scorer.estimates().weighted->start, static_cast<std::size_t>(batch.rows));
    const std::span<const Column* const> others =
        for_each_feature(batch, [&](std::size_t j, std::span<const Column* const> columns) {
          weighted->add(j, *features[j], batch, columns, answer.log_joint);
        });
    if (full) {
      full->read(batch, others);
      full->add(answer.log_joint);
    }
    if (rule_of_texts) {
      rule_of_texts->read(batch, others);
      rule_of_texts->add(answer.log_joint);
    }
    weighted->finish(answer.log_joint);
  }

  const Scorer& scorer;
  Binding binding;
  std::vector<std::unique_ptr<FeatureScorer>> features;
  std::vector<std::unique_ptr<TermScorer>> texts;         // under kMean, in place of the feature
  std::vector<std::unique_ptr<WitnessScorer>> witnesses;  // under kFisher, in place of both
  std::optional<RuleScorer> rule;                         // under kLearned, for the texts
  std::optional<WeightedSum> weighted;                    // under Rule::kWeighted and kFull
  std::optional<FullSum> full;                            // under Rule::kFull, for the rest
  std::optional<TextSum> rule_of_texts;                   // under Rule::kWeighted, for the texts
  std::vector<std::size_t> widths;                        // how many columns each feature reads
  std::vector<double> of_texts;                           // [row · K + class]
  std::vector<double> known;                              // [row]: terms
  std::vector<Witnesses> heard;                           // [row · K + class]
  Posteriors answer;
};

Inference::Inference(const Scorer& scorer) : state_(std::make_unique<State>(scorer)) {}
Inference::~Inference() = default;
Inference::Inference(Inference&&) noexcept = default;

const Posteriors& Inference::infer(const Batch& batch) {
  Posteriors& answer = state_->answer;
  const std::size_t K = answer.classes;
  const auto rows = static_cast<std::size_t>(batch.rows);
  answer.rows = batch.rows;
  answer.posterior.resize(rows * K);
  answer.log_posterior.resize(rows * K);
  answer.log_evidence.resize(rows);
  if (state_->weighted) {
    state_->weigh(batch);
  } else if (state_->scorer.estimates().combine == Combine::kFisher) {
    state_->hear_witnesses(batch);
  } else if (state_->rule) {
    state_->follow_rule(batch);
  } else {
    state_->add_likelihoods(batch);
    if (state_->scorer.estimates().calibrator) state_->calibrate();
  }
  for (std::size_t row = 0; row < rows; ++row) {
    const auto part = [&](std::vector<double>& all) { return std::span(all).subspan(row * K, K); };
    answer.log_evidence[row] =
        normalise(part(answer.log_joint), part(answer.posterior), part(answer.log_posterior));
    // NaN is neither; it must not reach anybody who would print it or decide by it.
    if (!(answer.log_evidence[row] < std::numeric_limits<double>::infinity())) {
      throw Error(ErrorKind::kData,
                  Remark{"the model gives this row no probability that can be computed: its "
                         "counts, its rule or the question overflow the range of doubles",
                         {Remedy::of(RemedyKind::kWorkRuleOut)}},
                  batch.place(static_cast<std::int64_t>(row), ""));
    }
  }
  return answer;
}

void feature_log_likelihood(const FeatureEstimate& feature, std::size_t classes, const Batch& batch,
                            std::int64_t row, std::span<double> out) {
  const FeatureRow read(feature, batch, row);
  std::fill(out.begin(), out.end(), 0.0);
  make_feature_scorer(feature, classes)->add(read.one, read.cells, out);
}

std::vector<RuleVerdict> rule_verdicts(const Estimates& estimates, const Batch& batch,
                                       std::int64_t row) {
  RuleScorer rule(estimates);
  const std::size_t K = estimates.classes.size(), parts = estimates.rule.parts.size();
  std::vector<double> log_joint = estimates.log_prior, of_feature(K);
  for (const FeatureEstimate& feature : estimates.features) {
    if (std::holds_alternative<LeaningTable>(feature.table)) {
      rule.listen(feature, batch, *batch.find(feature.columns[0]));
    } else {
      feature_log_likelihood(feature, K, batch, row, of_feature);
      add_all(of_feature, log_joint);
    }
  }
  const std::span<const double> found = rule.parts_of(row);
  std::vector<RuleVerdict> out;
  for (std::size_t told = 0; told < told_classes(K); ++told) {
    RuleVerdict& verdict = out.emplace_back();
    verdict.klass = told_class(told, K);
    verdict.before = log_odds(log_joint, verdict.klass);
    verdict.parts.assign(found.begin() + static_cast<std::ptrdiff_t>(told * parts),
                         found.begin() + static_cast<std::ptrdiff_t>((told + 1) * parts));
    verdict.logit = verdict.before + rule.weighted(told);
  }
  return out;
}

std::vector<FisherVerdict> fisher_verdicts(const Estimates& estimates, const Batch& batch,
                                           std::int64_t row) {
  std::vector<Witnesses> heard(estimates.classes.size());
  for (const FeatureEstimate& feature : estimates.features) {
    const FeatureRow read(feature, batch, row);
    make_witness_scorer(feature, estimates)->add(read.one, read.cells, heard);
  }
  std::vector<FisherVerdict> out;
  for (const Witnesses& one : heard) {
    FisherVerdict& verdict = out.emplace_back();
    verdict.witnesses = one.n;
    verdict.log_s = one.log_verdict();
    if (one.n == 0) continue;
    verdict.log_tail_for = chi_square_tails(one.n, -one.log_f).log_upper;
    verdict.log_tail_against = chi_square_tails(one.n, -one.log_rest).log_upper;
  }
  return out;
}

}  // namespace tally
