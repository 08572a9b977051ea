// SPDX-License-Identifier: Apache-2.0
// Rows without a class, in memory: EM reads each of them many times.
//
//   UnlabelledRows rows(schema);
//   rows.append(batch);                       // batch after batch, in the order of the rows
#pragma once

#include <cstdint>
#include <vector>

#include "tally/assess.h"
#include "tally/inside/model.h"

namespace tally {

/// Const functions may be called by several threads at once.
class UnlabelledRows {
 public:
  /// Cells that are held at most, of about eight bytes each: 1 GB.
  static constexpr std::int64_t kMostCells = std::int64_t{1} << 27;

  /// Throws Error (kUsage) for a schema whose reader gives the terms, or with a text that is not
  /// multinomial.
  explicit UnlabelledRows(const Schema& schema, std::int64_t most_cells = kMostCells);

  /// Copies the rows that have no class; of texts the terms, without their pairs. Rows that have a
  /// class are skipped; in a batch without the target no row has one. A batch without the column of
  /// weights has rows of weight 1. Throws Error
  /// (kData) as Counts::add does for an invalid cell, and if there are more cells than may be
  /// held.
  void append(const Batch& batch);

  /// Every n-th row, from the first on. REQUIRES: n >= 1.
  UnlabelledRows every(std::int64_t stride) const;

  /// Rows of weight 0 are not among them.
  std::int64_t size() const { return rows_.size(); }
  std::int64_t with_class() const { return with_class_; }
  double weight(std::int64_t row) const { return rows_.weight(row); }
  /// Those of the features and exposures; a view as long as nothing is appended.
  Batch features() const;
  const Schema& schema() const { return schema_; }

 private:
  Schema schema_;   // a class for all
  Counts checked_;  // refuses what no feature takes, where it stands
  RowStore rows_;
  std::int64_t most_rows_, most_cells_;
  std::int64_t terms_ = 0;  // of texts, which are a cell each
  std::int64_t with_class_ = 0;
};

}  // namespace tally
