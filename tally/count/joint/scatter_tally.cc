// SPDX-License-Identifier: Apache-2.0
// z is a multiple of 2^−16 and at most 5, so a product of two is a multiple of 2^−32 and 2^13 products
// add up in a double without rounding, in any order: kTile rows are summed up as doubles.
#include "tally/count/joint/scatter_tally.h"

#include <algorithm>
#include <utility>

#include "tally/count/joint/joint_key.h"
#include "tally/count/rows_to_count.h"
#include "tally/count/sum_checks.h"

namespace tally {

namespace {

constexpr std::int64_t kTile = 2048;
static_assert(kTile * kMostScaled * kMostScaled / (kScaledUnit * kScaledUnit) < 0x1p53);

}  // namespace

ScatterTally::ScatterTally(TallySpec spec) : Tally(std::move(spec)) {
  for (const ScaledColumn& column : spec_.scaled) {
    names_.push_back(joined_key(std::span(&column.name, 1)));
  }
}

// Behind the sums come the products: (0,0), (0,1), (1,1), (0,2) …
std::int32_t ScatterTally::product_slot(std::size_t i, std::size_t j) const {
  const std::size_t low = std::min(i, j), high = std::max(i, j);
  return kFirstSlot + static_cast<std::int32_t>(columns() + high * (high + 1) / 2 + low);
}

std::int32_t ScatterTally::slots() const {
  return kFirstSlot + static_cast<std::int32_t>(columns() + columns() * (columns() + 1) / 2);
}

void ScatterTally::count(std::span<const Column* const> columns, const RowsToCount& rows) {
  if (rows.class_count == 0) return;
  cells_by_class(rows.class_count);  // made, so that none moves
  z_.resize(columns.size() * static_cast<std::size_t>(kTile));
  for (std::int64_t begin = 0; begin < rows.batch.rows; begin += kTile) {
    const std::int64_t end = std::min(rows.batch.rows, begin + kTile);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const Numbers& numbers = rows.numbers(*columns[i], spec_.scaled[i].name);
      double* const z = &z_[i * static_cast<std::size_t>(kTile)];
      for (std::int64_t row = begin; row < end; ++row) {
        const bool counts = rows.classes[static_cast<std::size_t>(row)] >= 0;
        z[row - begin] = counts ? scaled(spec_.scaled[i], numbers.at(row)) : 0;
      }
    }
    rows.weights.empty() ? count_plain(begin, end, rows) : count_weighted(begin, end, rows);
  }
}

// Class by class: the z of its rows side by side, then every product of two columns.
void ScatterTally::count_plain(std::int64_t begin, std::int64_t end, const RowsToCount& rows) {
  const std::size_t d = columns();
  std::vector<std::vector<std::size_t>> of_class(static_cast<std::size_t>(rows.class_count));
  for (std::int64_t row = begin; row < end; ++row) {
    const std::int32_t klass = rows.classes[static_cast<std::size_t>(row)];
    if (klass >= 0) {
      of_class[static_cast<std::size_t>(klass)].push_back(static_cast<std::size_t>(row - begin));
    }
  }
  std::vector<double> own;  // [column][row of the class]
  for (std::size_t k = 0; k < of_class.size(); ++k) {
    const std::vector<std::size_t>& members = of_class[k];
    const std::size_t n = members.size();
    if (n == 0) continue;
    own.resize(d * n);
    for (std::size_t i = 0; i < d; ++i) {
      const double* const z = &z_[i * static_cast<std::size_t>(kTile)];
      for (std::size_t r = 0; r < n; ++r) own[i * n + r] = z[members[r]];
    }
    ExactSum* const sums = made_row_of(static_cast<std::int32_t>(k)).widened();
    for (std::size_t i = 0; i < d; ++i) {
      const double* const a = &own[i * n];
      double sum = 0;
      for (std::size_t r = 0; r < n; ++r) sum += a[r];
      sums[sum_slot(i)].add(sum);
      for (std::size_t j = 0; j <= i; ++j) {
        const double* const b = &own[j * n];
        constexpr std::size_t kLanes = 8;  // any order gives the same: vectors may have theirs
        double lanes[kLanes] = {};
        std::size_t r = 0;
        for (; r + kLanes <= n; r += kLanes) {
          for (std::size_t lane = 0; lane < kLanes; ++lane)
            lanes[lane] += a[r + lane] * b[r + lane];
        }
        for (; r < n; ++r) lanes[0] += a[r] * b[r];
        double product = 0;
        for (const double lane : lanes) product += lane;
        sums[product_slot(i, j)].add(product);
      }
    }
  }
}

void ScatterTally::count_weighted(std::int64_t begin, std::int64_t end, const RowsToCount& rows) {
  const std::size_t d = columns();
  for (std::int64_t row = begin; row < end; ++row) {
    const double* const z = &z_[static_cast<std::size_t>(row - begin)];
    rows.weigh(row, [&](std::int32_t klass, auto weight) {
      ExactSum* const sums = made_row_of(klass).widened();
      for (std::size_t i = 0; i < d; ++i) {
        const double a = z[i * static_cast<std::size_t>(kTile)];
        if (a == 0) continue;
        add_weighted(sums[sum_slot(i)], weight, a);
        for (std::size_t j = 0; j <= i; ++j) {
          const double b = z[j * static_cast<std::size_t>(kTile)];
          if (b != 0) add_weighted(sums[product_slot(i, j)], weight, a, b);
        }
      }
    });
  }
}

Part ScatterTally::part_of(std::int32_t slot) const {
  if (slot < kFirstSlot) return Part::kMissing;
  return static_cast<std::size_t>(slot - kFirstSlot) < columns() ? Part::kSum : Part::kSquare;
}

std::string ScatterTally::key_of(std::int32_t slot) const {
  if (slot < kFirstSlot) return "";
  auto at = static_cast<std::size_t>(slot - kFirstSlot);
  if (at < columns()) return names_[at];
  at -= columns();
  std::size_t high = 0;
  for (; at > high; ++high) at -= high + 1;
  return names_[at] + ',' + names_[high];
}

ExactSum* ScatterTally::find_cell(std::int32_t class_code, Part part, std::string_view key) {
  if (part != Part::kSum && part != Part::kSquare) return nullptr;
  const std::optional<std::vector<std::string>> names = parted_key(key);
  if (!names || names->size() != (part == Part::kSum ? 1 : 2)) return nullptr;
  std::vector<std::size_t> places;
  for (const std::string& name : *names) {
    const auto at = std::lower_bound(spec_.columns.begin(), spec_.columns.end(), name);
    if (at == spec_.columns.end() || *at != name) return nullptr;
    places.push_back(static_cast<std::size_t>(at - spec_.columns.begin()));
  }
  if (part == Part::kSum) return &cell(class_code, sum_slot(places[0]));
  return places[0] <= places[1] ? &cell(class_code, product_slot(places[0], places[1])) : nullptr;
}

std::vector<std::int32_t> ScatterTally::same_slots(const Tally& other) {
  std::vector<std::int32_t> out;
  for (std::int32_t slot = 0; slot < other.slots(); ++slot) out.push_back(slot);
  return out;
}

// Of one column: |Σ w z| <= 5 Σ w, 0 <= Σ w z² <= 25 Σ w, (Σ w z)² <= Σ w · Σ w z². Of two: the product
// is no larger than 25 Σ w.
std::string ScatterTally::impossibility(std::int32_t class_code,
                                        const ExactSum& class_weight) const {
  const SumRow& row = row_of(class_code);
  if (any_beyond_bounds(row.wide())) return std::string(kBeyondBounds);
  constexpr double kRounding = 1 + 0x1p-40;
  const double n = class_weight.to_double();
  if (!row.at(0).is_zero()) return "missing values, which count as zero,";
  for (std::size_t i = 0; i < columns(); ++i) {
    const double sum = at(class_code, sum_slot(i)).to_double();
    const double square = at(class_code, product_slot(i, i)).to_double();
    if (square < 0 || square > kMostScaled * kMostScaled * n * kRounding ||
        sum * sum > n * square * kRounding) {
      return "moments of " + in_quotes(spec_.scaled[i].name) + " that no rows have";
    }
    for (std::size_t j = 0; j < i; ++j) {
      const double product = at(class_code, product_slot(i, j)).to_double();
      const double other = at(class_code, product_slot(j, j)).to_double();
      if (product * product > square * other * kRounding) {
        return "a product of " + in_quotes(spec_.scaled[i].name) + " and " +
               in_quotes(spec_.scaled[j].name) + " that no rows have";
      }
    }
  }
  return "";
}

const ScatterTally* as_scatter(const Tally& tally) {
  return tally.spec().beside == Beside::kScatter ? static_cast<const ScatterTally*>(&tally)
                                                 : nullptr;
}

ScatterTally* as_scatter(Tally& tally) {
  return const_cast<ScatterTally*>(as_scatter(std::as_const(tally)));
}

}  // namespace tally
