// SPDX-License-Identifier: Apache-2.0
// One feature's share of the log joints, a batch at a time.
//
// There is one virtual call per feature and batch; the loops over rows lie behind it, one file per
// kind of column.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "tally/inside/estimate.h"

namespace tally {

/// Remembers where dictionary codes were found; not to be shared between threads.
class FeatureScorer {
 public:
  virtual ~FeatureScorer() = default;

  /// Adds log p(x_j | k) to log_joint[row · K + k]; a missing cell adds nothing. `columns` are the
  /// feature's, in its order, then its exposure if it has one. Throws Error (kData) with the place
  /// of a cell that the feature cannot have.
  virtual void add(const Batch& batch, std::span<const Column* const> columns,
                   std::span<double> log_joint) = 0;
};

/// Keeps a reference to `feature`. REQUIRES: it has probabilities, or weights: a WitnessTable has
/// none (see fisher.h).
std::unique_ptr<FeatureScorer> make_feature_scorer(const FeatureEstimate& feature,
                                                   std::size_t classes);

/// The columns that the feature reads: its own, then its exposure.
std::vector<ColumnToRead> columns_read(const FeatureEstimate& feature);

// --- the kinds; the rest of the room uses these ---

std::unique_ptr<FeatureScorer> make_value_scorer(const FeatureEstimate& feature,
                                                 const CategoricalTable& table);
/// The scorer of a number that is cut into bins.
std::unique_ptr<FeatureScorer> make_bin_scorer(const FeatureEstimate& feature,
                                               const BinTable& table);
/// The scorer of a number, whose table is a law; null for anything else.
std::unique_ptr<FeatureScorer> make_number_scorer(const FeatureEstimate& feature,
                                                  std::size_t classes);
std::unique_ptr<FeatureScorer> make_group_scorer(const FeatureEstimate& feature,
                                                 const MultinomialTable& table,
                                                 std::size_t classes);
std::unique_ptr<FeatureScorer> make_group_scorer(const FeatureEstimate& feature,
                                                 const PolyaTable& table);

/// The column as numbers; throws Error (kData) if it is anything else.
const Numbers& as_numbers(const Batch& batch, const Column& column, const std::string& name);

/// Refuses a cell: throws Error (kData) "expected …, found …" with its place.
[[noreturn]] void refuse_cell(const Batch& batch, std::int64_t row, const std::string& column,
                              const std::string& expected, const std::string& found);

/// Throws if x is infinite, or below zero; NaN is missing and passes.
void require_finite(const Batch& batch, std::int64_t row, const std::string& column, double x);
void require_count(const Batch& batch, std::int64_t row, const std::string& column, double x);

}  // namespace tally
