// SPDX-License-Identifier: Apache-2.0
// What naive Bayes with its defaults says about the texts of a sampled row that is left out of the
// counts: Σ_t times_t · log((n_kt + 1) / (M_k + V)), or once with the rows of a term in place of its
// occurrences where the column is not multinomial.
#pragma once

#include <span>
#include <vector>

#include "tally/inside/estimate.h"
#include "tally/inside/model.h"

namespace tally {

/// Not to be shared between threads.
class LeftOutNaiveTexts {
 public:
  explicit LeftOutNaiveTexts(const Counts& counts);  ///< keeps a reference

  /// Adds to log_joint[class]. REQUIRES: the row was counted in the class `own`, with this weight.
  void add(const SampledRow& row, std::size_t own, double weight, std::span<double> log_joint);

 private:
  struct Text {
    const TextTally* tally;
    bool counts_tokens;
    double terms;                            // V
    std::vector<double> total;               // [class]: M
    std::vector<const SumRow*> rows;         // [class]
    std::vector<const SparseSums*> repeats;  // [class]
  };
  double count(const Text& text, std::size_t k, std::int32_t slot) const;

  std::vector<std::int32_t> codes_;
  std::vector<Text> texts_;
  std::vector<double> in_class_, said_;
};

}  // namespace tally
