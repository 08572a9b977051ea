// SPDX-License-Identifier: Apache-2.0
#include "tally/count/moment_batch.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tally/count/block/moment_slices.h"
#include "tally/family/number_family.h"

namespace tally {

namespace {

// Whether there are enough rows for the tables that counting together needs.
bool pays(const RowsToCount& rows, std::int64_t classes) {
  constexpr std::int64_t kLeastRows = 64;
  constexpr std::int64_t kRowsPerClass = 16;
  return rows.weights.empty() && rows.batch.rows >= std::max(kLeastRows, kRowsPerClass * classes);
}

std::unique_ptr<double[]> copied(const Numbers& numbers, std::int64_t rows) {
  std::unique_ptr<double[]> copy(new double[static_cast<std::size_t>(rows)]);
  for_each_number(numbers, rows,
                  [&](std::int64_t row, double x) { copy[static_cast<std::size_t>(row)] = x; });
  return copy;
}

// Whether the family refuses a cell; a NaN is missing, which none refuses.
template <class Refuses>
bool any_refused(const double* column, std::int64_t rows, Refuses&& refuses) {
  // Four at a time make vectors of it.
  bool refused[4] = {};
  std::int64_t row = 0;
  for (; row + 4 <= rows; row += 4) {
    for (std::size_t lane = 0; lane < 4; ++lane)
      refused[lane] |= refuses(column[row + static_cast<std::int64_t>(lane)]);
  }
  for (; row < rows; ++row) refused[0] |= refuses(column[row]);
  return refused[0] || refused[1] || refused[2] || refused[3];
}

bool has_refused(const double* column, std::int64_t rows, bool is_count) {
  constexpr double kMost = std::numeric_limits<double>::max();
  return is_count ? any_refused(column, rows, [](double x) { return x > kMost || x < 0; })
                  : any_refused(column, rows, [](double x) { return std::abs(x) > kMost; });
}

}  // namespace

MomentBatch::MomentBatch(const RowsToCount& rows, std::int64_t classes)
    : rows_(rows), classes_(classes), together_(pays(rows, classes)) {}

bool MomentBatch::takes(const Tally& tally) {
  const NumberFamily* const numbers = numbers_of(tally.family());
  return numbers != nullptr && numbers->sums(Part::kSquare) && !numbers->sums(Part::kExposure);
}

void MomentBatch::take(Tally& tally, const TallyColumns& columns) {
  if (!together_) return count_numbers(tally, columns, rows_);
  const Numbers& numbers = rows_.numbers(*columns[0], tally.name());
  const double* column = plain_doubles(numbers);
  if (column == nullptr) {
    copies_.push_back(copied(numbers, rows_.batch.rows));
    column = copies_.back().get();
  }
  // It may be in a row that does not count; a plain count finds out.
  if (has_refused(column, rows_.batch.rows, numbers_of(tally.family())->is_count()))
    return count_numbers(tally, columns, rows_);
  columns_.push_back(column);
  tallies_.push_back(&tally);
}

void MomentBatch::count() {
  if (tallies_.empty()) return;
  const auto columns = static_cast<std::int64_t>(tallies_.size());
  SumGrid sum(classes_, columns), square(classes_, columns), missing(classes_, columns);
  count_moments(columns_, rows_.batch.rows, rows_.classes, sum, square, missing);
  std::vector<std::int64_t> seen(static_cast<std::size_t>(classes_));
  for (const std::int32_t klass : rows_.classes) {
    if (klass >= 0) ++seen[static_cast<std::size_t>(klass)];
  }
  for (std::int64_t column = 0; column < columns; ++column) {
    Tally& tally = *tallies_[static_cast<std::size_t>(column)];
    for (std::int32_t klass = 0; klass < classes_; ++klass) {
      const auto add = [&](Part part, const ExactSum& amount) {
        if (!amount.is_zero()) tally.cell(klass, tally.slot_of(part)) += amount;
      };
      const ExactSum without = missing.at(klass, column);
      ExactSum with(seen[static_cast<std::size_t>(klass)]);
      add(Part::kMissing, without);
      add(Part::kWeight, with -= without);
      add(Part::kSum, sum.at(klass, column));
      add(Part::kSquare, square.at(klass, column));
    }
  }
}

}  // namespace tally
