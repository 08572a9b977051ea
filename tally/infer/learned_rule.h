// SPDX-License-Identifier: Apache-2.0
// The learned rule (estimate/learned_rule.h) at work: a row's terms in, its logit out.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tally/batch/term_map.h"
#include "tally/inside/estimate.h"

namespace tally {

/// What a row's terms say about one class against the rest.
class HeardTerms {
 public:
  explicit HeardTerms(const RuleParts& parts);  ///< keeps a reference

  void clear();
  void hear(std::size_t zone, double leaning);
  void hear_unseen(std::size_t zone) { ++zones_[zone].unseen; }

  /// Fills the parts of the rule. Neither the order of zones nor that of terms matters: where the
  /// 15th leaning is one of several of the same size, their mean takes the places that are left.
  /// With all leanings negated, the parts that lean are negated. REQUIRES: out.size() == parts.
  void fill(std::span<double> out);

 private:
  struct Zone {
    double sum = 0, strong_sum = 0;
    std::int64_t seen = 0, strong = 0, unseen = 0;
  };
  double top_sum();

  const RuleParts& parts_;
  std::vector<Zone> zones_;
  std::vector<double> text_;  // the leanings in T
};

/// log of the odds of class k against all others; ±inf where one side is impossible. REQUIRES: the
/// row is possible.
double log_odds(std::span<const double> log_joint, std::size_t k);

/// The logarithms of σ(z) and of 1 − σ(z), both to full precision.
struct LogChances {
  double log_p, log_rest;
};
LogChances log_chances(double logit);

/// Scores the texts of a batch by the rule. Not to be shared between threads.
class RuleScorer {
 public:
  explicit RuleScorer(const Estimates& estimates);  ///< keeps a reference

  void start() { zones_.clear(); }  ///< of a batch
  /// The next text of the batch, in the order of the rule's zones. Throws Error (kData) if the
  /// column is no text. REQUIRES: `column` lives until `finish`.
  void listen(const FeatureEstimate& feature, const Batch& batch, const Column& column);

  /// What the row's texts add up to: the parts of the rule for each told class, [told · parts].
  std::span<const double> parts_of(std::int64_t row);

  /// For every row, replaces the log joints of the prior and of all features that are no text by
  /// log P(k | row), not yet normalised; a row that is impossible stays so.
  void finish(std::int64_t rows, std::span<double> log_joint);

  /// The sum of the parts by their weights, of one told class.
  double weighted(std::size_t told) const;

 private:
  struct Heard {
    const Terms* terms;
    const std::vector<double>* leanings;       // [number · told + class]
    const std::vector<std::int32_t>* numbers;  // by the column's codes
  };

  const LearnedRule& rule_;
  std::size_t classes_, told_;
  std::vector<TermMap> maps_;  // by zone
  std::vector<Heard> zones_;
  std::vector<HeardTerms> heard_;  // by told class
  std::vector<double> parts_;      // [told · parts]
};

}  // namespace tally
