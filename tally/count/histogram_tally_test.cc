// SPDX-License-Identifier: Apache-2.0
#include "tally/count/histogram_tally.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <random>

#include "tally/base/error.h"
#include "tally/base/ugly_numbers_testing.h"
#include "tally/count/family_testing.h"
#include "tally/count/rows_to_count.h"

namespace tally {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

HistogramTally empty_histogram(double origin = 0) {
  TallySpec spec;
  spec.name = "x.histogram";
  spec.columns = {"x"};
  spec.beside = Beside::kHistogram;
  spec.origin = origin;
  return HistogramTally(spec);
}

ColumnSchema with_histogram(ColumnSchema column, double origin = 0) {
  column.histogram = true;
  column.origin = origin;
  return column;
}

// The plain twin: a map of exact sums, one addition after the other.
struct Twin {
  std::map<std::int32_t, std::map<std::int32_t, ExactSum>> by_class;  // class → cell → sum
  std::map<std::int32_t, ExactSum> missing;

  void add(double x, double origin, std::int32_t klass, double weight) {
    if (klass < 0) return;
    ExactSum& sum = std::isnan(x) ? missing[klass] : by_class[klass][fine_cell(x - origin)];
    sum.add(weight);
  }
};

void expect_twin(const HistogramTally& found, const Twin& twin, std::int32_t classes) {
  std::map<std::int32_t, std::int32_t> seen;  // cell → slot
  for (const HistogramTally::Cell& cell : found.cells()) {
    EXPECT_TRUE(seen.empty() || seen.rbegin()->first < cell.cell);
    seen.emplace(cell.cell, cell.slot);
    EXPECT_EQ(found.find_slot_of(cell.cell), cell.slot);
  }
  std::map<std::int32_t, bool> expected;
  for (std::int32_t k = 0; k < classes; ++k) {
    const auto missing = twin.missing.find(k);
    EXPECT_EQ(found.at(k, Part::kMissing),
              missing == twin.missing.end() ? ExactSum() : missing->second);
    const auto cells = twin.by_class.find(k);
    ExactSum total = found.at(k, Part::kMissing);
    if (cells != twin.by_class.end()) {
      for (const auto& [cell, sum] : cells->second) {
        EXPECT_EQ(found.at(k, found.find_slot_of(cell)), sum) << cell;
        total += sum;
        if (!sum.is_zero()) expected.emplace(cell, true);
      }
    }
    EXPECT_EQ(found.impossibility(k, total), "");
  }
  EXPECT_EQ(seen.size(), expected.size());
}

struct Case {
  std::vector<double> x;
  std::vector<std::int32_t> classes;
  std::vector<double> weights;
};

Case drawn(const UglyNumbers::Kind& kind, std::size_t rows, bool weighted, unsigned seed) {
  std::mt19937_64 random(seed);
  Case out;
  for (std::size_t row = 0; row < rows; ++row) {
    out.x.push_back(random() % 9 == 0 ? kNone : kind.draw(random, row));
    out.classes.push_back(static_cast<std::int32_t>(random() % 4) - 1);
    if (weighted)
      out.weights.push_back(std::ldexp(1.0 + static_cast<double>(random() % 8),
                                       static_cast<int>(random() % 90) - 60));
  }
  return out;
}

TEST(HistogramTally, IsAMapOfSums) {
  unsigned seed = 0;
  for (const UglyNumbers::Kind& kind : UglyNumbers::kinds()) {
    for (const double origin : {0.0, 3.0, -1e9, 1e290}) {
      for (const bool weighted : {false, true}) {
        HistogramTally tally = empty_histogram(origin);
        Twin twin;
        for (const std::size_t rows : {1U, 300U, 0U, 2049U}) {
          const Case data = drawn(kind, rows, weighted, ++seed);
          Batch batch;
          batch.rows = static_cast<std::int64_t>(rows);
          tally.count(Numbers::of(data.x), RowsToCount{batch, data.classes, data.weights});
          for (std::size_t i = 0; i < rows; ++i) {
            twin.add(data.x[i], origin, data.classes[i], weighted ? data.weights[i] : 1);
          }
        }
        SCOPED_TRACE(std::string(kind.name) + " " + std::to_string(origin));
        expect_twin(tally, twin, 3);
      }
    }
  }
}

// Integers first, then weights, then integers again: what was counted small is kept.
TEST(HistogramTally, SmallCountsAndSumsMeet) {
  HistogramTally tally = empty_histogram();
  Twin twin;
  unsigned seed = 0;
  for (const bool weighted : {false, true, false}) {
    const Case data = drawn(UglyNumbers::kinds()[0], 500, weighted, ++seed);
    Batch batch;
    batch.rows = 500;
    tally.count(Numbers::of(data.x), RowsToCount{batch, data.classes, data.weights});
    for (std::size_t i = 0; i < 500; ++i) {
      twin.add(data.x[i], 0, data.classes[i], weighted ? data.weights[i] : 1);
    }
  }
  expect_twin(tally, twin, 3);
}

// A count that integers of 32 bits would not hold.
TEST(HistogramTally, CountsBeyond32Bits) {
  HistogramTally tally = empty_histogram();
  const std::vector<double> x{1.5, 1.5, kNone};
  const std::vector<std::int32_t> classes{0, 0, 0};
  const std::vector<double> weights{4294967295.0, 0.0, 4294967295.0};
  Batch batch;
  batch.rows = 3;
  tally.count(Numbers::of(x), RowsToCount{batch, classes, weights});
  tally.count(Numbers::of(x), RowsToCount{batch, classes, {}});
  EXPECT_EQ(tally.at(0, tally.find_slot_of(fine_cell(1.5))), ExactSum(std::int64_t{4294967297}));
  EXPECT_EQ(tally.at(0, Part::kMissing), ExactSum(std::int64_t{4294967296}));
}

template <class T>
void expect_counts_like_doubles(const std::vector<T>& values) {
  const std::vector<double> wide(values.begin(), values.end());
  const std::vector<std::int32_t> classes(values.size() / 2, 0);
  Batch batch;
  batch.rows = static_cast<std::int64_t>(values.size() / 2);
  // Every other value, the third of them missing by its bit.
  const std::vector<std::uint8_t> bits{0b11111011, 0xFF, 0xFF, 0xFF};
  Numbers narrow = Numbers::of(std::span<const T>(values));
  Numbers twin = Numbers::of(wide);
  for (Numbers* const numbers : {&narrow, &twin}) {
    numbers->stride *= 2;
    numbers->validity.bits = bits.data();
  }
  HistogramTally found = empty_histogram(0.25), expected = empty_histogram(0.25);
  found.count(narrow, RowsToCount{batch, classes, {}});
  expected.count(twin, RowsToCount{batch, classes, {}});
  EXPECT_EQ(found.at(0, Part::kMissing), ExactSum(1));
  ASSERT_EQ(found.cells().size(), expected.cells().size());
  for (const HistogramTally::Cell& cell : expected.cells()) {
    EXPECT_EQ(found.at(0, found.find_slot_of(cell.cell)), expected.at(0, cell.slot));
  }
}

TEST(HistogramTally, TakesNumbersOfAnyTypeAndStride) {
  expect_counts_like_doubles<double>({1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
  expect_counts_like_doubles<float>({0.1F, 2, -3, 4, 1e-40F, 6, 7, 8, 1e38F, 10});
  expect_counts_like_doubles<std::int8_t>({-128, 2, 3, 4, 127, 6, 7, 8, 0, 10});
  expect_counts_like_doubles<std::uint16_t>({65535, 2, 3, 4, 5, 6, 7, 8, 0, 10});
  expect_counts_like_doubles<std::int64_t>({std::numeric_limits<std::int64_t>::min(), 2, 3, 4, 5, 6,
                                            7, 8, std::numeric_limits<std::int64_t>::max(), 1});
}

// More rows than are looked at in one go, each with a number of its own.
TEST(HistogramTally, ManyRowsWithBitsOfValidity) {
  constexpr std::size_t kRows = 5000;
  std::vector<double> x(2 * kRows);
  std::vector<std::uint8_t> bits(kRows / 8 + 2);
  const std::vector<std::int32_t> classes(kRows, 0);
  Twin twin;
  std::mt19937 random(6);
  for (std::size_t row = 0; row < kRows; ++row) {
    x[2 * row] = static_cast<double>(row * row);
    const bool is_valid = random() % 3 != 0;
    const std::size_t bit = row + 5;
    if (is_valid) bits[bit / 8] = static_cast<std::uint8_t>(bits[bit / 8] | 1U << bit % 8);
    twin.add(is_valid ? x[2 * row] : kNone, 0, 0, 1);
  }
  Numbers numbers = Numbers::of(x);
  numbers.stride *= 2;
  numbers.validity = {bits.data(), 5};
  Batch batch;
  batch.rows = kRows;
  HistogramTally tally = empty_histogram();
  tally.count(numbers, RowsToCount{batch, classes, {}});
  expect_twin(tally, twin, 1);
}

// It is not even looked at as a number.
TEST(HistogramTally, WhatIsInfiniteInARowThatDoesNotCountLeavesNoTrace) {
  HistogramTally tally = empty_histogram(5);
  const std::vector<double> x{kInfinity, 17, -kInfinity, 2};
  const std::vector<std::int32_t> classes{-1, -1, -1, 0};
  Batch batch;
  batch.rows = 4;
  tally.count(Numbers::of(x), RowsToCount{batch, classes, {}});
  ASSERT_EQ(tally.cells().size(), 1U);
  EXPECT_EQ(tally.slots(), 2);
  EXPECT_EQ(tally.cells()[0].cell, fine_cell(-3));
  EXPECT_EQ(tally.at(0, Part::kMissing), ExactSum());
}

TEST(HistogramTally, KeysHaveOneForm) {
  for (const std::int32_t cell : {0, 1, -1, 10, 2095104, kMostFineCell, -kMostFineCell}) {
    EXPECT_EQ(HistogramTally::cell_of_key(std::to_string(cell)), cell);
  }
  for (const char* key : {"", "-", "-0", "-00", "00", "01", "-01", "+1", " 1", "1 ", "1.0", "1e3",
                          "a", "4192256", "-4192256", "99999999999"}) {
    EXPECT_EQ(HistogramTally::cell_of_key(key), std::nullopt) << key;
  }
  HistogramTally tally = empty_histogram();
  EXPECT_NE(tally.find_cell(0, Part::kValue, "-12"), nullptr);
  EXPECT_NE(tally.find_cell(0, Part::kMissing, ""), nullptr);
  EXPECT_EQ(tally.find_cell(0, Part::kMissing, "1"), nullptr);
  EXPECT_EQ(tally.find_cell(0, Part::kValue, ""), nullptr);
  EXPECT_EQ(tally.find_cell(0, Part::kWeight, ""), nullptr);
}

TEST(HistogramTally, SlotsByKeyAreInTheOrderOfBytes) {
  HistogramTally tally = empty_histogram();
  std::mt19937 random(5);
  for (int i = 0; i < 3000; ++i) {
    const auto cell = static_cast<std::int32_t>(random() % kMostFineCell) >> (random() % 23);
    tally.made_slot_of(i % 2 == 0 ? cell : -cell);
  }
  const std::vector<std::int32_t> slots = tally.slots_by_key();
  ASSERT_EQ(static_cast<std::int32_t>(slots.size()), tally.slots() - 1);
  for (std::size_t i = 1; i < slots.size(); ++i) {
    EXPECT_LT(tally.key_of(slots[i - 1]), tally.key_of(slots[i]));
  }
}

TEST(HistogramTally, WhatNoRowsHaveIsToldInWords) {
  HistogramTally tally = empty_histogram();
  tally.find_cell(0, Part::kValue, "3")->add(std::int64_t{2});
  EXPECT_EQ(tally.impossibility(0, ExactSum(2)), "");
  EXPECT_EQ(tally.impossibility(0, ExactSum(3)),
            "counts and missing that do not add up to the class's rows");
  tally.find_cell(0, Part::kMissing, "")->add(std::int64_t{1});
  EXPECT_EQ(tally.impossibility(0, ExactSum(3)), "");
  tally.find_cell(0, Part::kValue, "-3")->add(std::int64_t{-1});
  EXPECT_EQ(tally.impossibility(0, ExactSum(2)), "a negative count of the cell -3");
  tally.find_cell(1, Part::kMissing, "")->add(std::int64_t{-1});
  EXPECT_EQ(tally.impossibility(1, ExactSum(-1)), "a negative number of missing values");
  tally.find_cell(2, Part::kValue, "1")->add_limb({3136, std::int64_t{1} << 62});
  EXPECT_EQ(tally.impossibility(2, ExactSum()), "a sum beyond all bounds");
}

TEST(HistogramTally, StandsBesideTheTalliesOfTheFamilies) {
  TestTable table;
  table.numbers("x", {1999, 2000.5, kNone, 2001}).texts("y", {"k", "k", "k", "l"});
  const Counts counts =
      count_table(schema_of(with_histogram(feature("x", Family::kGaussian), 2000)), table);
  ASSERT_EQ(counts.tallies().size(), 1U);
  ASSERT_EQ(counts.beside().size(), 1U);
  const HistogramTally* const found = counts.histogram("x");
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(counts.histogram("y"), nullptr);
  EXPECT_EQ(counts.histogram("x.histogram"), nullptr);
  EXPECT_EQ(counts.find("x.histogram"), nullptr);
  EXPECT_EQ(counts.find_counted("x.histogram"), found);
  EXPECT_EQ(counts.find_counted("x"), counts.find("x"));
  EXPECT_EQ(found->origin(), 2000);
  const std::vector<HistogramTally::Cell> cells = found->cells();
  ASSERT_EQ(cells.size(), 3U);
  EXPECT_EQ(cells[0].cell, fine_cell(-1));
  EXPECT_EQ(cells[1].cell, fine_cell(0.5));
  EXPECT_EQ(cells[2].cell, fine_cell(1));
  std::vector<std::string> rows;
  counts.for_each_row([&](const CountRow& row) {
    if (row.tally == "x.histogram") {
      rows.push_back(std::string(to_string(row.part)) + " " + row.key + " " + row.klass);
    }
  });
  EXPECT_EQ(rows, (std::vector<std::string>{"missing  k", "value -2095104 k", "value 2093056 k",
                                            "value 2095104 l"}));
}

TEST(HistogramTally, WhatTheFamilyRefusesIsRefusedFirst) {
  TestTable table;
  table.numbers("x", {1, -kInfinity}).texts("y", {"k", "k"});
  expect_refused(schema_of(with_histogram(feature("x", Family::kGaussian))), table, 1, "x",
                 "found -inf");
  TestTable negative;
  negative.numbers("x", {1, -2}).texts("y", {"k", "k"});
  expect_refused(schema_of(with_histogram(feature("x", Family::kPoisson))), negative, 1, "x",
                 "zero or more");
}

// The rows of pieces, merged on some threads, are those of the whole; taken away, those of the rest.
TEST(HistogramTally, MergesAndForgets) {
  const Schema schema = schema_of(with_histogram(feature("x", Family::kGaussian), -7));
  const auto rows_of = [](const Counts& counts) {
    std::vector<CountRow> rows;
    counts.for_each_row([&](const CountRow& row) { rows.push_back(row); });
    return rows;
  };
  const auto table_of = [](unsigned seed) {
    std::mt19937_64 random(seed);
    std::vector<double> x;
    std::vector<std::string> y;
    for (std::size_t row = 0; row < 400; ++row) {
      x.push_back(row % 7 == 0 ? kNone : UglyNumbers::kinds()[seed % 15].draw(random, row));
      y.emplace_back(1, static_cast<char>('a' + random() % 5));
    }
    TestTable table;
    table.numbers("x", x).texts("y", y);
    return table;
  };
  for (unsigned seed = 0; seed < 15; ++seed) {
    const TestTable one = table_of(seed), other = table_of(seed + 1);
    Counts whole(schema), piece(schema), rest(schema);
    whole.add(one.batch());
    whole.add(other.batch());
    piece.add(other.batch());
    rest.add(one.batch());
    Counts merged = piece;
    merged.merge(rest, 3);
    EXPECT_EQ(rows_of(merged), rows_of(whole));
    merged.check();
    merged.subtract(piece);
    EXPECT_EQ(rows_of(merged), rows_of(rest));
    whole.take_away(other.batch());
    EXPECT_EQ(rows_of(whole), rows_of(rest));
    if (seed > 0) {
      EXPECT_THROW(rest.subtract(piece), Error);
    }
  }
}

// Moments that other rows have, too: the cell tells.
TEST(HistogramTally, RowsThatWereNotThereAreNoticedByTheirCell) {
  const Schema schema = schema_of(with_histogram(feature("x", Family::kGaussian)));
  TestTable table, other;
  table.numbers("x", {1, 2, 3, 4, 100}).texts("y", {"k", "k", "k", "k", "k"});
  other.numbers("x", {2.5}).texts("y", {"k"});
  Counts counts(schema), never(schema);
  counts.add(table.batch());
  never.add(other.batch());
  try {
    counts.subtract(never);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_NE(
        std::string(error.what()).find("'x.histogram' would have a negative count of the cell"),
        std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace tally
