// SPDX-License-Identifier: Apache-2.0
// assess: decisions and the truth in, how good they are out.
//
//   Score score(loss);
//   score.add(posteriors, row, truth);       // or in pieces, which are merged
//   print(score.summary());
//
// On rows that were not counted, without fitting again:
//
//   std::vector<Score> scores = leave_one_out(rows, counts, questions, loss, threads);
//
// What each feature says about the class, and which of them repeat others or leak the class:
//
//   FeatureRanking ranking = rank_features(model, question);
//   TermRanking terms = rank_terms(model.counts);                // of texts, by class
//
// Sums are exact, so the figures do not depend on the order of rows or the number of threads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tally/decide.h"
#include "tally/model.h"

namespace tally {

// -------------------------------------------------------------------------------------------------
// Are probabilities calibrated? Of the rows that were given to a class with p = 0.8, four in five
// should belong to it.
//
// Rows are put into 15 bins of equal width by the greatest posterior p of a class: bin b holds
// b/15 <= p < (b + 1)/15, the last one p = 1 too. In each bin the mean of p (confidence) is
// compared with the share of rows whose truth is that class (accuracy):
//
//   ECE = Σ_b W_b / W · | accuracy_b − confidence_b |          (expected calibration error)

/// One bin that has rows.
struct ReliabilityBin {
  double from = 0, to = 0;
  double rows = 0;        ///< W_b = Σ w
  double confidence = 0;  ///< mean of p
  double accuracy = 0;    ///< share of rows whose truth is the class of greatest p
};

/// Exact sums: pieces merge to the same figures in any order. Not to be shared between threads.
class Calibration {
 public:
  static constexpr std::size_t kBins = 15;

  /// REQUIRES: 0 <= p <= 1, weight > 0.
  void add(double p, bool right, double weight);
  void merge(const Calibration& other);

  std::vector<ReliabilityBin> bins() const;  ///< without the empty ones
  double expected_error() const;             ///< ECE; 0 without rows

 private:
  struct Bin {
    ExactSum weight, confidence, right;
  };
  std::array<Bin, kBins> bins_;
};

// -------------------------------------------------------------------------------------------------
// AUC, one class against the rest: the chance that a row of the class has a greater posterior of it
// than a row of any other; a tie counts half. Posteriors are ranked by their log-odds, which differ
// even where the posteriors all round to 1.
//
//   AUC_k = Σ_{i of k, j not of k} w_i w_j ([p_i > p_j] + ½ [p_i = p_j]) / (W_k (W − W_k))
//
// Every posterior is kept until the end: 8 bytes for each row and class, and 12 for each row. The
// results do not depend on their order. Curves over thresholds are drawn from them, too
// (threshold_curves.h).

/// Not to be shared between threads: rank pieces, merge.
class Ranking {
 public:
  explicit Ranking(std::size_t classes) : classes_(classes) {}

  /// `truth` is the index of the row's class, or −1 for a row of no class, which belongs to the
  /// rest of every class. REQUIRES: one number for each class that rises with its posterior, none
  /// of them NaN; weight > 0.
  void add(std::span<const double> posterior, int truth, double weight);
  void merge(const Ranking& other);

  /// The AUC of a class: rounded once if all weights are whole numbers, else a few times. Nothing
  /// where the class, or the rest, has no row.
  std::optional<double> auc(std::size_t klass) const;

  /// The rows, as they were added.
  std::size_t rows() const { return truths_.size(); }
  std::size_t classes() const { return classes_; }
  std::span<const double> of(std::size_t row) const {
    return std::span(posteriors_).subspan(row * classes_, classes_);
  }
  int truth(std::size_t row) const { return truths_[row]; }
  double weight(std::size_t row) const { return weights_[row]; }

 private:
  std::size_t classes_;
  std::vector<double> posteriors_;  // [row · K + class]
  std::vector<std::int32_t> truths_;
  std::vector<double> weights_;
};

// -------------------------------------------------------------------------------------------------
// Accuracy, log loss, likelihood, risk, confusion; and with them the figures of each class, the
// Brier score, AUC and calibration.

/// The figures of one class. 0/0 is 0: a class that was never decided has the precision 0, one that
/// has no row the recall 0, and F1 is 0 for a class without either.
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
  bool joint_is_defined = true;  ///< if not, log_likelihood is 0 and means nothing (see Posteriors)
  double realised_risk = 0;      ///< mean L(decision, truth)
  double expected_risk = 0;      ///< mean of the least conditional risk
  double right = 0;              ///< Σ w of decisions that are the truth
  double impossible = 0;         ///< rows that no class can have produced; counted as wrong
  /// The accuracy of always deciding for the class with the most rows, and that class (of equals
  /// the first); nothing without rows.
  double largest_share = 0;
  std::optional<Label> largest;
  /// Where the rows are those that the model was fitted to: each scored by the counts of the
  /// others. The caller fills this in.
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
  std::optional<double> accuracy_bound;  ///< the caller fills this in
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
  /// impossible row is wrong; in the realised and in the expected risk it costs as much as the most
  /// expensive decision for that truth. A row of weight 0 is ignored. REQUIRES: weight >= 0 and
  /// finite.
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

/// log(p_k / (1 − p_k)) of each class, by which AUC ranks rows: it differs even where posteriors
/// all round to 1. REQUIRES: spans of one length, of a row of Posteriors.
void posterior_log_odds(std::span<const double> posterior, std::span<const double> log_posterior,
                        std::span<double> out);

/// The summary as JSON: rows, rule (the one that has answered, where there was a choice; "auto" and
/// rows_by_rule if that were several), accuracy, largest_class (class, accuracy), left_out (accuracy,
/// log_loss; where known), balanced_accuracy, log_loss, brier, auc, ece,
/// log_likelihood, realised_risk, expected_risk, impossible, top (k, accuracy; where asked),
/// accuracy_bound, classes, confusion, reliability. An infinite figure, and one that is not
/// defined, is null. The confusion is an object of objects: {"truth": {"decision": rows}}.
std::string to_json(const ScoreSummary& summary);

// -------------------------------------------------------------------------------------------------
// All rows of a table in memory, as columns, so that they can be used many times and are read once.
//
//   RowStore rows(schema);
//   rows.append(batch);                    // batch after batch, in the order of the rows
//   rows.gather({0, 2, 4}).batch();        // some of them, as a batch of their own

/// Eight bytes for each number, four for each label and its code, eight for each term of a text.
/// Const functions may be called by several threads at once.
class RowStore {
 public:
  /// Keeps the columns that the schema names; one that the first batch does not have is not kept.
  explicit RowStore(const Schema& schema);
  RowStore(RowStore&&) noexcept;
  RowStore& operator=(RowStore&&) noexcept;
  ~RowStore();

  /// Copies the rows that have a target and a weight above 0. The others only advance the row
  /// number (`numbers`). REQUIRES: the columns are of the kinds that the first batch had.
  void append(const Batch& batch);

  std::int64_t size() const { return static_cast<std::int64_t>(numbers_.size()); }
  /// The number of each kept row among all that were appended, from 0.
  const std::vector<std::int64_t>& numbers() const { return numbers_; }
  double weight(std::int64_t row) const;  ///< 1 without a column of weights
  const Label& target(std::int64_t row) const;

  /// The codes of a column of labels, row by row; −1 where it is missing.
  /// REQUIRES: the column is kept, as labels.
  const std::vector<std::int32_t>& codes(const std::string& column) const;
  const Label& label(const std::string& column, std::int32_t code) const;
  const std::string& target_name() const { return target_; }

  /// These rows, in this order, with dictionaries of their own.
  RowStore gather(const std::vector<std::int64_t>& rows) const;
  /// A view, valid as long as the store lives and nothing is appended.
  Batch batch() const;

 private:
  struct KeptTerms;
  struct Kept;

  RowStore();
  void bind(const Batch& batch);
  const Kept& find(const std::string& column) const;

  std::string target_, weight_;  // names
  std::size_t target_place_ = 0, weight_place_ = 0;
  std::vector<Kept> columns_;
  bool bound_ = false;  // whether the columns' kinds are known
  std::int64_t appended_ = 0;
  std::vector<std::int64_t> numbers_;
};

// -------------------------------------------------------------------------------------------------
// Which row belongs to which fold: by hashing, so that the same rows get the same folds everywhere.
//
//   h(i) = splitmix64 of the row's number i, counted from 0 (and of the seed)
//   the rows, sorted by h; the fold is the rank modulo F
//
// With `stratify`, the ranks are counted within each class. With `group`, whole groups are dealt
// instead of rows, by their texts instead of row numbers.

struct FoldRule {
  int folds = 10;         ///< F
  bool stratify = false;  ///< deal each class out on its own
  std::string group;      ///< a column of labels: the rows of one label stay together
  std::uint64_t seed = 0;
};

/// The rows of each fold, in their order; some may be empty where a class has fewer rows than there
/// are folds. A row whose group is missing is a group of its own. Throws Error (kUsage): fewer than
/// two folds, more folds than rows or groups, both `stratify` and `group`, a fold that holds every
/// row.
std::vector<std::vector<std::int64_t>> deal_folds(const RowStore& rows, const FoldRule& rule);

// -------------------------------------------------------------------------------------------------
// How good the decisions are on rows that were not counted: rows are subtracted from the counts, so
// that nothing is counted again.
//
//   RowStore rows(schema);                          // all rows, read once
//   const Counts counts = …;                        // the same rows, counted once
//   std::vector<Score> scores =
//       cross_validate(rows, deal_folds(rows, {.folds = 10}), counts, questions, loss, threads);
//   scores = leave_one_out(rows, counts, questions, loss, threads);
//
// Counts are a group: total − part is what the other rows alone would have counted, to the last
// bit. So each answer is that of a fit to the other rows, and does not depend on the number of
// threads.
//
// A class without a row among the others is then not a class (unless it is declared): it has
// probability 0, its rows are wrong, and the log loss is infinite.

/// One score for each question, over all rows: each row is scored by the counts without its fold.
/// Where texts are combined by the learned rule (`tune`), or columns are weighted (`weigh`), the
/// weights, the cuts and the choice of a rule come from the other rows alone; so do λ by evidence
/// and a calibration. With `most_cells` columns are counted together as well, with grids and
/// triples that are chosen from the other rows alone (joint_draft.h). Throws Error (kUsage) for a
/// question without an answer. REQUIRES: `counts` counted exactly the rows of the store; no fold
/// holds them all; `loss` has the classes of the counts; threads >= 1.
std::vector<Score> cross_validate(const RowStore& rows,
                                  const std::vector<std::vector<std::int64_t>>& folds,
                                  const Counts& counts, const std::vector<Question>& questions,
                                  const Loss& loss, int threads,
                                  std::optional<std::size_t> most_cells = std::nullopt);

/// The same with each row as a fold of its own, by LeaveOneOut. A learned rule keeps the weights
/// (and cuts) that were learned from all rows: a row's terms and class are subtracted from the
/// counts, but not its small influence on a dozen weights, because learning the weights again for
/// every row would cost as many fits as there are rows. The same holds for λ by evidence and a
/// calibration, but not for `cross_validate`. Throws Error (kUsage) also if there are fewer than
/// two rows.
std::vector<Score> leave_one_out(const RowStore& rows, const Counts& counts,
                                 std::vector<Question> questions, const Loss& loss, int threads);

/// The question with its calibration, where it asks for one; otherwise as it is. The calibration is
/// learned for this λ, estimate and variance rule, under the smoothed prior. It depends on counts
/// and sample alone: the same counts and sample give the same calibration to the bit. Throws Error
/// (kUsage) if there is nothing to learn from: no sample, or a model with texts.
Question calibrated(Question question, const Counts& counts, const RowSample& sample);

}  // namespace tally
