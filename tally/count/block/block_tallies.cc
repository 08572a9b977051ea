// SPDX-License-Identifier: Apache-2.0
#include "tally/count/block/block_tallies.h"

#include <algorithm>
#include <array>

#include "tally/base/error.h"
#include "tally/count/value_tally.h"
#include "tally/family/number_family.h"

namespace tally {

namespace {

constexpr std::size_t kSum = 0, kSquare = 1;
constexpr std::array kPartsOfNumbers{Part::kWeight, Part::kSum, Part::kSquare};

bool is_grouped(Family family) { return facts_of(family).cells == CellKind::kGroup; }

}  // namespace

BlockCells cells_of(Family family) {
  switch (facts_of(family).cells) {
    case CellKind::kNumber:
      // A block sums up what it weighs, the numbers and their squares.
      if (std::ranges::equal(numbers_of(family)->parts(), kPartsOfNumbers)) {
        return BlockCells::kNumbers;
      }
      break;
    case CellKind::kLabel:
      return BlockCells::kCodes;
    case CellKind::kTruth:
    case CellKind::kGroup:
      return BlockCells::kAmounts;
    case CellKind::kBin:
    case CellKind::kTerms:
      break;
  }
  throw Error(ErrorKind::kDefect,
              "no block has columns of the family " + in_quotes(to_string(family)));
}

Counts BlockTallies::counts_of(const BlockCounts& block, const Schema& schema,
                               const std::vector<Label>& classes) const {
  Counts counts(schema);
  CountRow row;
  const auto add = [&](Part part, const std::string& key, const ExactSum& sum) {
    row.part = part;
    row.key = key;
    sum.for_each_limb([&](const ExactSum::Limb& limb) {
      row.exponent = limb.exponent;
      row.amount = limb.amount;
      counts.add_row(row);
    });
  };
  for (std::int64_t k = 0; k < block.classes(); ++k) {
    row.klass = classes[static_cast<std::size_t>(k)].to_string();
    row.tally.clear();
    add(Part::kWeight, "", block.class_weights()[static_cast<std::size_t>(k)]);
    for (std::int64_t j = 0; j < block.columns(); ++j) {
      const std::string& name = columns_[static_cast<std::size_t>(j)];
      const bool is_group = is_grouped(family_);
      row.tally = is_group ? counts.schema().find(name)->group : name;
      add(Part::kMissing, "", block.missing().at(k, j));
      switch (block.cells()) {
        case BlockCells::kNumbers:
          add(Part::kWeight, "", block.rows_with_value(k, j));
          add(Part::kSum, "", block.sums()[kSum].at(k, j));
          add(Part::kSquare, "", block.sums()[kSquare].at(k, j));
          break;
        case BlockCells::kAmounts: {
          const ExactSum sum = block.sums().front().at(k, j);
          add(Part::kValue, is_group ? name : "true", sum);
          ExactSum rest = block.rows_with_value(k, j);
          if (!is_group) add(Part::kValue, "false", rest -= sum);
          break;
        }
        case BlockCells::kCodes: {
          const SumGrid& codes = block.sums()[static_cast<std::size_t>(j)];
          for (std::int64_t code = 0; code < codes.columns(); ++code) {
            add(Part::kValue, std::to_string(code), codes.at(k, code));
          }
          break;
        }
      }
    }
  }
  counts.check();
  return counts;
}

const Tally& BlockTallies::tally_of(const Counts& counts, const std::string& column) const {
  const ColumnSchema* const found = counts.schema().find(column);
  const bool is_there = found != nullptr && found->role == Role::kFeature;
  if (is_there && found->family == family_) {
    return *counts.find(is_grouped(family_) ? found->group : column);
  }
  throw Error(ErrorKind::kData, is_there ? "the feature " + in_quotes(column) + " is " +
                                               std::string(to_string(found->family)) +
                                               ", expected " + std::string(to_string(family_))
                                         : "the model has no feature " + in_quotes(column));
}

BlockCounts BlockTallies::block_of(const Counts& counts) const {
  const std::vector<Counts::Class> classes = counts.classes();
  const BlockCells cells = cells_of(family_);
  BlockCounts block(cells, static_cast<std::int64_t>(classes.size()),
                    static_cast<std::int64_t>(columns_.size()));
  for (std::size_t k = 0; k < classes.size(); ++k) block.weights_[k] = classes[k].weight;
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    const Tally& tally = tally_of(counts, columns_[j]);
    const bool is_first = !is_grouped(family_) || j == 0;
    for (std::size_t k = 0; k < classes.size(); ++k) {
      const std::int32_t code = classes[k].code;
      const auto put = [&](SumGrid& sums, ExactSum sum) {
        if (sum.is_zero()) return;
        sums.adder(static_cast<std::int64_t>(k), static_cast<std::int64_t>(j)) = std::move(sum);
      };
      if (is_first) put(block.missing_, tally.at(code, Part::kMissing));
      if (cells != BlockCells::kNumbers) continue;
      put(block.sums_[kSum], tally.at(code, Part::kSum));
      put(block.sums_[kSquare], tally.at(code, Part::kSquare));
    }
    switch (cells) {
      case BlockCells::kNumbers:
        break;
      case BlockCells::kCodes:
        take_codes(values_of(tally), static_cast<std::int64_t>(j), classes, block);
        break;
      case BlockCells::kAmounts:
        take_amounts(values_of(tally), classes, j, block);
        break;
    }
  }
  std::size_t read = 0;
  for (const Tally& tally : counts.tallies()) read += tally.spec().columns.size();
  const bool has_groups = is_grouped(family_) && counts.tallies().size() != 1;
  if (read != columns_.size() || has_groups) {
    throw Error(ErrorKind::kData, has_groups ? "the model has several groups of counts"
                                             : "the model has features beside these columns");
  }
  return block;
}

void BlockTallies::take_codes(const ValueTally& tally, std::int64_t column,
                              const std::vector<Counts::Class>& classes, BlockCounts& block) const {
  const std::vector<ValueTally::Value> values = tally.values();  // sorted
  const auto width = static_cast<std::int64_t>(values.size());
  block.widen(column, width);
  if (!tally.spec().values.empty()) block.declare(column, width);
  for (std::int64_t code = 0; code < width; ++code) {
    const ValueTally::Value& value = values[static_cast<std::size_t>(code)];
    if (!(value.label == Label::of(code))) {
      throw Error(ErrorKind::kData, "the categories of " + in_quotes(tally.name()) +
                                        " are not 0, 1, 2 … without a gap: found " +
                                        in_quotes(value.label.to_string()) + " in the place of " +
                                        std::to_string(code));
    }
    for (std::size_t k = 0; k < classes.size(); ++k) {
      const ExactSum sum = tally.at(classes[k].code, value.slot);
      if (sum.is_zero()) continue;
      block.sums_[static_cast<std::size_t>(column)].adder(static_cast<std::int64_t>(k), code) = sum;
    }
  }
}

void BlockTallies::take_amounts(const ValueTally& tally, const std::vector<Counts::Class>& classes,
                                std::size_t column, BlockCounts& block) const {
  const bool is_group = is_grouped(family_);
  const std::int32_t slot =
      tally.find_slot(is_group ? Label::of(columns_[column]) : Label::of(true));
  SumGrid& sums = block.sums_.front();
  for (std::size_t k = 0; k < classes.size(); ++k) {
    const std::size_t cell = k * columns_.size() + column;
    sums.add(cell, tally.at(classes[k].code, slot));
  }
}

}  // namespace tally
