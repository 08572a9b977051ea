// SPDX-License-Identifier: Apache-2.0
// A batch that owns its cells, written down column by column.
//
//   const Batch rows = BatchBuilder()
//                          .numbers("height", {1.70, 1.82, 1.65})
//                          .texts("sex", {"f", "m", "f"})
//                          .batch();
//
// For rows that are few or at hand as texts; large columns are better borrowed where they lie.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tally/batch/column.h"

namespace tally {

class BatchBuilder {
 public:
  BatchBuilder();

  // All columns have to be of one length; each throws Error (kUsage) if its own is another.
  BatchBuilder& numbers(const std::string& name, std::vector<double> values);  ///< NaN: missing
  /// Times or durations.
  BatchBuilder& seconds(const std::string& name, std::vector<double> values, ValueType type);
  /// Classes or categories; an empty text is missing.
  BatchBuilder& texts(const std::string& name, const std::vector<std::string>& values);
  BatchBuilder& labels(const std::string& name, const std::vector<std::optional<Label>>& values);
  BatchBuilder& booleans(const std::string& name, const std::vector<std::optional<bool>>& values);
  /// Sentences, which are still to be cut into terms.
  BatchBuilder& sentences(const std::string& name,
                          const std::vector<std::optional<std::string>>& values);
  /// The terms of sentences, each as often as it occurs.
  using Words = std::vector<std::string>;
  BatchBuilder& terms(const std::string& name, const std::vector<std::optional<Words>>& values);

  /// The columns so far. It owns the cells: they stay as long as it or a copy of it does.
  Batch batch() const { return batch_; }

 private:
  struct Cells;
  BatchBuilder& add(const std::string& name, std::size_t rows, Column column);

  std::shared_ptr<Cells> cells_;
  Batch batch_;
};

}  // namespace tally
