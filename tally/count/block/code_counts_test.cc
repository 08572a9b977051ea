// SPDX-License-Identifier: Apache-2.0
#include "tally/count/block/code_counts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <tuple>

#include "tally/base/error.h"
#include "tally/batch/code_rows.h"

namespace tally {
namespace {

TEST(CodeCounts, AreThoseOfOneCellAfterTheOther) {
  std::mt19937_64 random(1);
  constexpr std::int64_t kRows = 1000, kColumns = 3, kClasses = 2;
  std::vector<std::int64_t> codes(kRows * kColumns);
  std::vector<std::int32_t> classes(kRows);
  for (std::size_t i = 0; i < codes.size(); ++i) {
    codes[i] = static_cast<std::int64_t>(random() % (i % 3 == 2 ? i / 10 + 1 : 5));  // growing
  }
  for (auto& k : classes) k = static_cast<std::int32_t>(random() % 3) - 1;
  CodeCounts counts(kClasses, kColumns), one_by_one(kClasses, kColumns);
  const Matrix matrix{codes.data(), NumberType::kInt64, kRows, kColumns, kColumns * 8, 8};
  ASSERT_TRUE(has_rows_of_codes(matrix));
  counts.count_rows(matrix, 0, 77, classes);
  counts.count_rows(matrix, 77, kRows, std::span(classes).subspan(77));
  std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t>, std::int64_t> expected;
  std::vector<std::int64_t> widths(kColumns);
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const auto j = static_cast<std::int64_t>(i) % kColumns;
    one_by_one.count(j, codes[i], classes[i / kColumns]);
    ++expected[{classes[i / kColumns], j, codes[i]}];
    widths[i % kColumns] = std::max(widths[i % kColumns], codes[i] + 1);
  }
  for (std::int64_t j = 0; j < kColumns; ++j) {
    EXPECT_EQ(counts.width(j), widths[static_cast<std::size_t>(j)]);
    EXPECT_EQ(one_by_one.width(j), widths[static_cast<std::size_t>(j)]);
    for (std::int64_t k = 0; k < kClasses; ++k) {
      for (std::int64_t code = 0; code < counts.width(j); ++code) {
        EXPECT_EQ(counts.at(k, j, code), (expected[{k, j, code}]));
        EXPECT_EQ(one_by_one.at(k, j, code), (expected[{k, j, code}]));
      }
    }
  }
}

TEST(CodeCounts, RefuseWhatIsNoCode) {
  const std::vector<std::int32_t> classes{0};
  for (const std::int64_t bad :
       {std::int64_t{-1}, std::int64_t{1} << 31, std::numeric_limits<std::int64_t>::min()}) {
    CodeCounts counts(1, 1);
    EXPECT_THROW(counts.count_rows(Matrix{&bad, NumberType::kInt64, 1, 1, 8, 8}, 0, 1, classes),
                 Error);
  }
  EXPECT_EQ(code_of(2.9), 2);
  EXPECT_EQ(code_of(-0.5), 0);
  EXPECT_EQ(code_of(std::numeric_limits<double>::quiet_NaN()), -1);
  EXPECT_THROW(code_of(-1), Error);
  EXPECT_THROW(code_of(std::numeric_limits<double>::infinity()), Error);
}

// Tables that grow from one power of two to the next within a tile, for any shape.
TEST(CodeCounts, GrowWhereACodeNeedsIt) {
  std::mt19937_64 random(2);
  for (std::int64_t many = 1; many <= 130; ++many) {
    const std::int64_t columns = 1 + many * 7 % 70, rows = many, classes = 1 + many % 3;
    std::vector<std::int64_t> codes(static_cast<std::size_t>(rows * columns));
    std::vector<std::int32_t> of_row(static_cast<std::size_t>(rows));
    std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t>, std::int64_t> expected;
    std::vector<std::int64_t> widths(static_cast<std::size_t>(columns));
    for (auto& k : of_row) k = static_cast<std::int32_t>(random() % (classes + 1)) - 1;
    for (std::size_t i = 0; i < codes.size(); ++i) {
      const std::size_t row = i / static_cast<std::size_t>(columns);
      const auto j = static_cast<std::int64_t>(i) % columns;
      // 0 mostly; a power of two or the code before it, later rows more of them.
      const int bits = static_cast<int>(random() % (row / 20 + 2));
      codes[i] = random() % 3 != 0
                     ? 0
                     : (std::int64_t{1} << bits) - static_cast<std::int64_t>(random() % 2);
      ++expected[{of_row[row], j, codes[i]}];
      auto& width = widths[static_cast<std::size_t>(j)];
      width = std::max(width, codes[i] + 1);
    }
    CodeCounts counts(classes, columns);
    const Matrix matrix{codes.data(), NumberType::kInt64, rows, columns, columns * 8, 8};
    const std::int64_t middle = rows / 3;
    counts.count_rows(matrix, 0, middle, of_row);
    counts.count_rows(matrix, middle, rows,
                      std::span(of_row).subspan(static_cast<std::size_t>(middle)));
    for (std::int64_t j = 0; j < columns; ++j) {
      ASSERT_EQ(counts.width(j), widths[static_cast<std::size_t>(j)]);
      for (std::int64_t k = 0; k < classes; ++k) {
        for (std::int64_t code = 0; code < counts.width(j); ++code) {
          ASSERT_EQ(counts.at(k, j, code), (expected[{k, j, code}]));
        }
      }
    }
  }
}

TEST(CodeCounts, RefuseACodeInAnyPlace) {
  for (const std::int32_t klass : {-1, 0}) {
    for (std::size_t place = 0; place < std::size_t{70} * 3; ++place) {
      for (const auto& [bad, kind] :
           {std::pair(std::int64_t{-1}, ErrorKind::kUsage),
            {std::int64_t{-1} << 31, ErrorKind::kUsage},
            {std::int64_t{1} << 31, ErrorKind::kData},
            {(std::int64_t{1} << 32) + 1, ErrorKind::kData},
            {std::numeric_limits<std::int64_t>::max(), ErrorKind::kData}}) {
        std::vector<std::int64_t> codes(std::size_t{70} * 3, 1);
        codes[place] = bad;
        CodeCounts counts(1, 3);
        try {
          counts.count_rows(Matrix{codes.data(), NumberType::kInt64, 70, 3, 24, 8}, 0, 70,
                            std::vector<std::int32_t>(70, klass));
          FAIL() << bad << " in place " << place;
        } catch (const Error& error) {
          ASSERT_EQ(error.kind(), kind);
        }
      }
    }
  }
  EXPECT_EQ(code_of(0x1p31 - 1), 0x7fffffff);
  EXPECT_EQ(code_of(std::nextafter(0x1p31, 0)), 0x7fffffff);
  EXPECT_THROW(code_of(0x1p31), Error);
  EXPECT_EQ(code_of(std::nextafter(-1.0, 0)), 0);
}

// Rows of codes with a gap between them, from the last to the first, and what is no row of codes.
TEST(CodeCounts, TakeRowsThatAreRunsOfCodes) {
  const std::vector<std::int64_t> codes{0, 1, -9, 2, 3, -9};
  const std::vector<std::int32_t> classes{0, 0};
  for (const auto& [first, stride] : {std::pair(0, 24), {3, -24}}) {
    const Matrix rows{codes.data() + first, NumberType::kInt64, 2, 2, stride, 8};
    ASSERT_TRUE(has_rows_of_codes(rows));
    CodeCounts counts(1, 2);
    counts.count_rows(rows, 0, 2, classes);
    EXPECT_EQ(counts.at(0, 0, 2) + 10 * counts.at(0, 1, 1) + 100 * counts.width(1), 411);
  }
  const char* const askew = reinterpret_cast<const char*>(codes.data()) + 1;
  EXPECT_FALSE(has_rows_of_codes({askew, NumberType::kInt64, 1, 2, 24, 8}));
  EXPECT_FALSE(has_rows_of_codes({codes.data(), NumberType::kInt64, 2, 2, 20, 8}));
  EXPECT_FALSE(has_rows_of_codes({codes.data(), NumberType::kInt64, 2, 2, 8, 16}));
  EXPECT_FALSE(has_rows_of_codes({codes.data(), NumberType::kFloat64, 2, 2, 24, 8}));
}

}  // namespace
}  // namespace tally
