// SPDX-License-Identifier: Apache-2.0
// MomentTable, CountTable and CategoryTable: the laws that they share.
#include <gtest/gtest.h>

#include <random>

#include "tally/inside/count.h"

namespace tally {
namespace {

constexpr std::int64_t kRows = 5000, kColumns = 6, kClasses = 3;

struct Rows {
  explicit Rows(bool whole, std::size_t rows = kRows)
      : cells(rows * kColumns), classes(rows), weights(rows) {
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
  constexpr std::int64_t kManyRows = 200'000;  // enough to be worth several threads
  for (const bool whole : {true, false}) {
    for (const bool weighted : {true, false}) {
      const Rows rows(whole, kManyRows);
      TypeParam one(kClasses, kColumns), many(kClasses, kColumns);
      add(one, rows, 0, kManyRows, weighted, 1);
      add(many, rows, 0, kManyRows, weighted, 7);
      EXPECT_EQ(one.to_bytes(), many.to_bytes());
    }
  }
}

TYPED_TEST(MatrixTables, AnErrorIsThatOfTheEarliestRowAndNothingIsCounted) {
  constexpr std::int64_t kManyRows = 200'000;
  Rows rows(true, kManyRows);
  TypeParam table(kClasses, kColumns);
  add(table, rows, 0, kRows, false, 1);
  const TypeParam before = table;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  rows.cells[kColumns * 150'000] = -kInfinity;
  rows.cells[kColumns * 70'000] = kInfinity;
  for (const int threads : {1, 7}) {
    try {
      add(table, rows, 0, kManyRows, false, threads);
      FAIL();
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("found inf"), std::string::npos);
    }
    EXPECT_TRUE(table == before);
  }
}

TYPED_TEST(MatrixTables, ClassesSpread) {
  const Rows rows(true);
  TypeParam table(kClasses, kColumns), wide(kClasses + 2, kColumns);
  add(table, rows, 0, kRows, false, 1);
  table.spread_classes(kClasses + 2, {0, 1, 2});
  add(wide, rows, 0, kRows, false, 1);
  EXPECT_TRUE(table == wide);
}

}  // namespace
}  // namespace tally
