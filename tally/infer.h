// SPDX-License-Identifier: Apache-2.0
// infer: a row and the tables in, the posterior out.
//
//   log joint      log P(x, y) = log P(y) + Σ_j log P(x_j | y)
//   log evidence   log P(x)    = log Σ_y P(x, y)
//   log posterior  log P(y | x) = log P(x, y) − log P(x)
//
//   const Scorer scorer(estimate(counts, question));   // immutable: one for all threads
//   Inference inference(scorer);                       // one per thread
//   const Posteriors& answer = inference.infer(batch);
//
// A missing cell leaves its factor out. The multinomial coefficient is the same for every class and
// is left out of joint and evidence.
//
// The terms of texts may be combined in other ways (Question::combine), because they are far from
// independent:
//
//   mean     log P(y) + (Σ over the texts' terms) / (number of terms known) + the other features
//   fisher   every term with f(w) far from ½, and every other feature, is a witness; no prior
//            (fisher.h)
//   learned  the log-odds of the prior and the other features, and a weighted sum of what the texts
//            say; the weights are learned (estimate/learned_rule.h). With two classes one logit
//            decides; with more, each class against the rest, and the answers are normalised
//
// These, and complement weights, do not give a joint probability but scores. The posterior is
// computed from scores as it is from joints.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "tally/estimate.h"

namespace tally {

struct FeatureEstimate;  // one of the tables: estimate/estimates.h

/// Immutable; may be shared between threads.
class Scorer {
 public:
  explicit Scorer(Estimates estimates);
  const Estimates& estimates() const { return *estimates_; }
  std::size_t classes() const;
  /// See Posteriors::joint_is_defined.
  bool joint_is_defined() const;

 private:
  std::shared_ptr<const Estimates> estimates_;
};

/// The answers for a batch, row by row: [row · K + class].
struct Posteriors {
  std::int64_t rows = 0;
  std::size_t classes = 0;
  /// Whether log_joint is log P(x, y). If not, it holds scores, and log_evidence the logarithm of
  /// the sum of their exponentials: these can be compared and ranked, but are not probabilities.
  bool joint_is_defined = true;
  std::vector<double> log_joint;
  std::vector<double> posterior;
  /// To full precision at both ends: near 0 it is log p, near 1 it is −(1 − p).
  std::vector<double> log_posterior;
  std::vector<double> log_evidence;  ///< [row]; −inf: the row is impossible in every class

  std::span<const double> joint_of(std::int64_t row) const { return part(log_joint, row); }
  std::span<const double> posterior_of(std::int64_t row) const { return part(posterior, row); }
  std::span<const double> log_posterior_of(std::int64_t row) const {
    return part(log_posterior, row);
  }
  bool impossible(std::int64_t row) const;

 private:
  std::span<const double> part(const std::vector<double>& all, std::int64_t row) const {
    return std::span(all).subspan(static_cast<std::size_t>(row) * classes, classes);
  }
};

/// Scores batches. Remembers where columns and dictionary codes were found in the last batch; not
/// to be shared between threads.
class Inference {
 public:
  explicit Inference(const Scorer& scorer);  ///< keeps a reference
  ~Inference();
  Inference(Inference&&) noexcept;

  /// Throws Error (kData) for a column that the batch does not have or has in another type, an
  /// infinite number, a negative count, or a row whose evidence cannot be computed: no answer is
  /// NaN. The result is valid until the next call.
  const Posteriors& infer(const Batch& batch);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// log p(x_j | y) of one feature for every class, for one row of a batch: what `explain` shows.
/// All zeros where the cell is missing. Throws as `Inference::infer`. REQUIRES: the table is
/// neither a WitnessTable nor a LeaningTable.
void feature_log_likelihood(const FeatureEstimate& feature, std::size_t classes, const Batch& batch,
                            std::int64_t row, std::span<double> out);

/// The rules by which a Scorer's estimates combine texts; what `explain` shows of Fisher's method.
/// One for each class. Throws as `Inference::infer`. REQUIRES: Combine::kFisher.
struct FisherVerdict {
  std::int64_t witnesses = 0;   ///< n
  double log_tail_for = 0;      ///< log Q(−Σ log f): small if the terms speak against the class
  double log_tail_against = 0;  ///< log Q(−Σ log(1 − f)): small if they speak for it
  double log_s = 0;             ///< log S
};
std::vector<FisherVerdict> fisher_verdicts(const Estimates& estimates, const Batch& batch,
                                           std::int64_t row);

/// The same of the learned rule: one for each class that it has a logit for, in label order. Throws
/// as `Inference::infer`. REQUIRES: Combine::kLearned; the batch has all columns; the row is
/// possible.
struct RuleVerdict {
  std::size_t klass = 0;      ///< the class against the rest
  double before = 0;          ///< the log-odds of the prior and of all features that are no text
  std::vector<double> parts;  ///< what each part of the rule says: Estimates::rule
  double logit = 0;           ///< before + Σ weight · part
};
std::vector<RuleVerdict> rule_verdicts(const Estimates& estimates, const Batch& batch,
                                       std::int64_t row);

}  // namespace tally
