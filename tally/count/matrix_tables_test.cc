// MomentTable, CountTable and CategoryTable: the laws that they share.
#include <gtest/gtest.h>

#include <random>

#include "tally/count.h"

namespace tally {
namespace {

constexpr std::int64_t kRows = 5000, kColumns = 6, kClasses = 3;

struct Rows {
  explicit Rows(bool whole) : cells(kRows * kColumns), classes(kRows), weights(kRows) {
    std::mt19937_64 random(whole ? 1 : 2);
    for (double& cell : cells) {
      cell = whole ? static_cast<double>(random() % 9)
                   : std::uniform_real_distribution<>(0, 3)(random);
      if (random() % 50 == 0) cell = std::numeric_limits<double>::quiet_NaN();
    }
    for (auto& k : classes) k = static_cast<std::int32_t>(random() % kClasses);
    for (double& weight : weights) weight = std::exponential_distribution<>(1)(random);
  }
  Matrix part(std::int64_t begin, std::int64_t end) const {
    return {cells.data() + begin * kColumns,
            NumberType::kFloat64,
            end - begin,
            kColumns,
            kColumns * 8,
            8};
  }
  std::span<const std::int32_t> classes_of(std::int64_t begin, std::int64_t end) const {
    return std::span(classes).subspan(static_cast<std::size_t>(begin),
                                      static_cast<std::size_t>(end - begin));
  }
  std::span<const double> weights_of(std::int64_t begin, std::int64_t end) const {
    return std::span(weights).subspan(static_cast<std::size_t>(begin),
                                      static_cast<std::size_t>(end - begin));
  }
  std::vector<double> cells;
  std::vector<std::int32_t> classes;
  std::vector<double> weights;
};

void add(MomentTable& table, const Rows& rows, std::int64_t begin, std::int64_t end, bool weighted,
         int threads) {
  table.add(rows.part(begin, end), rows.classes_of(begin, end),
            weighted ? rows.weights_of(begin, end) : std::span<const double>(), threads);
}
void add(CategoryTable& table, const Rows& rows, std::int64_t begin, std::int64_t end,
         bool weighted, int threads) {
  table.add(rows.part(begin, end), rows.classes_of(begin, end),
            weighted ? rows.weights_of(begin, end) : std::span<const double>(), threads);
}
void add(CountTable& table, const Rows& rows, std::int64_t begin, std::int64_t end, bool weighted,
         int threads) {
  table.add(rows.part(begin, end), rows.classes_of(begin, end),
            weighted ? rows.weights_of(begin, end) : std::span<const double>(), CellRule{},
            threads);
}

template <class Table>
class MatrixTables : public testing::Test {};
using AllTables = testing::Types<MomentTable, CountTable, CategoryTable>;
TYPED_TEST_SUITE(MatrixTables, AllTables);

TYPED_TEST(MatrixTables, PiecesMergedAreTheWhole) {
  for (const bool whole : {true, false}) {
    for (const bool weighted : {true, false}) {
      const Rows rows(whole);
      TypeParam all(kClasses, kColumns), first(kClasses, kColumns), second(kClasses, kColumns);
      add(all, rows, 0, kRows, weighted, 1);
      add(first, rows, 0, 1234, weighted, 1);
      add(second, rows, 1234, kRows, weighted, 4);
      TypeParam merged = second;
      merged.merge(first);
      EXPECT_TRUE(merged == all);
      merged.subtract(second);
      EXPECT_TRUE(merged == first);
      EXPECT_THROW(first.subtract(all), Error);
      EXPECT_TRUE(TypeParam::from_bytes(all.to_bytes()) == all);
      EXPECT_THROW(TypeParam::from_bytes(all.to_bytes().substr(0, 99)), Error);
    }
  }
}

TYPED_TEST(MatrixTables, ThreadsChangeNothing) {
  const Rows rows(false);
  TypeParam one(kClasses, kColumns), many(kClasses, kColumns);
  for (int times = 0; times < 20; ++times) add(one, rows, 0, kRows, false, 1);
  for (int times = 0; times < 20; ++times) add(many, rows, 0, kRows, false, 7);
  EXPECT_EQ(one.to_bytes(), many.to_bytes());
}

TYPED_TEST(MatrixTables, ClassesSpread) {
  const Rows rows(true);
  TypeParam table(kClasses, kColumns), wide(kClasses + 2, kColumns);
  add(table, rows, 0, kRows, false, 1);
  table.spread_classes(kClasses + 2, {0, 1, 2});
  add(wide, rows, 0, kRows, false, 1);
  EXPECT_TRUE(table == wide);
}

TEST(CountTable, SparseIsDense) {
  const std::vector<double> cells{0, 2.5, 0, 1, 0, 3};  // 2 × 3
  const std::vector<std::int32_t> classes{1, 0};
  CountTable dense(2, 3), by_row(2, 3), by_column(2, 3);
  dense.add(Matrix{cells.data(), NumberType::kFloat64, 2, 3, 24, 8}, classes, {}, {}, 1);

  const std::vector<std::int64_t> row_starts{0, 1, 3}, row_indices{1, 0, 2};
  const std::vector<double> row_values{2.5, 1, 3};
  SparseMatrix csr{2,
                   3,
                   false,
                   row_starts.data(),
                   NumberType::kInt64,
                   row_indices.data(),
                   NumberType::kInt64,
                   row_values.data(),
                   NumberType::kFloat64,
                   3};
  by_row.add(csr, classes, {}, {}, 1);
  EXPECT_TRUE(by_row == dense);

  const std::vector<std::int32_t> column_starts{0, 1, 2, 3}, column_indices{1, 0, 1};
  const std::vector<double> column_values{1, 2.5, 3};
  SparseMatrix csc{2,
                   3,
                   true,
                   column_starts.data(),
                   NumberType::kInt32,
                   column_indices.data(),
                   NumberType::kInt32,
                   column_values.data(),
                   NumberType::kFloat64,
                   3};
  by_column.add(csc, classes, {}, {}, 1);
  EXPECT_TRUE(by_column == dense);
  EXPECT_EQ(dense.sums().at(1, 1).to_double(), 2.5);
}

TEST(CountTable, RefusesWhatIsNoCount) {
  const std::vector<std::int32_t> classes{0};
  CountTable table(1, 1);
  const auto add = [&](double x, const CellRule& rule) {
    table.add(Matrix{&x, NumberType::kFloat64, 1, 1, 8, 8}, classes, {}, rule, 1);
  };
  EXPECT_THROW(add(-1, {}), Error);
  EXPECT_THROW(add(std::numeric_limits<double>::infinity(), {}), Error);
  EXPECT_TRUE(table.class_weights()[0].is_zero());
  add(-1, {0.0, true});
  add(0.5, {0.0, true});
  EXPECT_EQ(table.sums().at(0, 0).to_double(), 1);
}

TEST(CountTable, NumbersOfAnySizeAreSummedExactly) {
  const std::vector<double> cells{1e-300, 1e300, 0.1, 1.0 / 3, 2, 1 << 22, 1e-300, 0.1};
  ExactSum expected;
  for (const double cell : cells) expected.add(cell);
  CountTable table(1, 1);
  table.add(Matrix{cells.data(), NumberType::kFloat64, 8, 1, 8, 8}, std::vector<std::int32_t>(8, 0),
            {}, {}, 1);
  EXPECT_EQ(table.sums().at(0, 0), expected);
}

TEST(CategoryTable, IsAsWideAsItsLargestCode) {
  const std::vector<std::int64_t> codes{0, 4, 2, 1};  // 2 × 2
  const std::vector<std::int32_t> classes{0, 1};
  CategoryTable table(2, 2);
  table.add(Matrix{codes.data(), NumberType::kInt64, 2, 2, 16, 8}, classes, {}, 1);
  EXPECT_EQ(table.counts(0).columns(), 3);
  EXPECT_EQ(table.counts(1).columns(), 5);
  EXPECT_EQ(table.counts(1).at(0, 4).to_double(), 1);
  CategoryTable one(2, 2);
  one.add(Matrix{codes.data(), NumberType::kInt64, 1, 2, 16, 8}, std::vector<std::int32_t>{0}, {},
          1);
  table.declare(1, 3);
  table.subtract(one);
  EXPECT_EQ(table.counts(1).columns(), 3);
  const std::int64_t negative = -1;
  EXPECT_THROW(one.add(Matrix{&negative, NumberType::kInt64, 1, 1, 8, 8},
                       std::vector<std::int32_t>{0}, {}, 1),
               Error);
}

}  // namespace
}  // namespace tally
