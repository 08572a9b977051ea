// SPDX-License-Identifier: Apache-2.0
#include "tally/count/cell_slots.h"

#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <random>

#include "tally/base/ugly_numbers_testing.h"

namespace tally {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(CellSlots, AreInOrderOfAppearance) {
  CellSlots slots;
  EXPECT_EQ(slots.size(), 0);
  EXPECT_EQ(slots.find_cell(7), 0);
  EXPECT_EQ(slots.made(7), 1);
  EXPECT_EQ(slots.made(-7), 2);
  EXPECT_EQ(slots.made(0), 3);
  EXPECT_EQ(slots.made(7), 1);
  EXPECT_EQ(slots.find_cell(-7), 2);
  EXPECT_EQ(slots.find_cell(8), 0);
  EXPECT_EQ(slots.size(), 3);
  EXPECT_EQ(slots.cell_of(2), -7);
}

// The plain twin: a map. Every border of a leaf, a block and a sign, and numbers of all kinds.
TEST(CellSlots, AreThoseOfAMap) {
  std::mt19937_64 random(3);
  std::vector<std::int32_t> cells{0, kMostFineCell, -kMostFineCell};
  for (const std::int32_t step : {1, 2, 63, 64, 65, 32767, 32768, 32769, 2097151, 2097152}) {
    cells.push_back(step);
    cells.push_back(-step);
  }
  for (const UglyNumbers::Kind& kind : UglyNumbers::kinds()) {
    for (std::size_t row = 0; row < 500; ++row) {
      cells.push_back(fine_cell(kind.draw(random, row)));
    }
  }
  CellSlots slots;
  std::map<std::int32_t, std::int32_t> twin;
  for (const std::int32_t cell : cells) {
    const auto [at, is_new] = twin.emplace(cell, static_cast<std::int32_t>(twin.size()) + 1);
    EXPECT_EQ(slots.find_cell(cell), is_new ? 0 : at->second);
    EXPECT_EQ(slots.made(cell), at->second);
  }
  EXPECT_EQ(slots.size(), static_cast<std::int32_t>(twin.size()));
  const CellSlots copy = slots;
  for (const auto& [cell, slot] : twin) {
    EXPECT_EQ(copy.find_cell(cell), slot);
    EXPECT_EQ(copy.cell_of(slot), cell);
    // Cell 0 is not found by its numbers below zero.
    EXPECT_EQ(copy.find(greatest_of(cell)), slot);
    EXPECT_EQ(copy.find(least_of(cell)), cell == 0 ? 0 : slot);
  }
}

TEST(CellSlots, SpecialNumbersHaveNone) {
  CellSlots slots;
  slots.made(kMostFineCell);
  slots.made(-kMostFineCell);
  slots.made(0);
  for (const double special : {kInfinity, -kInfinity, std::numeric_limits<double>::quiet_NaN(),
                               -std::numeric_limits<double>::quiet_NaN(), -0.0,
                               -std::numeric_limits<double>::denorm_min()}) {
    EXPECT_EQ(slots.find(special), 0);
  }
  EXPECT_EQ(slots.find(0.0), 3);
}

}  // namespace
}  // namespace tally
