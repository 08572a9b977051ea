// SPDX-License-Identifier: Apache-2.0
// Rows for training and rows for testing, drawn by hashing their numbers.
//
//   test(row)  ⇔  hash(seed, row) < fraction · 2^64
//
// so that whether a row is a test row depends on the seed, its number and the fraction alone: not
// on threads, not on the rows around it. A larger fraction keeps the test rows of a smaller one.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace tally {

/// How many rows test, and how they are drawn.
struct SplitRule {
  double fraction = 0.2;
  std::uint64_t seed = 0;
};

/// Throws Error (kUsage) unless 0 < fraction < 1.
void validate(const SplitRule& rule);

bool is_test_row(const SplitRule& rule, std::int64_t row);

/// Row numbers, each list ascending.
struct Split {
  std::vector<std::int64_t> train, test;
};

/// {"train": […], "test": […]}, as read_row_selection takes it.
std::string to_json(const Split& split);

/// A split in which every class has its share: of n rows of a class, the round(fraction · n) with
/// the smallest hashes are test rows (halves are rounded up). It needs all rows before it can
/// answer, 16 bytes for each. Not to be shared between threads.
class StratifiedSplit {
 public:
  explicit StratifiedSplit(const SplitRule& rule) : rule_(rule) {}

  /// `klass` is any text; rows without a class are a class too. REQUIRES: each row once.
  void add(std::int64_t row, const std::string& klass);
  Split split() const;

 private:
  SplitRule rule_;
  std::map<std::string, std::vector<std::pair<std::uint64_t, std::int64_t>>> rows_;  // (hash, row)
};

}  // namespace tally
