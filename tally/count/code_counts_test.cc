#include "tally/count/code_counts.h"

#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <random>
#include <tuple>

#include "tally/base/error.h"

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
  ASSERT_TRUE(CodeCounts::takes(matrix));
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

}  // namespace
}  // namespace tally
