// SPDX-License-Identifier: Apache-2.0
// A rule split into parts: what each feature says about a row, and what is said without any of
// them.
//
//   log P(y | row) ∝ before_y + Σ_j said_jy
//
//   naive      before: log P(y);             said: log P(x_j | y)
//   weighted   before: log P(y) + bias of y; said: Σ weight · voice over the voices of the column
//
// A missing cell says 0. So does a column without a learned weight; what is counted of several
// columns together belongs to none of them, and is part of `before`.
//
// Rows that were counted are left out of the counts, one after the other; other rows are asked about
// as they are.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "tally/inside/estimate.h"

namespace tally {

/// Not to be shared between threads.
class FeatureVoices {
 public:
  virtual ~FeatureVoices() = default;

  /// [class] and [tally · K + class], the tallies in the order of Counts::tallies. What is impossible in
  /// a class is −inf.
  struct Said {
    std::vector<double> before;  ///< without any feature
    std::vector<double> said;    ///< by each feature
    // The same of a feature that nobody has learned to weigh against others:
    std::vector<double> prior;  ///< log P(y), without a bias
    std::vector<double>
        alone;  ///< of the weighted rule, the voices of a column share a weight of 1
  };
  virtual void say(std::int64_t row, Said& out) = 0;

  /// The probabilities of the classes where this was said in all. Of a row that is impossible in every
  /// class they are zeros.
  virtual void answer(std::span<const double> sum, std::span<double> p) const = 0;
};

/// How a feature is asked about rows.
enum class RankedRows : std::uint8_t {
  kLeftOut,  ///< rows that were counted: each is left out
  kNew,      ///< rows that were not
};

/// Keeps references. The rule is Rule::kNaive or Rule::kWeighted. Throws Error (kUsage) for a question
/// without an answer. REQUIRES: no text; a row that is left out is not the only one of its class; of
/// Rule::kWeighted, has_weights(rule).
std::unique_ptr<FeatureVoices> make_feature_voices(const Counts& counts, const Batch& rows,
                                                   RankedRows are, Rule by,
                                                   const Question& question,
                                                   std::span<const RuleWeight> rule);

}  // namespace tally
