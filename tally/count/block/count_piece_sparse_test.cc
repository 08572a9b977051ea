// SPDX-License-Identifier: Apache-2.0
// Large sparse tables: rows that one worker counts, in shares, or by class come to the same.
#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <random>
#include <string>

#include "tally/base/error.h"
#include "tally/count/block/block_counts.h"
#include "tally/count/block/count_piece.h"

namespace tally {
namespace {

constexpr std::int64_t kRows = 6'000, kColumns = 1 << 16, kEach = 40;
constexpr std::int64_t kClasses = 5;

struct Sparse {
  // `classes` are what the rows have in turn.
  explicit Sparse(const std::vector<std::int32_t>& some_classes, bool whole = true) {
    std::mt19937_64 random(7);
    for (std::int64_t row = 0; row < kRows; ++row) {
      classes.push_back(some_classes[random() % some_classes.size()]);
      weights.push_back(static_cast<double>(random() % 5) / 2);
      for (std::int64_t i = 0; i < kEach; ++i) {
        indices.push_back(static_cast<std::int32_t>(random() % kColumns));
        values.push_back(static_cast<double>(random() % 9) / (whole ? 1 : 7));
      }
      starts.push_back(static_cast<std::int32_t>(indices.size()));
    }
  }
  SparseMatrix matrix() const {
    return {
        kRows,          kColumns,           false,         starts.data(),        NumberType::kInt32,
        indices.data(), NumberType::kInt32, values.data(), NumberType::kFloat64, kRows * kEach};
  }
  std::vector<std::int32_t> starts{0}, indices, classes;
  std::vector<double> values, weights;
};

const std::vector<std::vector<std::int32_t>> kShapes{
    {0, 1, 2, 3, 4}, {3}, {1, 4}, {0, 0, 0, 0, 2}, {-1, 0, -1, 1, 3}, {-1}};

TEST(CountPieceSparse, ThreadsChangeNothing) {
  for (const auto& shape : kShapes) {
    for (const bool whole : {true, false}) {
      const Sparse rows(shape, whole);
      for (const bool weighted : {false, true}) {
        const std::span<const double> weights = weighted ? rows.weights : std::span<const double>();
        BlockCounts one(BlockCells::kAmounts, kClasses, kColumns);
        one.add(rows.matrix(), rows.classes, weights, {}, 1);
        for (const int threads : {2, 3}) {
          BlockCounts many(BlockCells::kAmounts, kClasses, kColumns);
          many.add(rows.matrix(), rows.classes, weights, {}, threads);
          EXPECT_TRUE(many == one);
        }
      }
    }
  }
}

TEST(CountPieceSparse, IsWhatAddingOneByOneComesTo) {
  for (const auto& shape : kShapes) {
    const Sparse rows(shape);
    std::vector<double> expected(kClasses * kColumns), found(kClasses * kColumns);
    for (std::size_t i = 0; i < rows.values.size(); ++i) {
      const std::int64_t klass = rows.classes[i / kEach];
      if (klass < 0) continue;
      expected[static_cast<std::size_t>(klass * kColumns + rows.indices[i])] += 2 * rows.values[i];
    }
    BlockCounts table(BlockCells::kAmounts, kClasses,
                      kColumns);  // the second time it has counts already
    for (int twice = 0; twice < 2; ++twice) table.add(rows.matrix(), rows.classes, {}, {}, 2);
    table.sums().front().round_to(found.data());
    EXPECT_EQ(found, expected);
  }
}

TEST(CountPieceSparse, AnErrorIsThatOfTheEarliestRowAndNothingIsCounted) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Sparse rows({0, 1, 2, 3, 4});
  BlockCounts table(BlockCells::kAmounts, kClasses, kColumns);
  table.add(rows.matrix(), rows.classes, {}, {}, 1);
  const BlockCounts before = table;
  rows.values[kEach * 4'000] = -kInfinity;
  rows.values[kEach * 3'999] = kInfinity;
  for (std::int32_t klass = 0; klass < kClasses; ++klass) {
    rows.classes[3'999] = klass;
    rows.classes[4'000] = (klass + 1) % kClasses;
    for (const int threads : {1, 2, 3}) {
      try {
        table.add(rows.matrix(), rows.classes, {}, {}, threads);
        FAIL();
      } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("found inf"), std::string::npos);
      }
    }
  }
  EXPECT_TRUE(table == before);
}

TEST(CountPieceSparse, SomeRowsAreCountedAsAllAre) {
  const Sparse rows({-1, 0, 4, -1});
  CountPiece all(kClasses, kColumns, {}), some(kClasses, kColumns, {});
  all.count(rows.matrix(), 100, 1100, std::span(rows.classes).subspan(100, 1000), {});
  some.count_some(rows.matrix(), 100, 1100, std::span(rows.classes).subspan(100, 1000), {});
  SumGrid all_sums(kClasses, kColumns), some_sums(kClasses, kColumns);
  std::map<std::int64_t, ExactSum> missing;
  all.move_into(all_sums, missing);
  some.move_into(some_sums, missing);
  EXPECT_TRUE(some_sums == all_sums);
}

}  // namespace
}  // namespace tally
