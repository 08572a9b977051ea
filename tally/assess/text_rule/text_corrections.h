// SPDX-License-Identifier: Apache-2.0
// Corrections of single terms: the second stage of the rule of texts (estimate/text_rule/text_rule.h).
//
//   P(y | row) = softmax_y(O_y + Σ_t W_yt x_t),   x_t = 1 / √c for the c terms that two rows or more have
//   Σ_rows t · −log P(truth | row) + (.3/2) |W|²
//
// O is what the first stage says of the row left out. (Of two classes W is one number for a term, which
// is added to the log-odds.)
//
// There are far more terms than rows, and every W that can be the best is a sum over rows, W = Xᵀ A. So
// the search (L-BFGS: Nocedal 1980) goes over A, one number for each row and class, with the inner
// product of W: the steps are the same, a step costs one product with X and Xᵀ, and how far to go along
// it costs none.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tally/assess/text_rule/sampled_texts.h"

namespace tally {

inline constexpr double kCorrectionRidge = 0.3;

/// The terms of rows that have corrections.
class CorrectedTerms {
 public:
  explicit CorrectedTerms(const SampledTexts& texts);  ///< keeps a reference

  std::size_t rows() const { return scale_.size(); }
  /// X Xᵀ V, [row · told + i].
  std::vector<double> product(std::span<const double> V, std::size_t told) const;
  /// Xᵀ A in a zone, [term · told + i]; 0 for terms without a correction.
  std::vector<double> corrections(std::size_t zone, std::span<const double> A,
                                  std::size_t told) const;

 private:
  const SampledTexts& texts_;
  std::vector<double> scale_;  // [row]: x
  std::vector<double> alone_;  // [row]: how many of its terms no other row has
  // Of the terms that several rows of the sample have, the rows of each, one term behind the other.
  std::vector<std::size_t> starts_{0};
  std::vector<std::uint32_t> rows_of_;
  std::vector<std::vector<bool>> is_in_;  // [zone][term]: has a correction
};

struct CorrectionProblem {
  std::span<const double> offsets;  ///< [row · K + class]: O
  std::span<const std::size_t> truths;
  std::span<const double> times;  ///< t; 0: the row does not count
  std::size_t classes = 0;
};

/// The best A found, and what it says about every row, X W: also about those that do not count.
struct FittedCorrections {
  std::vector<double> A;     ///< [row · told + i]
  std::vector<double> said;  ///< [row · told + i]
};
/// The sums run in the order of the rows, on one thread.
FittedCorrections fit_corrections(const CorrectedTerms& terms, const CorrectionProblem& problem,
                                  int most_steps);

}  // namespace tally
