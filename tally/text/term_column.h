// SPDX-License-Identifier: Apache-2.0
// Terms, row by row, become a column.
//
//   TermColumn column;                        // one per column and thread
//   column.start();
//   column.add("free"), column.add("money"), column.add("free"), column.end_row();
//   batch.columns.push_back({"body", column.finish()});      // one row: free twice, money once
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "tally/base/big_vector.h"
#include "tally/inside/batch.h"

namespace tally {

/// Its dictionary grows from column to column, as long as most terms are known from earlier ones;
/// else a small new one is faster.
/// Not to be shared between threads.
class TermColumn {
 public:
  /// With `once`, a term counts once a row.
  explicit TermColumn(bool once = false);

  void start();  ///< begins a new column
  /// To the row at hand. Throws std::length_error beyond 2^30 entries of one column.
  void add(std::string_view term);
  /// Faster for those that lie in `buffer`.
  void add(std::span<const std::string_view> terms, std::string_view buffer = {});
  void end_row();
  void end_missing_row();  ///< REQUIRES: nothing was added to it
  /// How many different terms the row at hand has.
  std::int64_t terms_of_row() const;
  /// The column of all rows since the last `start`, valid until the next one.
  Terms finish() const;

 private:
  void add_codes(std::span<const std::int32_t> codes);
  void end_row(bool is_valid);
  bool grows_in_vain() const;

  bool once_;
  std::shared_ptr<TermDictionary> dictionary_ = std::make_shared<TermDictionary>();
  std::int32_t known_ = 0;  // terms of earlier columns
  std::vector<std::int64_t> starts_;
  std::vector<std::int32_t> codes_, times_;
  std::vector<std::int32_t> added_;   // the codes of the terms at hand
  std::int64_t before_ = 0;           // entries of earlier columns
  BigVector<std::int32_t> place_of_;  // by code: where it was put last, counted over all columns
  std::vector<std::uint8_t> validity_;
  bool any_missing_ = false;
};

}  // namespace tally
