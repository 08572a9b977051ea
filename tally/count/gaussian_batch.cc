#include "tally/count/gaussian_batch.h"

#include <algorithm>
#include <cmath>

#include "tally/count/moment_slices.h"

namespace tally {

namespace {

// Whether there are enough rows for the tables that counting together needs.
bool pays(const RowsToCount& rows, std::int64_t classes) {
  constexpr std::int64_t kLeastRows = 64;
  constexpr std::int64_t kRowsPerClass = 16;
  return rows.weights.empty() && rows.batch.rows >= std::max(kLeastRows, kRowsPerClass * classes);
}

}  // namespace

GaussianBatch::GaussianBatch(const RowsToCount& rows, std::int64_t classes,
                             const std::vector<Tally>& tallies)
    : rows_(rows), classes_(classes) {
  const auto columns = std::count_if(tallies.begin(), tallies.end(), [](const Tally& tally) {
    return tally.family() == Family::kGaussian;
  });
  if (columns == 0 || !pays(rows, classes)) return;
  numbers_.reset(new double[static_cast<std::size_t>(columns * rows.batch.rows)]);
}

void GaussianBatch::take(Tally& tally, const TallyColumns& columns) {
  if (numbers_ == nullptr) return count_gaussian(tally, columns, rows_);
  const Numbers& numbers = rows_.numbers(*columns[0], tally.name());
  const std::int64_t rows = rows_.batch.rows;
  double* const to = numbers_.get() + static_cast<std::int64_t>(tallies_.size()) * rows;
  bool infinite = false;
  for_each_number(numbers, rows, [&](std::int64_t row, double x) {
    to[row] = x;
    infinite |= std::isinf(x);
  });
  // It may be in a row that does not count; a plain count finds out.
  if (infinite) return count_gaussian(tally, columns, rows_);
  tallies_.push_back(&tally);
}

void GaussianBatch::count() {
  if (tallies_.empty()) return;
  const auto columns = static_cast<std::int64_t>(tallies_.size());
  const std::int64_t rows = rows_.batch.rows;
  const Matrix matrix{numbers_.get(), NumberType::kFloat64, rows, columns, 8, 8 * rows};
  ClassSums sum(classes_, columns), square(classes_, columns), missing(classes_, columns);
  count_moments(matrix, 0, rows, rows_.classes, sum, square, missing);
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
      const ExactSum& without = missing.at(klass, column);
      ExactSum with(seen[static_cast<std::size_t>(klass)]);
      add(Part::kMissing, without);
      add(Part::kWeight, with -= without);
      add(Part::kSum, sum.at(klass, column));
      add(Part::kSquare, square.at(klass, column));
    }
  }
}

}  // namespace tally
