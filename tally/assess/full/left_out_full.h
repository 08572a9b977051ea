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

#include "tally/assess/left_out_features.h"

namespace tally {

/// Not to be shared between threads.
class LeftOutFull {
 public:
  /// Keeps references. Throws as LeftOutFeatures. REQUIRES: what that does; the tables are those of
  /// all features.
  LeftOutFull(const Schema& schema, const FullFeatures& features, const FullTables& tables,
              const Batch& rows);

  std::size_t truth(std::int64_t row) const { return single_.truth(row); }
  double weight(std::int64_t row) const { return single_.weight(row); }
  bool is_alone(std::int64_t row) const { return single_.is_alone(row); }
  std::vector<Counts::Class> classes_without(std::int64_t row) const {
    return single_.classes_without(row);
  }

  /// said[feature · K + class], voices first. REQUIRES: room for all.
  void say(std::int64_t row, std::span<double> said);

 private:
  struct Row {
    std::size_t own;
    ExactSum weight;
    std::vector<double> log_shares;
    std::span<const std::int32_t> codes;
  };
  // A column without the row.
  struct Column {
    double values = 1;
    bool has_lost_value = false;
  };

  void read(const Batch& rows);
  double without(ExactSum sum, const Row& row, std::size_t k) const;
  void say_parents(const Row& row, std::span<double> said);
  void say_root(const Row& row, std::size_t i, std::span<double> said);
  void say_pair(const Row& row, std::size_t i, std::size_t j, std::span<double> of_i,
                std::span<double> of_j);
  void say_alone(const Row& row, std::span<double> said) const;
  void say_triple(const Row& row, std::size_t t, std::span<double> said) const;

  const FullFeatures& features_;
  const FullTables& tables_;
  LeftOutFeatures single_;
  std::vector<ExactSum> rows_;       // [column]: over all classes
  std::vector<std::int32_t> codes_;  // [row · columns + i]
  std::vector<double> z_;            // [row · scaled + i]
  std::vector<Column> columns_;      // of the row at hand
  ParentSet usable_ = 0;             // the same
};

}  // namespace tally
