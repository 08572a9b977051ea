// SPDX-License-Identifier: Apache-2.0
// Changes to the sums of a model file: only the rows that differ are touched.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tally/count/counts.h"
#include "tally/model/histogram_editor.h"
#include "tally/model/model_tables.h"

namespace tally {

/// Keeps classes, counts and histograms of a file in step. Not to be shared between threads.
class SumEditor {
 public:
  /// REQUIRES: the Database stays; `outline` comes from read_outline in the same transaction.
  SumEditor(Database& db, const Counts& outline);

  /// Adds sums, which may be negative. Throws Error (kData) if a count would become negative: the
  /// sentence names it, and then says `why`. Where a cap has dropped terms, theirs end at 0. Throws
  /// it too if what was written is not sound, as far as the change can tell: then nothing may be
  /// committed.
  void add(const Counts& change, const std::string& why);

  /// Drops the rarest terms of the texts that have more than their cap; gives how many.
  std::int64_t drop_rarest();

 private:
  struct Cell {
    ExactSum sum;
    std::vector<std::int64_t> exponents;  // of its rows in the file
  };
  using Cells = std::map<std::pair<Part, std::string>, Cell>;  // by part and class
  using Rows = std::span<const CountRow>;                      // what is to be added

  void add_classes(Rows rows, const std::string& why);
  void add_tally(const Tally& tally, Rows rows, const std::string& why);
  void add_key(const Tally& tally, Rows rows, HistogramEditor* histograms, const std::string& why);
  Cells cells_of(const std::string& tally, const std::string& key);
  static void lift_dropped_term(Cells& cells);
  void keep_written(const Tally& tally, const std::string& key,
                    const std::pair<Part, std::string>& at, const ExactSum& sum);
  void check_written();
  bool has_more_terms(const Tally& tally, std::int64_t most);
  void write(Statement& put, Statement& remove, int parameter, const Cell& before,
             const ExactSum& after);
  std::int64_t drop_rarest(const Tally& tally);

  Database& db_;
  const Counts& frame_;
  Counts written_;  // the terms of the change at hand, as the file has them now
  RowReader counts_row_;
  RowReader classes_row_;
  Statement put_count_;
  Statement remove_count_;
  Statement put_class_;
  Statement remove_class_;
};

}  // namespace tally
