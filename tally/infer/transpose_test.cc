// SPDX-License-Identifier: Apache-2.0
#include "tally/infer/transpose.h"

#include <gtest/gtest.h>

#include <vector>

namespace tally {
namespace {

TEST(Transpose, IsThatOfOneCellAfterTheOther) {
  for (const std::int64_t rows : {0, 1, 2, 3, 7, 8, 10, 15, 64}) {
    for (const std::int64_t columns : {0, 1, 2, 3, 8, 21}) {
      const std::int64_t step = columns + 3, out_step = rows + 2;
      std::vector<double> from(static_cast<std::size_t>(rows * step));
      for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<double>(i);
      std::vector<double> out(static_cast<std::size_t>(columns * out_step), -1);
      transpose(from.data(), step, rows, columns, out.data(), out_step);
      for (std::int64_t c = 0; c < columns; ++c) {
        for (std::int64_t r = 0; r < out_step; ++r) {
          // Nothing is written behind the last row.
          const double expected = r < rows ? static_cast<double>(r * step + c) : -1;
          EXPECT_EQ(out[static_cast<std::size_t>(c * out_step + r)], expected)
              << rows << 'x' << columns << ' ' << r << ' ' << c;
        }
      }
    }
  }
}

// Every shape; the last row ends with the memory, and so does the last column.
TEST(Transpose, TakesEveryCellOnce) {
  for (std::int64_t rows = 0; rows <= 70; ++rows) {
    for (std::int64_t columns = 0; columns <= 70; ++columns) {
      std::vector<double> from(static_cast<std::size_t>(rows * columns)), out(from.size(), -1);
      for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<double>(i);
      transpose(from.data(), columns, rows, columns, out.data(), rows);
      for (std::int64_t c = 0; c < columns; ++c) {
        for (std::int64_t r = 0; r < rows; ++r) {
          ASSERT_EQ(out[static_cast<std::size_t>(c * rows + r)],
                    static_cast<double>(r * columns + c))
              << rows << 'x' << columns << ' ' << r << ' ' << c;
        }
      }
    }
  }
}

}  // namespace
}  // namespace tally
