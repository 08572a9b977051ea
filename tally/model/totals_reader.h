// SPDX-License-Identifier: Apache-2.0
// What the values of a tally add up to, from the rows of a model file: none of them is kept.
//
//   TotalsReader totals(db, counts, "colour");
//   for (RowReader row(db, kCountsTable, {"colour"}); row.next();) totals.add(row);
//   counts.set_totals("colour", totals.take());
//
// The file may be a stranger's, and the sums wider than SQLite's integers: the rows are added up
// here, exactly, and checked as the whole model would be.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tally/count/counts.h"
#include "tally/count/value_tally.h"
#include "tally/model/model_tables.h"

namespace tally {

/// Not to be shared between threads. REQUIRES: the Database and the Counts stay.
class TotalsReader {
 public:
  /// REQUIRES: `counts` comes from read_outline, and has such a tally, of values and not of a text.
  TotalsReader(const Database& db, const Counts& counts, const std::string& tally);

  /// Adds a row of `counts`, of a value or of `missing`. Throws Error (kData) for a value
  /// or a class that the tally cannot have, and for a negative count. REQUIRES: all rows of the
  /// tally come, in the order of their keys.
  void add(const RowReader& row);

  /// The totals of all values. Throws as `add` does.
  KeyedTally::Totals take();

 private:
  void end_sum();
  void end_key();

  const Database& db_;
  const ValueTally& tally_;
  std::map<std::string, std::size_t, std::less<>> class_codes_;  // by their texts
  KeyedTally::Totals totals_;
  // Of the value at hand:
  std::string key_, klass_;
  std::size_t code_ = 0;
  ExactSum sum_;
  bool has_key_ = false;
  bool is_seen_ = false;
};

}  // namespace tally
