// SPDX-License-Identifier: Apache-2.0
// What naive Bayes with its defaults (Question{}) answers about rows that are left out of the counts.
//
//   LeftOutNaive naive(counts, classes, rows);
//   naive.posterior(row, own, weight)            // of a row, by the counts of all others
//
// LeaveOneOut (estimate) answers any question about any row by taking the row out of the counts and
// making tables anew. Here only what this row asks for is looked up, less the row: the same numbers
// to the bit, for much less.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "tally/inside/estimate.h"

namespace tally {

/// Not to be shared between threads.
class LeftOutNaive {
 public:
  /// Keeps references to counts and rows. Throws Error (kData) if the batch lacks a column.
  /// REQUIRES: the rows were counted; `classes` are all that they have. Texts are ignored.
  LeftOutNaive(const Counts& counts, std::vector<Counts::Class> classes, const Batch& rows);
  ~LeftOutNaive();

  /// By class, in their order; valid until the next call. Throws Error (kData) where no probability
  /// can be computed, as Inference does. REQUIRES: the row is of this class, which has other rows,
  /// and weighs so much.
  std::span<const double> posterior(std::int64_t row, std::size_t own, const ExactSum& weight);
  /// The logarithms of the last answer; log P(x, class); log P(x).
  std::span<const double> log_posterior() const { return log_posterior_; }
  std::span<const double> log_joint() const { return log_joint_; }
  double log_evidence() const { return log_evidence_; }

  /// What each feature says about the row, [tally · classes + class]: 0 where it says nothing. Gives
  /// log P(class), valid until the next call. REQUIRES: as above, and room for all.
  std::span<const double> say(std::int64_t row, std::size_t own, const ExactSum& weight,
                              std::span<double> said);

  /// Whether the answers to this question are its: naive's, and as the textbook asks, of a table without
  /// texts.
  static bool can_answer(const Question& question, Rule answers, const Schema& schema);

 private:
  struct Feature;
  struct Values;
  struct Law;
  struct Group;

  void prior_without(std::size_t own, const ExactSum& weight);  // into log_joint_

  const Batch& rows_;
  std::vector<Counts::Class> classes_;
  std::vector<std::int32_t> codes_;
  std::vector<std::unique_ptr<Feature>> features_;  // by tally
  std::vector<double> log_joint_, said_, posterior_, log_posterior_;
  double log_evidence_ = 0;
};

}  // namespace tally
