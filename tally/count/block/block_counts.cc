// SPDX-License-Identifier: Apache-2.0
#include "tally/count/block/block_counts.h"

#include <algorithm>
#include <numeric>

#include "tally/base/error.h"
#include "tally/count/block/row_shares.h"
#include "tally/sums/moments.h"

namespace tally {

namespace {

constexpr std::size_t kSum = 0, kSquare = 1;

std::vector<std::int64_t> same_places(std::int64_t classes) {
  std::vector<std::int64_t> place(static_cast<std::size_t>(classes));
  std::iota(place.begin(), place.end(), 0);
  return place;
}

SumGrid widened(const SumGrid& sums, std::int64_t width) {
  SumGrid wide = sums;
  wide.reshape(sums.classes(), width, same_places(sums.classes()));
  return wide;
}

// The sums without the last columns that are zero, but with `least` columns at least.
SumGrid narrowed(const SumGrid& sums, std::int64_t least) {
  const auto is_empty = [&](std::int64_t column) {
    for (std::int64_t k = 0; k < sums.classes(); ++k) {
      if (!sums.at(k, column).is_zero()) return false;
    }
    return true;
  };
  std::int64_t width = sums.columns();
  while (width > least && is_empty(width - 1)) --width;
  SumGrid kept(sums.classes(), width);
  for (std::int64_t k = 0; k < sums.classes(); ++k) {
    for (std::int64_t column = 0; column < width; ++column) {
      kept.adder(k, column) = sums.at(k, column);
    }
  }
  return kept;
}

SumGrid summed_up(const SumGrid& sums) {
  SumGrid one(1, sums.columns());
  const std::vector<ExactSum> totals = sums.column_totals();
  for (std::size_t j = 0; j < totals.size(); ++j) {
    if (!totals[j].is_zero()) one.adder(0, static_cast<std::int64_t>(j)) = totals[j];
  }
  return one;
}

std::vector<SumGrid> empty_sums(BlockCells cells, std::int64_t classes, std::int64_t columns) {
  switch (cells) {
    case BlockCells::kNumbers:
      return {2, SumGrid(classes, columns)};
    case BlockCells::kAmounts:
      return {SumGrid(classes, columns)};
    case BlockCells::kCodes:
      break;
  }
  return std::vector<SumGrid>(static_cast<std::size_t>(columns), SumGrid(classes, 0));
}

}  // namespace

BlockCounts::BlockCounts(BlockCells cells, std::int64_t classes, std::int64_t columns)
    : cells_(cells),
      weights_(static_cast<std::size_t>(classes)),
      missing_(classes, columns),
      sums_(empty_sums(cells, classes, columns)),
      declared_(cells == BlockCells::kCodes ? static_cast<std::size_t>(columns) : 0) {}

void BlockCounts::add(const Matrix& matrix, const RowClasses& classes,
                      std::span<const double> weights, const CellRule& rule, int threads) {
  if (cells_ == BlockCells::kAmounts) {
    return count_amounts(matrix, classes, weights, rule, threads);
  }
  const auto parts =
      counted_in_shares({matrix.rows, matrix.columns, classes, weights}, threads,
                        BlockCounts(cells_, this->classes(), columns()),
                        [&](BlockCounts& part, std::int64_t begin, std::int64_t end,
                            Rows some_classes, std::span<const double> some_weights) {
                          cells_ == BlockCells::kNumbers
                              ? part.count_numbers(matrix, begin, end, some_classes, some_weights)
                              : part.count_codes(matrix, begin, end, some_classes, some_weights);
                        });
  for (const BlockCounts& part : parts) merge(part);
}

void BlockCounts::declare(std::int64_t column, std::int64_t width) {
  std::int64_t& declared = declared_[static_cast<std::size_t>(column)];
  declared = std::max(declared, width);
  widen(column, width);
}

void BlockCounts::widen(std::int64_t column, std::int64_t width) {
  SumGrid& sums = sums_[static_cast<std::size_t>(column)];
  if (sums.columns() < width) sums = widened(sums, width);
}

void BlockCounts::combine(const BlockCounts& other, GridOperation on_grids, SumOperation on_sums) {
  if (has_weights() || other.has_weights()) {
    BlockCounts rows = unweighted();
    rows.combine(other.unweighted(), on_grids, on_sums);
    unweighted_ = {std::move(rows)};
  }
  for (std::size_t k = 0; k < weights_.size(); ++k) (weights_[k].*on_sums)(other.weights_[k]);
  (missing_.*on_grids)(other.missing_);
  for (std::size_t i = 0; i < sums_.size(); ++i) {
    const SumGrid& theirs = other.sums_[i];
    if (sums_[i].columns() < theirs.columns()) sums_[i] = widened(sums_[i], theirs.columns());
    if (sums_[i].columns() == theirs.columns()) {
      (sums_[i].*on_grids)(theirs);
    } else {
      (sums_[i].*on_grids)(widened(theirs, sums_[i].columns()));
    }
  }
}

void BlockCounts::merge(const BlockCounts& other) {
  combine(other, &SumGrid::operator+=, &ExactSum::operator+=);
  for (std::size_t j = 0; j < declared_.size(); ++j) {
    declared_[j] = std::max(declared_[j], other.declared_[j]);
  }
}

bool BlockCounts::has_negative_sum() const {
  return std::any_of(sums_.begin(), sums_.end(),
                     [](const SumGrid& grid) { return grid.has_negative(); });
}

bool BlockCounts::is_possible() const {
  for (const ExactSum& weight : weights_) {
    if (weight.sign() < 0) return false;
  }
  if (missing_.has_negative()) return false;
  if (cells_ != BlockCells::kNumbers) return true;
  for (std::int64_t k = 0; k < classes(); ++k) {
    for (std::int64_t j = 0; j < columns(); ++j) {
      if (!moments_are_possible(rows_with_value(k, j), sums_[kSum].at(k, j),
                                sums_[kSquare].at(k, j))) {
        return false;
      }
    }
  }
  return !has_weights() || unweighted_.front().is_possible();
}

void BlockCounts::subtract(const BlockCounts& other) {
  BlockCounts left = *this;
  left.combine(other, &SumGrid::operator-=, &ExactSum::operator-=);
  // Amounts that may be negative may be so before.
  const bool has_less =
      cells_ != BlockCells::kNumbers && left.has_negative_sum() && !has_negative_sum();
  if (has_less || !left.is_possible()) {
    throw Error(ErrorKind::kData,
                "these rows were not learned: what would be left cannot come from any rows");
  }
  *this = std::move(left);
  for (std::size_t j = 0; j < declared_.size(); ++j) sums_[j] = narrowed(sums_[j], declared_[j]);
}

void BlockCounts::spread_classes(std::int64_t classes, const std::vector<std::int64_t>& place) {
  std::vector<ExactSum> weights(static_cast<std::size_t>(classes));
  for (std::size_t k = 0; k < place.size(); ++k) {
    weights[static_cast<std::size_t>(place[k])] = std::move(weights_[k]);
  }
  weights_ = std::move(weights);
  missing_.reshape(classes, columns(), place);
  for (SumGrid& sums : sums_) sums.reshape(classes, sums.columns(), place);
}

bool BlockCounts::has_missing() const {
  bool any = false;
  missing_.for_each([&](std::int64_t, std::int64_t, const ExactSum&) { any = true; });
  return any;
}

bool operator==(const BlockCounts& a, const BlockCounts& b) {
  return a.cells_ == b.cells_ && a.weights_ == b.weights_ && a.missing_ == b.missing_ &&
         a.sums_ == b.sums_ && a.declared_ == b.declared_ && a.unweighted_ == b.unweighted_;
}

ExactSum BlockCounts::rows_with_value(std::int64_t klass, std::int64_t column) const {
  ExactSum rows = weights_[static_cast<std::size_t>(klass)];
  return rows -= missing_.at(klass, column);
}

BlockCounts BlockCounts::as_one_class() const {
  BlockCounts one(cells_, 1, columns());
  for (const ExactSum& weight : weights_) one.weights_[0] += weight;
  one.missing_ = summed_up(missing_);
  for (std::size_t i = 0; i < sums_.size(); ++i) one.sums_[i] = summed_up(sums_[i]);
  return one;
}

}  // namespace tally
