// SPDX-License-Identifier: Apache-2.0
// Sums of whole numbers up to 2^20, four bytes a cell: what most tables of counts come to.
//
//   SmallCounts counts(classes, columns);
//   counts.cells(klass, 3, sums)[column] += 3;   // those that are full have gone to `sums`
//   counts.move_into(sums, klass);
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "tally/base/big_vector.h"
#include "tally/sums/cell_sums.h"

namespace tally {

/// One thread at a time, if nothing else is said. Copies made before anything was counted have
/// cells of their own, unless share() was called.
class SmallCounts {
 public:
  SmallCounts(std::int64_t classes, std::int64_t columns)
      : columns_(static_cast<std::size_t>(columns)), most_(static_cast<std::size_t>(classes)) {}

  /// Copies made from now on have their cells in common: several threads may count at once, each
  /// with a copy and classes of its own. REQUIRES: empty().
  void share() { table_ = std::make_shared<Table>(); }

  /// Whether nothing was ever counted.
  bool empty() const { return cells_ == nullptr; }

  /// The cells of a class, each with room for `most` more; to make it, they may be moved to `sums`.
  std::uint32_t* cells(std::int32_t klass, std::uint64_t most, CellSums& sums);
  /// REQUIRES: !empty().
  const std::uint32_t* cells(std::int32_t klass) const {
    return cells_ + static_cast<std::size_t>(klass) * columns_;
  }

  /// Hands the cells of all classes over to sums that have no whole numbers yet, as they lie, those
  /// of all copies that share them at once; else nothing is done.
  void hand_over(CellSums& sums);
  /// Adds the cells of a class to the sums, and forgets them.
  void move_into(CellSums& sums, std::size_t klass);
  /// The same where no sum is large (see CellSums::add_if_small); else nothing is done. Several
  /// threads may do this at once, each for classes of its own. REQUIRES: sums.has_whole().
  bool move_if_small(CellSums& sums, std::size_t klass);

 private:
  struct Table {
    std::once_flag made;
    BigVector<std::uint32_t> cells;
  };

  std::size_t columns_;
  std::shared_ptr<Table> table_;
  std::uint32_t* cells_ = nullptr;   // where they are, once something was counted
  std::vector<std::uint64_t> most_;  // by class: no cell holds more
};

}  // namespace tally
