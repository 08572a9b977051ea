// SPDX-License-Identifier: Apache-2.0
// What the features of the rule `full` say about a row that is left out of the counts.
//
// As in left_out_features.h: the row's weight comes off every sum that it was added to, margins, shares
// and the number of values included, and a parent must have been seen by another row. What is said is
// to the bit what counting the other rows afresh would give; of linear and quadratic up to rounding.
// Cuts, columns, triples and f (scatter_law.h) have seen the row.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "tally/assess/left_out/left_out_features.h"

namespace tally {

/// Fastest where rows are asked for one after the other. Not to be shared between threads.
class LeftOutFull {
 public:
  /// Keeps references. Throws as LeftOutFeatures. REQUIRES: what that does; the tables are those of
  /// all features.
  LeftOutFull(const Schema& schema, const FullFeatures& features, const FullTables& tables,
              const Batch& rows, std::span<const std::int64_t> times = {});

  std::size_t truth(std::int64_t row) const { return single_.truth(row); }
  double weight(std::int64_t row) const { return single_.weight(row); }
  bool is_alone(std::int64_t row) const { return single_.is_alone(row); }
  std::vector<Counts::Class> classes_without(std::int64_t row) const {
    return single_.classes_without(row);
  }

  /// said[feature · K + class], voices first. REQUIRES: room for all.
  void say(std::int64_t row, std::span<double> said);

 private:
  // What is taken off.
  struct Row {
    std::size_t own;
    ExactSum weight;
  };
  // A column without the row.
  struct Column {
    double values = 1;
    bool has_lost_value = false;
  };
  // Rows that are worked out at once, pair after pair and triple after triple: the tables of one stay at
  // hand, and those of all do not fit.
  struct Block {
    std::int64_t begin = 0, end = 0;
    std::vector<Row> rows;
    std::vector<ParentSet> usable;  // [row]
    std::vector<Column> columns;    // [column · rows + row]
    std::vector<double> said;       // [((column, then triple) · rows + row) · K + class]
  };

  void read(const Batch& rows);
  Row row_of(std::int64_t row) const;
  std::int32_t code(std::int64_t row, std::size_t i) const {
    return codes_[i * all_rows_ + static_cast<std::size_t>(row)];
  }
  double without(const ExactSum& sum, const Row& row, std::size_t k) const;
  void fill_block(std::int64_t begin);
  void say_root(std::size_t at, std::size_t i);
  void say_pairs(std::size_t i, std::size_t j);
  std::span<double> in_block(std::size_t i, std::size_t at);
  void say_parents(std::int64_t row, std::span<const double> log_shares, std::span<double> said);
  void say_alone(std::int64_t row, std::span<const double> log_shares,
                 std::span<double> said) const;
  void say_triples(std::size_t t);

  const FullFeatures& features_;
  const FullTables& tables_;
  LeftOutFeatures single_;
  std::size_t all_rows_;
  std::vector<ExactSum> rows_;       // [column]: over all classes
  std::vector<std::int32_t> codes_;  // [column · all rows + row]
  std::vector<double> z_;            // [row · scaled + i]
  Block block_;
};

}  // namespace tally
