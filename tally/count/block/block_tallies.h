// SPDX-License-Identifier: Apache-2.0
// A block and the tallies of its columns: the same sums, there by the places of columns and classes, here by their names.
//
//   const BlockTallies tallies(Family::kGaussian, {"height", "weight"});
//   Counts counts = tallies.counts_of(block, schema, {Label::of("f"), Label::of("m")});
//   BlockCounts again = tallies.block_of(counts);
#pragma once

#include <string>
#include <vector>

#include "tally/count/block/block_counts.h"
#include "tally/count/counts.h"

namespace tally {

class ValueTally;

/// What a family sums up of a matrix. REQUIRES: gaussian, bernoulli, multinomial or categorical.
BlockCells cells_of(Family family);

class BlockTallies {
 public:
  /// The columns of a block in their order, all of them of this family (of multinomial, all of one group).
  BlockTallies(Family family, std::vector<std::string> columns)
      : family_(family), columns_(std::move(columns)) {}

  /// What Counts::add makes of the same rows. Throws Error (kData) for sums that no rows of the schema have: amounts
  /// that are no truths are none of bernoulli columns. REQUIRES: the schema has these columns and the
  /// classes.
  Counts counts_of(const BlockCounts& block, const Schema& schema,
                   const std::vector<Label>& classes) const;
  /// The other way, with the classes in the order of their labels. Throws Error (kData) for counts that have a feature
  /// of another family or none of these columns, and for categories that are not 0, 1, 2 … without a gap. What a
  /// multinomial group has missing is laid to its first column.
  BlockCounts block_of(const Counts& counts) const;

 private:
  const Tally& tally_of(const Counts& counts, const std::string& column) const;
  void take_codes(const ValueTally& tally, std::int64_t column,
                  const std::vector<Counts::Class>& classes, BlockCounts& block) const;
  void take_amounts(const ValueTally& tally, const std::vector<Counts::Class>& classes,
                    std::size_t column, BlockCounts& block) const;

  Family family_;
  std::vector<std::string> columns_;
};

}  // namespace tally
