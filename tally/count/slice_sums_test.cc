#include "tally/count/slice_sums.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace tally {
namespace {

// The plain twin: one cell after the other, in the words of moment_slices.h.
std::uint64_t add_plainly(const std::vector<double>& tile, const SliceRuns& runs,
                          const SliceSums& slices, std::vector<double>& sums) {
  std::uint64_t left = 0;
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
        if (rest != 0 || !(std::abs(x) < slices.limits[column])) {
          left |= std::uint64_t{1} << r;
          continue;
        }
        const double a = slice[0], b = slice[1], c = slice[2];
        const double parts[kSliceSums] = {a, b, c, a * a, a * b, b * b + 2 * a * c, b * c, c * c};
        for (std::int64_t s = 0; s < kSliceSums; ++s) {
          sums[static_cast<std::size_t>((run.klass * kSliceSums + s) * slices.padded + j)] +=
              parts[s];
        }
      }
    }
  }
  return left;
}

TEST(SliceSums, AreThoseOfOneCellAfterTheOther) {
  std::mt19937_64 random(3);
  for (const std::int64_t columns : {1, 8, 21}) {
    constexpr std::int64_t kClasses = 3;
    SliceSums slices(columns, kClasses);
    for (std::int64_t j = 0; j < columns; ++j) {
      slices.limits[static_cast<std::size_t>(j)] = 8;
      for (int s = 0; s < kSlices; ++s) {
        slices.shifts[s][static_cast<std::size_t>(j)] = std::ldexp(1.5, 3 + 1 - 22 * (s + 1) + 52);
      }
    }
    std::vector<double> tile(static_cast<std::size_t>(kSliceTileRows * slices.padded));
    for (std::int64_t r = 0; r < kSliceTileRows; ++r) {
      for (std::int64_t j = 0; j < columns; ++j) {
        const double x = std::normal_distribution<>(0, 1.5)(random);
        tile[static_cast<std::size_t>(r * slices.padded + j)] = r == 5   ? 1e9
                                                                : r == 6 ? 1e-30
                                                                : r == 7 ? std::nan("")
                                                                         : x;
      }
    }
    SliceRuns runs;
    for (std::int32_t k = 0; k < kClasses; ++k) {
      const std::int32_t begin = k * 20, end = begin + 20;
      runs.runs[static_cast<std::size_t>(runs.count++)] = {k, begin, end};
    }
    for (std::size_t r = 0; r < runs.rows.size(); ++r) {
      runs.rows[r] = static_cast<std::uint8_t>(r * 29 % 64);  // any order
    }
    std::vector<double> sums(static_cast<std::size_t>(kClasses * kSliceSums * slices.padded));
    const std::uint64_t left = add_plainly(tile, runs, slices, sums);
    // Aligned as the kernel asks.
    const SliceSums::Doubles aligned = SliceSums::filled(static_cast<std::int64_t>(tile.size()), 0);
    std::copy(tile.begin(), tile.end(), aligned.get());
    EXPECT_EQ(add_to_slices(aligned.get(), runs, slices), left);
    EXPECT_NE(left, 0u);
    for (std::size_t i = 0; i < sums.size(); ++i) EXPECT_EQ(slices.sums[i], sums[i]) << i;
  }
}

}  // namespace
}  // namespace tally
