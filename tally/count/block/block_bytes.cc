// SPDX-License-Identifier: Apache-2.0
// A block as bytes and back. Each kind is written as it has been since there are pickles of it; those of
// weighted numbers hold the unweighted block as a whole, and used to hold its sums alone.
#include <algorithm>
#include <cstring>

#include "tally/base/error.h"
#include "tally/count/block/block_counts.h"
#include "tally/sums/sum_bytes.h"

namespace tally {

namespace {

// What follows the sums of numbers.
constexpr std::int64_t kNoBlock = 0, kSumsOfColumns = 1, kBlock = 2;

std::string shape_bytes(const std::vector<std::int64_t>& shape) {
  std::string bytes(shape.size() * sizeof(std::int64_t), '\0');
  std::memcpy(bytes.data(), shape.data(), bytes.size());
  return bytes;
}

std::vector<std::int64_t> take_shape(std::size_t count, std::string_view& bytes) {
  constexpr std::int64_t kMost = std::int64_t{1} << 31;
  std::vector<std::int64_t> shape(count);
  const std::size_t size = count * sizeof(std::int64_t);
  bool sound = bytes.size() >= size;
  if (sound) std::memcpy(shape.data(), bytes.data(), size);
  for (const std::int64_t length : shape) sound = sound && length >= 0 && length <= kMost;
  if (!sound) throw Error(ErrorKind::kData, "the stored counts have no shape");
  bytes.remove_prefix(size);
  return shape;
}

// What SumGrid::append_to has appended, as SumGrid::take reads it, but for numbers of all sizes:
// each is a rest, and no room is made for a base that they do not share.
SumGrid take_grid(std::int64_t classes, std::int64_t columns, std::string_view& bytes) {
  SumGrid sums(classes, columns);
  for (std::int64_t k = 0; k < classes; ++k) {
    for (std::int64_t j = 0; j < columns; ++j) {
      ExactSum sum = take_sum(bytes);
      if (!sum.is_zero()) sums.adder(k, j) = std::move(sum);
    }
  }
  return sums;
}

}  // namespace

std::string BlockCounts::to_bytes() const {
  std::string bytes = shape_bytes({classes(), columns()});
  switch (cells_) {
    case BlockCells::kNumbers:
      bytes += shape_bytes({has_weights() ? kBlock : kNoBlock});
      append_sums(weights_, bytes);
      for (const SumGrid& sums : sums_) sums.append_to(bytes);
      missing_.append_to(bytes);
      if (has_weights()) bytes += unweighted_.front().to_bytes();
      break;
    case BlockCells::kAmounts:
      append_amounts(bytes);
      break;
    case BlockCells::kCodes:
      append_sums(weights_, bytes);
      missing_.append_to(bytes);
      bytes += shape_bytes(declared_);
      for (const SumGrid& sums : sums_) {
        bytes += shape_bytes({sums.columns()});
        sums.append_to(bytes);
      }
      break;
  }
  return bytes;
}

BlockCounts BlockCounts::from_bytes(BlockCells cells, std::string_view bytes) {
  const std::vector<std::int64_t> shape = take_shape(2, bytes);
  BlockCounts counts(cells, shape[0], shape[1]);
  switch (cells) {
    case BlockCells::kNumbers:
      counts.take_numbers(bytes);
      break;
    case BlockCells::kAmounts:
      counts.take_amounts(bytes);
      break;
    case BlockCells::kCodes:
      counts.take_codes(bytes);
      break;
  }
  return counts;
}

void BlockCounts::take_numbers(std::string_view& bytes) {
  const std::int64_t follows = take_shape(1, bytes)[0];
  weights_ = take_sums(weights_.size(), bytes);
  for (SumGrid& sums : sums_) sums = take_grid(classes(), columns(), bytes);
  missing_ = take_grid(classes(), columns(), bytes);
  if (follows == kBlock) unweighted_ = {from_bytes(cells_, bytes)};
  if (follows != kSumsOfColumns) return;
  // How many rows have a value in each column, and their sums: as many rows as the fullest column has.
  BlockCounts one(cells_, 1, columns());
  const std::vector<ExactSum> rows = take_sums(static_cast<std::size_t>(columns()), bytes);
  for (const ExactSum& some : rows) {
    if (some.to_double() > one.weights_[0].to_double()) one.weights_[0] = some;
  }
  for (std::size_t j = 0; j < rows.size(); ++j) {
    ExactSum& missing = one.missing_.adder(0, static_cast<std::int64_t>(j));
    missing += one.weights_[0];
    missing -= rows[j];
  }
  for (SumGrid& sums : one.sums_) sums = take_grid(1, columns(), bytes);
  unweighted_ = {std::move(one)};
}

// Of what is missing, which is next to nothing, only what there is, with its class and column.
void BlockCounts::append_amounts(std::string& bytes) const {
  std::string missing;
  std::int64_t cells = 0;
  missing_.for_each([&](std::int64_t k, std::int64_t j, const ExactSum& sum) {
    missing += shape_bytes({k, j});
    append_sum(sum, missing);
    ++cells;
  });
  bytes += shape_bytes({cells});
  append_sums(weights_, bytes);
  sums_.front().append_to(bytes);
  bytes += missing;
}

void BlockCounts::take_amounts(std::string_view& bytes) {
  const std::int64_t cells = take_shape(1, bytes)[0];
  weights_ = take_sums(weights_.size(), bytes);
  sums_.front() = SumGrid::take(classes(), columns(), bytes);
  for (std::int64_t i = 0; i < cells; ++i) {
    const std::vector<std::int64_t> place = take_shape(2, bytes);
    const bool is_there = place[0] < classes() && place[1] < columns();
    if (!is_there) throw Error(ErrorKind::kData, "the stored counts have no shape");
    missing_.adder(place[0], place[1]) = take_sum(bytes);
  }
}

void BlockCounts::take_codes(std::string_view& bytes) {
  weights_ = take_sums(weights_.size(), bytes);
  missing_ = take_grid(classes(), columns(), bytes);
  declared_ = take_shape(declared_.size(), bytes);
  for (SumGrid& sums : sums_) {
    const std::int64_t width = take_shape(1, bytes)[0];
    sums = take_grid(classes(), width, bytes);
  }
}

}  // namespace tally
