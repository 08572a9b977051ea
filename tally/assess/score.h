// Accuracy, log loss, likelihood, risk and confusion.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tally/decide.h"

namespace tally {

/// What `tally score` prints. A weighted row counts as its weight. Without rows every figure is 0.
struct ScoreSummary {
  double rows = 0;      ///< Σ w
  double accuracy = 0;  ///< of decisions that are the truth
  double log_loss = 0;  ///< mean of −log P(truth | x); +inf if the truth was held impossible
  double log_likelihood = 0;     ///< Σ log P(x, truth); −inf likewise
  double realised_risk = 0;      ///< mean L(decision, truth)
  double expected_risk = 0;      ///< mean of the least conditional risk
  double right = 0;              ///< Σ w of decisions that are the truth
  double impossible = 0;         ///< rows that no class can have produced; counted as wrong
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
  /// REQUIRES: both were made with the same loss.
  void merge(const Score& other);

  ScoreSummary summary() const;

 private:
  double dearest_cost(int decision, int truth) const;

  Loss loss_;
  std::vector<double> risk_;  // of the row at hand
  ExactSum weight_, right_, impossible_weight_;
  ExactSum log_loss_, log_likelihood_, realised_, expected_;
  bool log_loss_infinite_ = false, log_likelihood_infinite_ = false;
  std::map<std::pair<Label, Label>, ExactSum> confusion_;  // (truth, decision)
};

/// The summary as JSON with the keys accuracy, log_loss, log_likelihood, realised_risk,
/// expected_risk, confusion, rows, impossible; an infinite figure is null. The confusion is an
/// object of objects: {"truth": {"decision": rows}}.
std::string to_json(const ScoreSummary& summary);

}  // namespace tally
