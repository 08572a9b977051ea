// SPDX-License-Identifier: Apache-2.0
// The sums of single keys of a model file: a thousand terms of a message, of the millions there
// are.
//
//   KeyReader keys(db);
//   keys.read("body", "money", sums);
//
// Keys are found in the pages of the file, or by SQLite where CountTree cannot be used.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "tally/model/count_tree.h"
#include "tally/model/known_keys.h"
#include "tally/model/model_tables.h"
#include "tally/model/sum_adder.h"

namespace tally {

/// Not to be shared between threads.
class KeyReader {
 public:
  /// REQUIRES: check_tables(db); the Database stays, in one read transaction.
  explicit KeyReader(Database& db) : db_(db), tree_(CountTree::of(db)) {}

  /// From now on what is read and found is kept in memory. REQUIRES: as long as this is asked, the file does not change.
  void keep(std::size_t most_bytes) {
    known_.emplace(most_bytes / 4);
    if (tree_) tree_->keep(most_bytes / 4 * 3);
  }

  /// Adds the sums of a key, if it has any. Fastest in the order of the keys' bytes. Throws Error
  /// (kData) if its rows are not sound.
  void read(std::string_view tally, std::string_view key, SumAdder& sums);

 private:
  // What was found, valid until the next call.
  const std::vector<CountTree::Row>& find(std::string_view tally, std::string_view key);

  Database& db_;
  std::optional<CountTree> tree_;
  std::optional<RowReader> query_;  // made when it is needed
  std::vector<CountTree::Row> queried_;
  std::optional<KnownKeys> known_;
};

}  // namespace tally
