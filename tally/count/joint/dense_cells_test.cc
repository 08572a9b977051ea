// SPDX-License-Identifier: Apache-2.0
#include "tally/count/joint/dense_cells.h"

#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <random>

namespace tally {
namespace {

using Cells = std::map<std::vector<std::int32_t>, std::vector<std::uint32_t>>;

struct Rows {
  std::vector<std::vector<std::int32_t>> codes;
  std::vector<std::int32_t> sizes, classes;
  std::int32_t class_count = 0;
};

Rows drawn(std::mt19937& random, std::vector<std::int32_t> sizes, std::int32_t class_count,
           std::size_t rows) {
  Rows out{{}, std::move(sizes), {}, class_count};
  const auto below = [&](std::int32_t size) {
    return static_cast<std::int32_t>(random() % static_cast<unsigned>(size + 1)) - 1;  // −1: none
  };
  for (const std::int32_t size : out.sizes) {
    auto& column = out.codes.emplace_back();
    for (std::size_t row = 0; row < rows; ++row) column.push_back(below(size));
  }
  for (std::size_t row = 0; row < rows; ++row) out.classes.push_back(below(class_count));
  return out;
}

Cells counted_one_by_one(const Rows& rows, std::size_t first, std::size_t size,
                         const std::vector<std::size_t>& columns) {
  Cells out;
  for (std::size_t row = first; row < first + size; ++row) {
    if (rows.classes[row] < 0) continue;
    std::vector<std::int32_t> cell;
    for (const std::size_t column : columns) cell.push_back(rows.codes[column][row]);
    auto& by_class = out[cell];
    by_class.resize(static_cast<std::size_t>(rows.class_count));
    ++by_class[static_cast<std::size_t>(rows.classes[row])];
  }
  return out;
}

Cells cells_in(const DenseTable& table) {
  Cells out;
  table.for_each([&](std::span<const std::int32_t> codes, std::span<const std::uint32_t> counted) {
    out[{codes.begin(), codes.end()}] = {counted.begin(), counted.end()};
  });
  return out;
}

// One to three columns, the same column first or another one, with cells missing and rows that do not
// count; also a column without any code.
TEST(DenseCells, HaveTheRowsThatGoingThroughThemFinds) {
  std::mt19937 random(5);
  DenseCells dense;
  DenseTable table, part;
  int added_up = 0;
  for (int round = 0; round < 40; ++round) {
    const auto classes = static_cast<std::int32_t>(1 + random() % 5);
    const Rows rows =
        drawn(random, {4, 1, static_cast<std::int32_t>(random() % 7), 0, 9}, classes, 3000);
    const std::size_t first = random() % 500, size = round % 2 + 500 * (random() % 5);
    dense.begin(rows.codes, rows.sizes, first, std::span(rows.classes).subspan(first, size),
                classes);
    for (const std::vector<std::size_t>& columns :
         std::vector<std::vector<std::size_t>>{{0},
                                               {4},
                                               {3},
                                               {0, 1},
                                               {0, 4},
                                               {1, 2},
                                               {2, 3},
                                               {0, 1, 4},
                                               {0, 3, 4},
                                               {1, 2, 4},
                                               {0, 1, 2}}) {
      if (!dense.count(columns, table)) continue;  // of very few rows
      EXPECT_EQ(cells_in(table), counted_one_by_one(rows, first, size, columns));
      for (std::size_t which = 0; columns.size() > 1 && which < columns.size(); ++which) {
        std::vector<std::size_t> others = columns;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(which));
        part.add_up(table, which);
        EXPECT_EQ(cells_in(part), counted_one_by_one(rows, first, size, others));
        ++added_up;
      }
    }
  }
  EXPECT_GT(added_up, 400);
}

// With so many cells to a row: counted. With one code more: not.
TEST(DenseCells, AreRefusedWhereThereAreMoreThanFourToARow) {
  std::mt19937 random(6);
  DenseCells dense;
  const Rows rows = drawn(random, {15, 15, 15, 16}, 3, 256);  // 16 · 16 · (3 + 1) cells = 4 · 256
  dense.begin(rows.codes, rows.sizes, 0, rows.classes, 3);
  DenseTable table;
  EXPECT_FALSE(dense.count(std::vector<std::size_t>{0, 3}, table));
  EXPECT_FALSE(dense.count(std::vector<std::size_t>{0, 1, 2}, table));
  EXPECT_TRUE(cells_in(table).empty());
  EXPECT_TRUE(dense.count(std::vector<std::size_t>{0, 1}, table));
  EXPECT_EQ(cells_in(table), counted_one_by_one(rows, 0, 256, {0, 1}));
}

// Sizes whose product is beyond what 64 bits hold.
TEST(DenseCells, AreRefusedWhereTheirNumberWouldWrapAround) {
  constexpr std::int32_t kMostCode = std::numeric_limits<std::int32_t>::max();
  DenseCells dense;
  const std::vector<std::vector<std::int32_t>> codes{{0}, {0}, {0}};
  const std::vector<std::int32_t> sizes{kMostCode, kMostCode, kMostCode}, classes{0};
  dense.begin(codes, sizes, 0, classes, 1);
  DenseTable table;
  EXPECT_FALSE(dense.count(std::vector<std::size_t>{0, 1, 2}, table));
}

}  // namespace
}  // namespace tally
