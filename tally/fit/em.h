// SPDX-License-Identifier: Apache-2.0
// EM: each row without a class is divided among the classes by its posterior.
//
//   const Em em(counts, rows, threads);
//   const EmRun run = em.run(em.shares_by_counts(), 0.1);    // each row counts a tenth
//   run.expected                                             // what they add, class by class
//
// (Nigam, McCallum, Thrun, Mitchell: Text Classification from Labeled and Unlabeled Documents using EM,
// 2000.) From the tables follows P(y | x) of every row: the E step. Each row is counted in every class
// with that share of its weight, and from these counts and those of the rows with a class follow the
// tables again: the M step. The objective (em_objective.h) never falls. Shares are whole multiples of a
// unit, 2^-32 of a row, and those of a row add up to its weight, so that what all classes have together
// never changes; the sums are exact, and so the same on any number of threads.
//
// Of texts the words are divided, by the multinomial model with λ = 0.1: with λ = 1 the
// pseudo-counts of unseen words would outweigh the words of the few rows with a class. A text with
// more words than the mean is counted and scored as one of the mean length, so that a few long
// texts do not decide; a shorter one stays as it is. That is the likelihood of rows to a power up
// to 1, for which the above holds as well.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "tally/fit/unlabelled_rows.h"
#include "tally/inside/estimate.h"
#include "tally/inside/infer.h"

namespace tally {

/// P(y | x) of all rows: [row · K + class], classes in label order.
using ClassShares = std::vector<double>;

struct EmRun {
  Counts expected;                ///< under schema_of_expected
  std::vector<double> objective;  ///< after each iteration
};

/// Immutable; keeps a reference to the rows.
class Em {
 public:
  static constexpr int kMostIterations = 100;
  static constexpr double kLeastGain = 1e-6;  ///< of the objective's size, to go on
  static constexpr double kLambdaOfTexts = 0.1;

  /// Throws Error (kData) if there is no row or no class, or if shares would take more than
  /// UnlabelledRows::kMostCells. REQUIRES: counts and rows of one schema.
  Em(const Counts& labelled, const UnlabelledRows& rows, int threads);

  std::size_t classes() const { return labels_.size(); }
  double lambda() const { return question_.lambda; }

  /// The posteriors by the counts of the rows with a class. A row that is impossible in every class
  /// is divided by the prior.
  ClassShares shares_by_counts() const;

  /// A start without labelled rows: the posteriors by tables that count one of these rows for each
  /// class, and all rows with about the same total weight. REQUIRES: as many rows as classes.
  ClassShares shares_by_rows(const std::vector<std::int64_t>& rows) const;

  /// Steps until the objective gains too little, where a row without a class weighs `weight` times
  /// what it would with one. REQUIRES: weight > 0; most_iterations >= 1.
  EmRun run(ClassShares shares, double weight, int most_iterations = kMostIterations) const;

  /// The single steps, for tests and diagnostics.
  Counts expected(const ClassShares& shares, double weight) const;  ///< under the schema for steps
  Estimates tables(const Counts& expected) const;
  /// Gives the objective of the tables, and the shares that follow from them.
  double objective(const Estimates& tables, double weight, ClassShares& shares) const;

 private:
  // Counts every row in every class, as much as `weigh(row, of_classes)` says.
  using Weigh = std::function<void(std::size_t row, std::span<double> of_classes)>;
  // What texts count is a multiple of `unit`.
  Counts counted(const Weigh& weigh, double unit) const;
  bool has_texts() const { return !scales_.empty(); }
  double share_out(const Scorer& scorer, double weight, ClassShares& shares) const;

  const UnlabelledRows& rows_;
  int threads_;
  Batch features_;
  std::vector<double> weights_;  // of the rows
  Schema outside_;               // of the model, without what is counted beside
  std::vector<Label> labels_;
  std::string weight_;  // the column of weights
  Counts labelled_;     // under the schema for steps: declared classes, and a weight
  Question question_;   // that is asked at every step; its λ is the one of the objective

  // Of rows with texts:
  std::vector<double> scales_;          // [row]: how much of it is heard, up to 1
  std::vector<std::int64_t> no_terms_;  // the starts of texts without a term
  Schema texts_;                        // of the schema for steps, the texts alone
};

}  // namespace tally
