// SPDX-License-Identifier: Apache-2.0
#include "tally/count/block/category_table.h"

#include <algorithm>
#include <numeric>

#include "tally/base/error.h"
#include "tally/count/block/class_weights.h"
#include "tally/count/block/code_counts.h"
#include "tally/count/block/row_shares.h"
#include "tally/count/block/table_bytes.h"
#include "tally/sums/sum_bytes.h"

namespace tally {

namespace {

constexpr std::int64_t kTileRows = 256;

std::vector<std::int64_t> same_places(std::int64_t classes) {
  std::vector<std::int64_t> place(static_cast<std::size_t>(classes));
  std::iota(place.begin(), place.end(), 0);
  return place;
}

// The table without the last codes that nobody has, but with `least` codes at least.
SumGrid narrowed(const SumGrid& counts, std::int64_t least) {
  const auto is_empty = [&](std::int64_t code) {
    for (std::int64_t k = 0; k < counts.classes(); ++k) {
      if (!counts.at(k, code).is_zero()) return false;
    }
    return true;
  };
  std::int64_t width = counts.columns();
  while (width > least && is_empty(width - 1)) --width;
  SumGrid kept(counts.classes(), width);
  for (std::int64_t k = 0; k < counts.classes(); ++k) {
    for (std::int64_t code = 0; code < width; ++code) kept.adder(k, code) = counts.at(k, code);
  }
  return kept;
}

}  // namespace

CategoryTable::CategoryTable(std::int64_t classes, std::int64_t columns)
    : weights_(static_cast<std::size_t>(classes)),
      counts_(static_cast<std::size_t>(columns), SumGrid(classes, 0)),
      missing_(classes, columns),
      declared_(static_cast<std::size_t>(columns)) {}

void CategoryTable::add(const Matrix& matrix, const RowClasses& classes,
                        std::span<const double> weights, int threads) {
  const auto parts = counted_in_shares(
      {matrix.rows, matrix.columns, classes, weights}, threads,
      CategoryTable(this->classes(), columns()),
      [&](CategoryTable& part, std::int64_t begin, std::int64_t end, auto some_classes,
          auto some_weights) { part.count(matrix, begin, end, some_classes, some_weights); });
  for (const CategoryTable& part : parts) merge(part);
}

void CategoryTable::count(const Matrix& matrix, std::int64_t begin, std::int64_t end,
                          std::span<const std::int32_t> classes, std::span<const double> weights) {
  static_assert(kMostRowsInShare <= CodeCounts::kMostRows);
  add_class_weights(classes, weights, weights_);
  CodeCounts counts(this->classes(), columns());
  if (weights.empty() && CodeCounts::takes(matrix)) {
    counts.count_rows(matrix, begin, end, classes);
  } else {
    count_cells(matrix, begin, end, classes, weights, counts);
  }
  add(counts);
}

void CategoryTable::count_cells(const Matrix& matrix, std::int64_t begin, std::int64_t end,
                                std::span<const std::int32_t> classes,
                                std::span<const double> weights, CodeCounts& counts) {
  std::vector<double> tile(static_cast<std::size_t>(kTileRows * columns()));
  for (std::int64_t first = begin; first < end; first += kTileRows) {
    const std::int64_t rows = std::min(kTileRows, end - first);
    matrix.copy({first, rows, 0, columns()}, tile.data(), columns(), 1);
    for (std::int64_t r = 0; r < rows; ++r) {
      const auto row = static_cast<std::size_t>(first + r - begin);
      const std::int32_t k = classes[row];
      for (std::int64_t j = 0; j < columns(); ++j) {
        const std::int64_t code = code_of(tile[static_cast<std::size_t>(r * columns() + j)]);
        if (code < 0) {
          if (k >= 0) missing_.adder(k, j).add(weights.empty() ? 1.0 : weights[row]);
          continue;
        }
        // A row with a weight of its own does not count as one, but its codes are known.
        counts.count(j, code, weights.empty() ? k : -1);
        if (k < 0 || weights.empty()) continue;
        widen(j, code + 1);
        counts_[static_cast<std::size_t>(j)].adder(k, code).add(weights[row]);
      }
    }
  }
}

void CategoryTable::add(const CodeCounts& counts) {
  for (std::int64_t j = 0; j < columns(); ++j) {
    const std::int64_t width = counts.width(j);
    widen(j, width);
    for (std::int64_t k = 0; k < classes(); ++k) {
      for (std::int64_t code = 0; code < width; ++code) {
        const std::int64_t times = counts.at(k, j, code);
        if (times != 0) counts_[static_cast<std::size_t>(j)].adder(k, code).add(times);
      }
    }
  }
}

void CategoryTable::widen(std::int64_t column, std::int64_t width) {
  SumGrid& counts = counts_[static_cast<std::size_t>(column)];
  if (counts.columns() < width) counts.reshape(classes(), width, same_places(classes()));
}

void CategoryTable::declare(std::int64_t column, std::int64_t width) {
  std::int64_t& declared = declared_[static_cast<std::size_t>(column)];
  declared = std::max(declared, width);
  widen(column, width);
}

void CategoryTable::merge(const CategoryTable& other) {
  for (std::size_t k = 0; k < weights_.size(); ++k) weights_[k] += other.weights_[k];
  missing_ += other.missing_;
  for (std::int64_t j = 0; j < columns(); ++j) {
    const SumGrid& theirs = other.counts(j);
    declare(j, other.declared_[static_cast<std::size_t>(j)]);
    widen(j, theirs.columns());
    for (std::int64_t k = 0; k < classes(); ++k) {
      for (std::int64_t code = 0; code < theirs.columns(); ++code) {
        counts_[static_cast<std::size_t>(j)].adder(k, code) += theirs.at(k, code);
      }
    }
  }
}

void CategoryTable::subtract(const CategoryTable& other) {
  CategoryTable left = *this;
  bool possible = true;
  for (std::size_t k = 0; k < weights_.size(); ++k) {
    left.weights_[k] -= other.weights_[k];
    possible = possible && left.weights_[k].sign() >= 0;
  }
  left.missing_ -= other.missing_;
  possible = possible && !left.missing_.has_negative();
  for (std::int64_t j = 0; j < columns(); ++j) {
    const SumGrid& theirs = other.counts(j);
    left.widen(j, theirs.columns());
    SumGrid& rest = left.counts_[static_cast<std::size_t>(j)];
    for (std::int64_t k = 0; k < classes(); ++k) {
      for (std::int64_t code = 0; code < theirs.columns(); ++code) {
        rest.adder(k, code) -= theirs.at(k, code);
      }
    }
    possible = possible && !rest.has_negative();
    rest = narrowed(rest, declared_[static_cast<std::size_t>(j)]);
  }
  if (!possible) {
    throw Error(ErrorKind::kData,
                "these rows were not learned: what would be left cannot come from any rows");
  }
  *this = std::move(left);
}

void CategoryTable::spread_classes(std::int64_t classes, const std::vector<std::int64_t>& place) {
  std::vector<ExactSum> weights(static_cast<std::size_t>(classes));
  for (std::size_t k = 0; k < place.size(); ++k) {
    weights[static_cast<std::size_t>(place[k])] = std::move(weights_[k]);
  }
  weights_ = std::move(weights);
  missing_.reshape(classes, columns(), place);
  for (SumGrid& counts : counts_) counts.reshape(classes, counts.columns(), place);
}

std::string CategoryTable::to_bytes() const {
  std::string bytes = shape_bytes({classes(), columns()});
  append_sums(weights_, bytes);
  missing_.append_to(bytes);
  bytes += shape_bytes(declared_);
  for (const SumGrid& counts : counts_) {
    bytes += shape_bytes({counts.columns()});
    counts.append_to(bytes);
  }
  return bytes;
}

CategoryTable CategoryTable::from_bytes(std::string_view bytes) {
  const std::vector<std::int64_t> shape = take_shape(2, bytes);
  CategoryTable table(shape[0], shape[1]);
  table.weights_ = take_sums(table.weights_.size(), bytes);
  table.missing_ = take_grid(shape[0], shape[1], bytes);
  table.declared_ = take_shape(table.declared_.size(), bytes);
  for (SumGrid& counts : table.counts_) {
    counts = take_grid(shape[0], take_shape(1, bytes)[0], bytes);
  }
  return table;
}

}  // namespace tally
