// SPDX-License-Identifier: Apache-2.0
#include "tally/count/moment_batch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "tally/base/ugly_numbers_testing.h"
#include "tally/count/family_testing.h"
#include "tally/count/moment_tally.h"

namespace tally {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

struct Case {
  std::vector<std::vector<double>> columns;
  std::vector<std::int32_t> classes;
};

Case some_rows(std::size_t rows, std::size_t columns, std::int32_t classes, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  Case out;
  for (std::size_t c = 0; c < columns; ++c) {
    std::vector<double>& column = out.columns.emplace_back();
    for (std::size_t r = 0; r < rows; ++r) {
      const double scale = std::ldexp(1, static_cast<int>(random() % 3 == 0 ? random() % 100 : 3));
      column.push_back(random() % 10 == 0 ? kNone : normal(random) * scale);
    }
  }
  for (std::size_t r = 0; r < rows; ++r) {
    out.classes.push_back(static_cast<std::int32_t>(random() % (classes + 1)) - 1);
  }
  return out;
}

std::vector<MomentTally> gaussian_tallies(std::size_t count) {
  std::vector<MomentTally> tallies;
  for (std::size_t i = 0; i < count; ++i) {
    TallySpec spec;
    spec.name = "x" + std::to_string(i);
    spec.family = Family::kGaussian;
    spec.type = ValueType::kNumber;
    tallies.emplace_back(std::move(spec));
  }
  return tallies;
}

// Together or one by one, with few rows and many, many classes and none.
TEST(MomentBatch, CountsAsOneColumnAfterTheOtherDoes) {
  unsigned seed = 0;
  for (const std::size_t rows : {1U, 63U, 64U, 700U, 5000U}) {
    for (const std::int32_t classes : {1, 4, 60}) {
      const Case data = some_rows(rows, 11, classes, ++seed);
      Batch batch;
      batch.rows = static_cast<std::int64_t>(rows);
      const RowsToCount to_count{batch, data.classes, {}};
      std::vector<MomentTally> together = gaussian_tallies(11), alone = gaussian_tallies(11);
      MomentBatch moments(to_count, classes);
      std::vector<Column> columns;
      for (const std::vector<double>& column : data.columns)
        columns.emplace_back(Numbers::of(column));
      // One that is no plain column of doubles.
      const std::vector<float> narrow(data.columns[3].begin(), data.columns[3].end());
      columns[3] = Numbers::of(std::span<const float>(narrow));
      for (std::size_t c = 0; c < 11; ++c) {
        moments.take(together[c], {&columns[c]});
        count_numbers(alone[c], {&columns[c]}, to_count);
      }
      moments.count();
      for (std::size_t c = 0; c < 11; ++c) {
        for (std::int32_t k = 0; k < classes; ++k) {
          for (const Part part : {Part::kMissing, Part::kWeight, Part::kSum, Part::kSquare}) {
            ASSERT_EQ(together[c].at(k, part), alone[c].at(k, part)) << rows << " " << classes;
          }
        }
      }
    }
  }
}

TEST(MomentBatch, InfinityIsRefusedOnlyInARowThatCounts) {
  TestTable table, uncounted;
  std::vector<double> x(100, 1.5);
  x[70] = -std::numeric_limits<double>::infinity();
  table.numbers("x", x).texts("y", std::vector<std::string>(100, "k"));
  expect_refused(schema_of(feature("x", Family::kGaussian)), table, 70, "x", "found -inf");
  std::vector<std::string> classes(100, "k");
  classes[70] = "";
  uncounted.numbers("x", x).texts("y", classes);
  const Counts counts = count_table(schema_of(feature("x", Family::kGaussian)), uncounted);
  EXPECT_EQ(sum_of(counts, "k", Part::kSum), 99 * 1.5);
}

// The plain twin: one exact sum after the other, from the definition.
void expect_exact(const std::vector<MomentTally>& found,
                  const std::vector<std::vector<double>>& columns,
                  const std::vector<std::int32_t>& classes, const std::vector<double>& weights,
                  std::int32_t class_count) {
  for (std::size_t c = 0; c < columns.size(); ++c) {
    for (std::int32_t k = 0; k < class_count; ++k) {
      ExactSum missing, weight, sum, square;
      for (std::size_t r = 0; r < classes.size(); ++r) {
        if (classes[r] != k) continue;
        const double x = columns[c][r], w = weights.empty() ? 1 : weights[r];
        if (std::isnan(x)) {
          missing.add(w);
          continue;
        }
        weight.add(w);
        sum.add_product(w, x);
        square.add_product(w, x, x);
      }
      const std::string where = std::to_string(c) + " of " + std::to_string(columns.size()) + ", " +
                                std::to_string(classes.size()) + " rows";
      ASSERT_EQ(found[c].at(k, Part::kMissing), missing) << where;
      ASSERT_EQ(found[c].at(k, Part::kWeight), weight) << where;
      ASSERT_EQ(found[c].at(k, Part::kSum), sum) << where;
      ASSERT_EQ(found[c].at(k, Part::kSquare), square) << where;
    }
  }
}

// Columns of every type and lay-out, side by side; just too few rows to count together, and just
// enough; weights, of which some are nothing; an infinity in a row that does not count.
TEST(MomentBatch, ColumnsOfEveryKindAreExactOnBothSidesOfTheBorder) {
  std::mt19937_64 random(11);
  for (const std::int32_t classes : {1, 4, 5, 9}) {
    const std::size_t enough = std::max<std::size_t>(64, 16 * static_cast<std::size_t>(classes));
    for (const std::size_t rows : {enough - 1, enough, enough + 1, 2 * enough + 3}) {
      for (std::size_t width = 1; width <= 19; width += 3) {
        std::vector<std::int32_t> of_row(rows);
        for (auto& k : of_row) {
          k = static_cast<std::int32_t>(random() % static_cast<std::uint64_t>(classes + 1)) - 1;
        }
        of_row[rows / 2] = -1;
        std::vector<std::vector<double>> cells(width, std::vector<double>(rows));
        std::vector<std::vector<std::int64_t>> integers(width);
        std::vector<std::vector<float>> floats(width);
        std::vector<std::vector<double>> apart(width);
        std::vector<std::vector<std::uint8_t>> bits(width);
        std::vector<Column> columns;
        for (std::size_t c = 0; c < width; ++c) {
          const auto& kind = UglyNumbers::kinds()[(c + rows) % UglyNumbers::kKinds];
          for (std::size_t r = 0; r < rows; ++r) {
            cells[c][r] = random() % 20 == 0 ? kNone : kind.draw(random, r);
          }
          switch (c % 5) {
            case 0:  // as they lie
              if (c % 2 == 0) cells[c][rows / 2] = std::numeric_limits<double>::infinity();
              columns.emplace_back(Numbers::of(cells[c]));
              break;
            case 1:
              for (double& x : cells[c]) {
                integers[c].push_back(static_cast<std::int64_t>(random()) >> (c % 60));
                x = static_cast<double>(integers[c].back());
              }
              columns.emplace_back(Numbers::of(std::span<const std::int64_t>(integers[c])));
              break;
            case 2:
              for (double& x : cells[c]) {
                if (std::abs(x) > 1e38) x = 7;
                floats[c].push_back(static_cast<float>(x));
                x = double{floats[c].back()};
              }
              columns.emplace_back(Numbers::of(std::span<const float>(floats[c])));
              break;
            case 3: {  // every other number
              for (const double x : cells[c]) apart[c].insert(apart[c].end(), {x, 1e9});
              Numbers numbers = Numbers::of(apart[c]);
              numbers.stride = 16;
              columns.emplace_back(numbers);
              break;
            }
            default: {  // with bits that say which are there
              bits[c].resize(rows / 8 + 2);
              apart[c] = cells[c];
              for (std::size_t r = 0; r < rows; ++r) {
                const bool there = random() % 4 != 0;
                bits[c][(r + 3) / 8] |= static_cast<std::uint8_t>(there ? 1 << (r + 3) % 8 : 0);
                if (!there) cells[c][r] = kNone;
              }
              Numbers numbers = Numbers::of(apart[c]);
              numbers.validity.bits = bits[c].data();
              numbers.validity.offset = 3;
              columns.emplace_back(numbers);
            }
          }
        }
        std::vector<double> weights(width % 2 == 0 ? rows : 0);
        for (double& w : weights) w = static_cast<double>(random() % 4) * 0.1;
        Batch batch;
        batch.rows = static_cast<std::int64_t>(rows);
        const RowsToCount to_count{batch, of_row, weights};
        std::vector<MomentTally> tallies = gaussian_tallies(width);
        MomentBatch moments(to_count, classes);
        for (std::size_t c = 0; c < width; ++c) moments.take(tallies[c], {&columns[c]});
        moments.count();
        expect_exact(tallies, cells, of_row, weights, classes);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(MomentBatch, AnInfinityIsFoundInEveryRow) {
  for (std::size_t rows = 64; rows <= 70; ++rows) {
    for (std::size_t row = 0; row < rows; ++row) {
      std::vector<double> x(rows, kNone);
      x[row] = row % 2 == 0 ? std::numeric_limits<double>::infinity()
                            : -std::numeric_limits<double>::infinity();
      const std::vector<std::int32_t> classes(rows, 0);
      Batch batch;
      batch.rows = static_cast<std::int64_t>(rows);
      const RowsToCount to_count{batch, classes, {}};
      std::vector<MomentTally> tallies = gaussian_tallies(1);
      MomentBatch moments(to_count, 1);
      const Column column = Numbers::of(x);
      EXPECT_THROW(moments.take(tallies[0], {&column}), Error) << row << " of " << rows;
    }
  }
}

// A family of counts takes the fast way too, where only the look at all cells can refuse one.
TEST(MomentBatch, ACountBelowZeroIsFoundInEveryRow) {
  const Schema schema = schema_of(feature("x", Family::kNegativeBinomial));
  for (std::size_t rows = 63; rows <= 70; ++rows) {  // from 64 on they are counted together
    const std::vector<std::string> classes(rows, "k");
    for (std::size_t row = 0; row < rows; ++row) {
      std::vector<double> x(rows, 2);
      x[(row + 1) % rows] = kNone;
      x[row] = -std::numeric_limits<double>::denorm_min();
      TestTable below, zero, uncounted;
      below.numbers("x", x).texts("y", classes);
      expect_refused(schema, below, static_cast<std::int64_t>(row), "x", "zero or more");
      x[row] = -0.0;
      zero.numbers("x", x).texts("y", classes);
      EXPECT_EQ(sum_of(count_table(schema, zero), "k", Part::kSum), 2 * (rows - 2.0));
      x[row] = -7;
      std::vector<std::string> others = classes;
      others[row] = "";
      uncounted.numbers("x", x).texts("y", others);
      EXPECT_EQ(sum_of(count_table(schema, uncounted), "k", Part::kSquare), 4 * (rows - 2.0));
    }
  }
}

}  // namespace
}  // namespace tally
