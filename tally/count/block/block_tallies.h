// SPDX-License-Identifier: Apache-2.0
// From the block of a matrix to the tallies of its columns, and back. Both hold the same sums: a block
// finds them by the positions of column and class, tallies by their names.
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
  /// The names of the block's columns, in its order. All are of this family; those of multinomial form
  /// one group.
  BlockTallies(Family family, std::vector<std::string> columns)
      : family_(family), columns_(std::move(columns)) {}

  /// The same counts that Counts::add gives for the same rows. Throws Error (kData) for sums that rows
  /// of the schema cannot have, such as amounts of a bernoulli column that do not come from 0 and 1.
  /// REQUIRES: the schema has these columns and the classes.
  Counts counts_of(const BlockCounts& block, const Schema& schema,
                   const std::vector<Label>& classes) const;
  /// The block of these counts, its classes in the order of their labels. Throws Error (kData) for
  /// counts that lack one of these columns or have a feature of another family, and for categories
  /// that are not 0, 1, 2 … without a gap. Tallies know for a multinomial group only how much is
  /// missing in all; the block counts that as missing in the group's first column.
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
