// SPDX-License-Identifier: Apache-2.0
// Which row belongs to which fold: by hashing, so that the same rows fall the same way everywhere.
//
//   h(i) = splitmix64 of the row's number i, counted from 0 (and of the seed)
//   the rows, sorted by h; the fold is the rank modulo F
//
// Stratified, the ranks are counted within each class. In groups, a group takes the place of a row,
// and its text that of the number.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tally/assess/row_store.h"

namespace tally {

struct FoldRule {
  int folds = 10;         ///< F
  bool stratify = false;  ///< deal each class out on its own
  std::string group;      ///< a column of labels: the rows of one label stay together
  std::uint64_t seed = 0;
};

/// splitmix64(number) for the seed 0; another order for any other.
std::uint64_t row_hash(std::uint64_t seed, std::uint64_t number);

/// The rows of each fold, in their order; some may be empty where a class has fewer rows than there
/// are folds. A row whose group is missing is a group of its own. Throws Error (kUsage): fewer than
/// two folds, more folds than rows or groups, both `stratify` and `group`, a fold that holds every
/// row.
std::vector<std::vector<std::int64_t>> deal_folds(const RowStore& rows, const FoldRule& rule);

}  // namespace tally
