// SPDX-License-Identifier: Apache-2.0
// The cells of one row, whatever type their columns have.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "tally/inside/estimate.h"

namespace tally {

/// One row of a batch, with its columns found by name in constant time. Valid as long as the batch.
class RowCells {
 public:
  RowCells(const Batch& batch, std::int64_t row);
  // The map points into the batch's names.
  RowCells(const RowCells&) = delete;
  RowCells& operator=(const RowCells&) = delete;

  /// The row as a batch of its own; kept cells are left out.
  const Batch& batch() const { return row_; }

  /// NaN if missing. REQUIRES: the batch has the column, and it holds numbers or bits.
  double number(const std::string& column) const;
  /// The label of a cell of any type, or nothing if it is missing. REQUIRES: the column is there.
  std::optional<Label> label(const std::string& column) const;
  /// The terms of the row's text, as row 0. REQUIRES: the column holds terms.
  const Terms& terms(const std::string& column) const;
  /// The value of a cell that is not missing, as a tally of this spec has it: its label, whether it is
  /// true, or the number of its bin.
  Label value(const TallySpec& spec) const;
  /// Whether a bernoulli cell that is not missing is true: x > binarize (0 if there is none).
  bool truth(const std::string& column, std::optional<double> binarize) const;

 private:
  const Column& find(const std::string& column) const { return *columns_.at(column); }

  Batch row_;
  std::unordered_map<std::string_view, const Column*> columns_;
};

/// True if the feature has nothing to say about this row: its cell, the exposure of a count, or
/// every term of a group is missing.
bool is_missing(const FeatureEstimate& feature, const RowCells& row);
/// The cell as text: "S", "0.697", "free=1 lunch=1" (the terms that are not zero), "14 terms".
std::string value_text(const FeatureEstimate& feature, const RowCells& row);
/// What its probability is of: "X1 = S", "size > 0.5", "words: free=1 lunch=1".
std::string event_text(const FeatureEstimate& feature, const RowCells& row);

}  // namespace tally
