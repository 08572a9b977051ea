// SPDX-License-Identifier: Apache-2.0
#include "tally/read/csv/plain_cells.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace tally::csv {
namespace {

TEST(PlainCells, EachBeginsBehindTheEndOfTheOneBefore) {
  std::mt19937 random(1);
  for (std::size_t count = 0; count < 100; ++count) {
    std::vector<std::uint32_t> ends{static_cast<std::uint32_t>(random() % 3) - 1};  // −1 as well
    while (ends.size() <= count) {
      ends.push_back(ends.back() + 1 + static_cast<std::uint32_t>(random() % 30));
    }
    std::vector<Cell> cells(count + 1, Cell{7, 7, 1});
    make_plain_cells(ends.data() + 1, count, cells.data());
    for (std::size_t i = 0; i < count; ++i) {
      ASSERT_EQ(cells[i].begin, ends[i] + 1);
      ASSERT_EQ(cells[i].begin + cells[i].size, ends[i + 1]);
      ASSERT_EQ(cells[i].is_quoted, 0U);
    }
    ASSERT_EQ(cells[count].begin, 7U) << "written behind the last cell";
  }
}

// The longest cell there may be, and empty ones about it, in every lane.
TEST(PlainCells, TheLongestCellInEveryLane) {
  constexpr std::uint32_t kLongest = (std::uint32_t{1} << 31) - 1;
  for (std::size_t at = 0; at < 40; ++at) {
    std::vector<std::uint32_t> ends{~std::uint32_t{0}};
    for (std::size_t i = 0; i < 40; ++i) ends.push_back(ends.back() + 1 + (i == at ? kLongest : 0));
    std::vector<Cell> cells(40, Cell{7, 7, 1});
    make_plain_cells(ends.data() + 1, 40, cells.data());
    for (std::size_t i = 0; i < 40; ++i) {
      ASSERT_EQ(cells[i].begin, static_cast<std::uint32_t>(i) + (i > at ? kLongest : 0));
      ASSERT_EQ(cells[i].size, i == at ? kLongest : 0U) << at;
      ASSERT_EQ(cells[i].is_quoted, 0U);
    }
  }
}

}  // namespace
}  // namespace tally::csv
