// SPDX-License-Identifier: Apache-2.0
#include "tally/sums/slice_sums.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace tally {
namespace {

using Places = std::set<std::pair<std::size_t, std::int64_t>>;  // row, column

// The plain twin: one cell after the other, in the words of moment_slices.h. A cell beyond the
// limit may be taken or left, as the kernel did.
Places add_plainly(const std::vector<double>& tile, const SliceRuns& runs, const SliceSums& slices,
                   const Places& left_by_kernel, std::vector<double>& sums) {
  Places left;
  for (std::int32_t i = 0; i < runs.count; ++i) {
    const SliceRuns::Run run = runs.runs[static_cast<std::size_t>(i)];
    for (std::int32_t at = run.begin; at < run.end; ++at) {
      const std::size_t r = runs.rows[static_cast<std::size_t>(at)];
      for (std::int64_t j = 0; j < slices.padded; ++j) {
        const auto column = static_cast<std::size_t>(j);
        const double x = tile[r * static_cast<std::size_t>(slices.padded) + column];
        double rest = x, slice[kSlices];
        for (int s = 0; s < kSlices; ++s) {
          slice[s] = (rest + slices.shifts[s][column]) - slices.shifts[s][column];
          rest -= slice[s];
        }
        const bool may_be_left = !(std::abs(x) < slices.limits[column]);
        if (rest != 0 || (may_be_left && left_by_kernel.count({r, j}) != 0)) {
          left.insert({r, j});
          continue;
        }
        const double a = slice[0], b = slice[1], c = slice[2];
        const double parts[kSliceSums] = {a, b, c, a * a, a * b, b * b + 2 * a * c, b * c, c * c};
        for (std::int64_t s = 0; s < kSliceSums; ++s) {
          sums[static_cast<std::size_t>((std::int64_t{run.klass} * kSliceSums + s) * slices.padded +
                                        j)] += parts[s];
        }
      }
    }
  }
  return left;
}

Places add_with_kernel(const std::vector<double>& tile, std::int64_t columns, const SliceRuns& runs,
                       SliceSums& slices) {
  SliceLeft left;
  add_to_slices({tile.data(), slices.padded, columns, tile.data()}, runs, slices, left);
  Places places;
  for (const SliceLeft::Cells& cells : left.cells()) {
    EXPECT_NE(left.rows() >> cells.row & 1, 0u);
    for (int lane = 0; lane < 8; ++lane) {
      if ((cells.lanes >> lane & 1) == 0) continue;
      EXPECT_TRUE(places.insert({cells.row, cells.column + lane}).second) << "left out twice";
    }
  }
  return places;
}

constexpr std::int64_t kClasses = 3;
constexpr int kExponent = 3;

SliceSums for_numbers_below_eight(std::int64_t columns) {
  SliceSums slices(columns, kClasses);
  for (std::int64_t j = 0; j < columns; ++j) {
    slices.limits[static_cast<std::size_t>(j)] = 8;
    for (int s = 0; s < kSlices; ++s) {
      slices.shifts[s][static_cast<std::size_t>(j)] =
          std::ldexp(1.5, kExponent - 22 * (s + 1) + 52);
    }
  }
  return slices;
}

SliceRuns three_runs() {
  SliceRuns runs;
  for (std::int32_t k = 0; k < kClasses; ++k) {
    const std::int32_t begin = k * 20, end = begin + 20;
    runs.runs[static_cast<std::size_t>(runs.count++)] = {k, begin, end};
  }
  for (std::size_t r = 0; r < kSliceTileRows; ++r) {
    runs.rows[r] = static_cast<std::uint8_t>(r * 29 % 64);  // any order
  }
  return runs;
}

void expect_plain_sums(std::int64_t columns, const std::vector<double>& odd_rows) {
  std::mt19937_64 random(3);
  SliceSums slices = for_numbers_below_eight(columns);
  const SliceRuns runs = three_runs();
  std::vector<double> sums(static_cast<std::size_t>(kClasses * kSliceSums * slices.padded));
  std::vector<double> tile(static_cast<std::size_t>(kSliceTileRows * slices.padded));
  // The later tiles are added with more care if there was reason for it in the first.
  for (int pass = 0; pass < 12; ++pass) {
    for (std::int64_t r = 0; r < kSliceTileRows; ++r) {
      for (std::int64_t j = 0; j < columns; ++j) {
        const double x = std::round(std::normal_distribution<>(0, 0x1.8p30)(random)) / 0x1p30;
        tile[static_cast<std::size_t>(r * slices.padded + j)] =
            r >= 5 && r < 5 + static_cast<std::int64_t>(odd_rows.size())
                ? odd_rows[static_cast<std::size_t>(r - 5)]
                : x;
      }
    }
    const Places left = add_with_kernel(tile, columns, runs, slices);
    EXPECT_EQ(left, add_plainly(tile, runs, slices, left, sums));
    EXPECT_EQ(!left.empty(), !odd_rows.empty());
  }
  for (std::size_t i = 0; i < sums.size(); ++i) EXPECT_EQ(slices.sums[i], sums[i]) << i;
}

TEST(SliceSums, AreThoseOfOneCellAfterTheOther) {
  for (const std::int64_t columns : {1, 8, 21}) {
    expect_plain_sums(columns, {});
    expect_plain_sums(columns, {1e9, 1e-30, std::nan("")});
    expect_plain_sums(columns, {INFINITY});
  }
}

TEST(SliceSums, ZerosOfEitherSignAreCut) {
  SliceSums slices = for_numbers_below_eight(8);
  const std::vector<double> tile(std::size_t{64} * 8, -0.0);
  EXPECT_TRUE(add_with_kernel(tile, 8, three_runs(), slices).empty());
  EXPECT_EQ(slices.doubt, std::vector<std::uint8_t>(8));
}

TEST(SliceSums, AreEmptiedInUnits) {
  SliceSums slices(3, 2);
  const auto count = static_cast<std::size_t>(kSliceSums * slices.padded);
  std::vector<std::int64_t> wide(2 * count, 7);
  for (std::size_t i = 0; i < count; ++i) {
    slices.scales[i] = 1024;
    slices.sums[count + i] = (static_cast<double>(i) - 100.0) / 1024;
  }
  empty_slices(slices, 1, wide.data());
  for (std::size_t i = 0; i < count; ++i) {
    EXPECT_EQ(wide[i], 7);
    EXPECT_EQ(wide[count + i], 7 + static_cast<std::int64_t>(i) - 100);
    EXPECT_EQ(slices.sums[count + i], 0);
  }
}

}  // namespace
}  // namespace tally
