// SPDX-License-Identifier: Apache-2.0
// Accuracy, log loss, likelihood, risk, confusion; and with them the figures of each class, the
// Brier score, AUC and calibration.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tally/assess/calibration.h"
#include "tally/assess/ranking.h"
#include "tally/decide.h"

namespace tally {

/// How one class fares. 0/0 is 0: a class that was never decided has the precision 0, one that has
/// no row the recall 0, and F1 is 0 for a class without either.
struct ClassSummary {
  double rows = 0;            ///< Σ w of the rows that belong to it
  double precision = 0;       ///< of the decisions for it, the right ones
  double recall = 0;          ///< of its rows, the rightly decided
  double f1 = 0;              ///< 2 · right / (rows + decisions for it)
  std::optional<double> auc;  ///< see Ranking; nothing for a truth that is no class
};

/// What `tally score` prints. A weighted row counts as its weight. Without rows every figure is 0.
struct ScoreSummary {
  double rows = 0;      ///< Σ w
  double accuracy = 0;  ///< of decisions that are the truth
  double log_loss = 0;  ///< mean of −log P(truth | x); +inf if the truth was held impossible
  double log_likelihood = 0;  ///< Σ log P(x, truth); −inf likewise
  /// How many rows each rule has answered, where there was a choice.
  std::map<Rule, std::int64_t> rules;
  bool joint_is_defined = true;  ///< else log_likelihood is 0 and means nothing (see Posteriors)
  double realised_risk = 0;      ///< mean L(decision, truth)
  double expected_risk = 0;      ///< mean of the least conditional risk
  double right = 0;              ///< Σ w of decisions that are the truth
  double impossible = 0;         ///< rows that no class can have produced; counted as wrong
  /// What always deciding for the class with the most rows would reach, and that class (of equals
  /// the first); nothing without rows.
  double largest_share = 0;
  std::optional<Label> largest;
  /// Where the rows are those that the model was fitted to: each scored by the counts of the
  /// others. To be filled in by who knows.
  struct LeftOut {
    double accuracy = 0, log_loss = 0;
  };
  std::optional<LeftOut> left_out;
  /// Mean recall of the truths that occur.
  double balanced_accuracy = 0;
  /// Mean of Σ_k (p_k − [k = truth])², from 0 to 2. An impossible row counts 1; a truth that is no
  /// class counts 1 + Σ_k p_k².
  double brier = 0;
  std::optional<double> auc;  ///< plain mean over the classes that have one
  /// Expected calibration error; of rows that are not impossible (see Calibration).
  double ece = 0;
  std::vector<ReliabilityBin> reliability;
  int top = 0;              ///< k, or 0: not asked
  double top_accuracy = 0;  ///< of rows whose truth is among the k classes of greatest posterior
  std::optional<double> accuracy_bound;  ///< to be filled in by who has the estimates
  std::vector<ClassSummary> classes;     ///< one for each of `truths`
  std::vector<Label> truths;     ///< the confusion's rows: every class, and every truth met; sorted
  std::vector<Label> decisions;  ///< the confusion's columns
  std::vector<double> confusion;  ///< [truth · decisions + decision], without impossible rows
};

/// Not to be shared between threads: score pieces, merge.
class Score {
 public:
  explicit Score(Loss loss);

  /// One row: its posteriors, the truth and its weight. A truth that is no class of the model is
  /// wrong, makes the log loss infinite and costs the most that its decision can cost. An
  /// impossible row is wrong; in the realised risk it costs as much as the dearest decision for
  /// that truth, and the same in the expected risk. A row of weight 0 is no row. REQUIRES: weight
  /// >= 0 and finite.
  void add(const Posteriors& posteriors, std::int64_t row, const Label& truth, double weight = 1);
  /// So many rows were answered by this rule, of several.
  void answered_by(Rule rule, std::int64_t rows) { rules_[rule] += rows; }
  /// REQUIRES: both were made with the same loss.
  void merge(const Score& other);

  /// `top` is the k of top-k accuracy; 0: not asked. Among equals the first in label order is the
  /// greater, as in decisions; a truth of posterior 0 is never among the top.
  ScoreSummary summary(int top = 0) const;

  const Loss& loss() const { return loss_; }
  /// The rows, by their log-odds of each class: what curves over thresholds are made of.
  const Ranking& ranking() const { return ranking_; }

 private:
  double dearest_cost(int decision, int truth) const;
  void add_probabilities(const Posteriors& posteriors, std::int64_t row, int truth, double weight);
  std::vector<ClassSummary> classes_of(const ScoreSummary& summary) const;

  Loss loss_;
  std::vector<double> risk_;  // of the row at hand
  ExactSum weight_, right_, impossible_weight_;
  ExactSum log_loss_, log_likelihood_, realised_, expected_;
  bool log_loss_infinite_ = false, log_likelihood_infinite_ = false;
  bool joint_is_defined_ = true;
  std::map<std::pair<Label, Label>, ExactSum> confusion_;  // (truth, decision)
  std::map<Label, ExactSum> truth_weights_;
  std::map<Rule, std::int64_t> rules_;
  ExactSum brier_;
  std::vector<ExactSum> ranked_;  // by how many classes stand before the truth
  Calibration calibration_;
  Ranking ranking_;
};

/// log(p_k / (1 − p_k)) of each class: tells posteriors apart that are all 1 to the last bit. What AUC ranks
/// rows by. REQUIRES: spans of one length, of a row of Posteriors.
void posterior_log_odds(std::span<const double> posterior, std::span<const double> log_posterior,
                        std::span<double> out);

/// The summary as JSON: rows, rule (the one that has answered, where there was a choice; "auto" and
/// rows_by_rule if that were several), accuracy, largest_class (class, accuracy), left_out (accuracy,
/// log_loss; where known), balanced_accuracy, log_loss, brier, auc, ece,
/// log_likelihood, realised_risk, expected_risk, impossible, top (k, accuracy; where asked),
/// accuracy_bound, classes, confusion, reliability. An infinite figure, and one that is not
/// defined, is null. The confusion is an object of objects: {"truth": {"decision": rows}}.
std::string to_json(const ScoreSummary& summary);

}  // namespace tally
