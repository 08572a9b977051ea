// SPDX-License-Identifier: Apache-2.0
// The counts of columns together (count/joint_tally.h) with their margins, all exact.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "tally/inside/count.h"

namespace tally {

/// Const functions may be called by several threads at once.
class JointCounts {
 public:
  /// Keeps a reference to the tally.
  JointCounts(const JointTally& tally, std::span<const Counts::Class> classes);

  const JointTally& tally() const { return *tally_; }
  std::size_t classes() const { return codes_.size(); }

  /// Rows of a class in a cell.
  ExactSum in_cell(std::size_t k, std::int32_t slot) const { return tally_->at(codes_[k], slot); }
  /// Rows of a class that have all columns of a table.
  const ExactSum& in_table(std::size_t table, std::size_t k) const {
    return margins_[table].all[k];
  }
  /// Those of them whose column `which` (0, 1, 2) of the table has this code.
  const ExactSum& with_value(std::size_t table, std::size_t which, std::int32_t code,
                             std::size_t k) const {
    return margins_[table].one[which][static_cast<std::size_t>(code) * classes() + k];
  }
  /// Of a triple: those with these codes in its columns other than `which`.
  const ExactSum& with_others(std::size_t table, std::size_t which, std::int32_t first,
                              std::int32_t second, std::size_t k) const {
    const Margins& of = margins_[table];
    const std::size_t wide = of.codes[which == 2 ? 1 : 2];
    const std::size_t at =
        static_cast<std::size_t>(first) * wide + static_cast<std::size_t>(second);
    return of.two[which][at * classes() + k];
  }

  /// The same for all codes: [code · K + class], and [(first · codes + second) · K + class].
  const std::vector<ExactSum>& with_value(std::size_t table, std::size_t which) const {
    return margins_[table].one[which];
  }
  const std::vector<ExactSum>& with_others(std::size_t table, std::size_t which) const {
    return margins_[table].two[which];
  }

  /// How many codes a column has had when this was made: with_value knows no other.
  std::int32_t codes(std::size_t column) const {
    return static_cast<std::int32_t>(margins_[column].codes[0]);
  }
  /// V: the bins of numbers, 2 of truths, of labels those that are declared, else those that some row
  /// has.
  std::int64_t values(std::size_t column) const { return values_[column]; }
  /// Whether V counts what rows have: a label that none has any more is no value.
  bool counts_values(std::size_t column) const {
    const GridSpec& grid = tally_->column(column);
    return grid.cells == CellKind::kLabel && grid.values.empty();
  }
  /// Whether some row has the value of a column.
  bool is_seen(std::size_t column, std::int32_t code) const;

 private:
  struct Margins {
    std::vector<ExactSum> all;                 // [class]
    std::array<std::size_t, 3> codes{};        // of each column
    std::array<std::vector<ExactSum>, 3> one;  // [column][code · K + class]
    std::array<std::vector<ExactSum>, 3> two;  // of triples, without a column
  };
  Margins margins_of(std::size_t table) const;
  std::int64_t values_of_column(std::size_t column) const;

  const JointTally* tally_;
  std::vector<std::int32_t> codes_;  // of the classes
  std::vector<Margins> margins_;     // by table
  std::vector<std::int64_t> values_;
};

}  // namespace tally
