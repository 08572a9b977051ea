// SPDX-License-Identifier: Apache-2.0
#include "tally/model/sqlite/sqlite_cell.h"

#include <gtest/gtest.h>

#include <limits>

namespace tally {
namespace {

std::string cell_of(std::initializer_list<std::string_view> texts,
                    std::initializer_list<std::int64_t> integers) {
  std::string cell;
  append_cell(cell, texts, integers);
  return cell;
}

// By hand, after sqlite.org/fileformat.html: a text of n bytes has type 13 + 2n; 0 and 1 have types
// of their own and no bytes.
TEST(SqliteCell, ByHand) {
  EXPECT_EQ(cell_of({"cat"}, {0, 1}), std::string("\x07\x04\x13\x08\x09"
                                                  "cat"));
  EXPECT_EQ(cell_of({"", "a"}, {-1}), std::string("\x06\x04\x0D\x0F\x01"
                                                  "a\xFF",
                                                  7));
  EXPECT_EQ(cell_of({}, {300}), std::string("\x04\x02\x02\x01\x2C"));
}

TEST(SqliteCell, AnIntegerHasTheFewestBytesThatHoldIt) {
  const auto bytes = [](std::int64_t value) { return kind_of(value).bytes; };
  for (const auto& [size, most] : {std::pair<int, std::int64_t>{1, 0x7F},
                                   {2, 0x7FFF},
                                   {3, 0x7FFFFF},
                                   {4, 0x7FFFFFFF},
                                   {6, 0x7FFFFFFFFFFF},
                                   {8, std::numeric_limits<std::int64_t>::max()}}) {
    EXPECT_EQ(bytes(most), size);
    EXPECT_EQ(bytes(-most - 1), size);
  }
}

TEST(SqliteCell, CellsAreReadOneByOne) {
  const std::string long_text(20'000, 'x');
  const std::vector<std::string> expected{cell_of({"a"}, {5}), cell_of({long_text}, {}),
                                          cell_of({std::string(120, 'y')}, {1, 2})};
  std::string all;
  for (const std::string& cell : expected) all += cell;
  std::string_view left = all;
  for (const std::string& cell : expected) {
    const FirstCell first = first_cell(left);
    EXPECT_EQ(first.cell, cell);
    EXPECT_EQ(first.record, varint_size(cell.size() - first.record));
    left.remove_prefix(first.cell.size());
  }
  EXPECT_TRUE(left.empty());
}

}  // namespace
}  // namespace tally
