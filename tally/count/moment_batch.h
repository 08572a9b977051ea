// SPDX-License-Identifier: Apache-2.0
// All columns of a batch that have Σ w x and Σ w x², counted together.
//
// One column at a time would leave most of a vector register empty, so columns are collected and
// counted together (see moment_slices.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "tally/count/rows_to_count.h"

namespace tally {

/// For one batch. One thread at a time.
class MomentBatch {
 public:
  /// The rows must outlive it. REQUIRES: every class is below `classes`.
  MomentBatch(const RowsToCount& rows, std::int64_t classes);

  /// Whether it is for this tally: one of numbers with Σ w x².
  static bool takes(const Tally& tally);
  /// Takes the column of such a tally, or counts it at once where that is no slower: few rows,
  /// or rows with weights. Throws Error (kData) as count_numbers does. REQUIRES: the tally and the
  /// column stay where they are until `count`.
  void take(Tally& tally, const TallyColumns& columns);

  /// Counts what was taken, to the same sums as count_numbers. REQUIRES: called once.
  void count();

 private:
  const RowsToCount& rows_;
  std::int64_t classes_;
  bool together_;
  std::vector<Tally*> tallies_;  // those of the columns taken
  std::vector<const double*> columns_;
  std::vector<std::unique_ptr<double[]>> copies_;  // of columns that are no plain doubles
};

}  // namespace tally
