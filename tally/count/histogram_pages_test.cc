// SPDX-License-Identifier: Apache-2.0
#include "tally/count/histogram_pages.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

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

// Counts the same batches with pages and, as the plain twin, without.
class Both {
 public:
  explicit Both(double origin = 0)
      : found_(empty_histogram(origin)), expected_(empty_histogram(origin)) {}

  void count(const std::vector<double>& x, const std::vector<std::int32_t>& classes,
             const std::vector<double>& weights = {}) {
    Batch batch;
    batch.rows = static_cast<std::int64_t>(x.size());
    const RowsToCount rows{batch, classes, weights};
    pages_.count(Numbers::of(x), rows, found_);
    expected_.count(Numbers::of(x), rows);
    classes_ = std::max(classes_, rows.class_count);
  }

  void expect_equal() {
    pages_.empty_into(found_);
    const std::vector<HistogramTally::Cell> cells = expected_.cells();
    ASSERT_EQ(found_.cells().size(), cells.size());
    for (std::int32_t k = 0; k < classes_; ++k) {
      EXPECT_EQ(found_.at(k, Part::kMissing), expected_.at(k, Part::kMissing));
      for (const HistogramTally::Cell& cell : cells) {
        ASSERT_EQ(found_.at(k, found_.find_slot_of(cell.cell)), expected_.at(k, cell.slot))
            << k << " " << cell.cell;
      }
    }
  }

 private:
  HistogramTally found_, expected_;
  HistogramPages pages_;
  std::int32_t classes_ = 0;
};

TEST(HistogramPages, CountWhatTheTallyCounts) {
  unsigned seed = 0;
  for (const UglyNumbers::Kind& kind : UglyNumbers::kinds()) {
    for (const double origin : {0.0, 0.1, -1e9}) {
      SCOPED_TRACE(kind.name);
      std::mt19937_64 random(++seed);
      Both both(origin);
      // Once emptied in between, with more classes in every batch.
      for (const std::size_t classes : {1U, 2U, 3U, 5U, 5U}) {
        std::vector<double> x;
        std::vector<std::int32_t> y;
        for (std::size_t row = 0; row < 700; ++row) {
          x.push_back(random() % 9 == 0 ? kNone : kind.draw(random, row));
          y.push_back(static_cast<std::int32_t>(random() % (classes + 1)) - 1);
        }
        both.count(x, y);
        if (classes == 3) both.expect_equal();
      }
      both.expect_equal();
    }
  }
}

// A byte that is full goes to the tally, and one that is not stays.
TEST(HistogramPages, ManyRowsOfOneCell) {
  for (const std::size_t rows : {254U, 255U, 256U, 257U, 511U, 512U, 513U, 5000U}) {
    Both both;
    both.count(std::vector<double>(rows, 0.1), std::vector<std::int32_t>(rows, 0));
    both.count(std::vector<double>(rows, kNone), std::vector<std::int32_t>(rows, 1));
    both.count(std::vector<double>(rows, -0.0), std::vector<std::int32_t>(rows, 1));
    both.count(std::vector<double>(rows, 0.0), std::vector<std::int32_t>(rows, 1));
    both.count(std::vector<double>(rows, 0.1), std::vector<std::int32_t>(rows, 1));
    both.expect_equal();
  }
}

TEST(HistogramPages, MissingOfEitherSignAndWhatDoesNotCount) {
  Both both(3);
  both.count({-kNone, kNone, kInfinity, -kInfinity, std::nan("7"), 3.0, std::nextafter(3, 0)},
             {0, 0, -1, -1, 1, 1, 1});
  both.expect_equal();
  Both none;
  none.count({1, 2}, {-1, -1});
  none.count({}, {});
  none.expect_equal();
}

// At most 16 classes and 64 magnitudes; beyond that the tally counts alone.
TEST(HistogramPages, TheirBorders) {
  for (const std::int32_t classes : {15, 16, 17, 40}) {
    std::vector<double> x;
    std::vector<std::int32_t> y;
    for (std::int32_t row = 0; row < 2000; ++row) {
      x.push_back(row % 77);
      y.push_back(row % classes);
    }
    Both both;
    both.count(std::vector<double>(100, 5.5), std::vector<std::int32_t>(100, 2));
    both.count(x, y);
    both.count(x, y);
    both.expect_equal();
  }
  for (const int magnitudes : {63, 64, 65, 66, 200}) {
    std::vector<double> x;
    for (int row = 0; row < 3 * magnitudes; ++row) x.push_back(std::ldexp(1.5, row % magnitudes));
    const std::vector<std::int32_t> y(x.size(), 0);
    Both both;
    both.count(x, y);
    both.count(x, y);
    both.expect_equal();
  }
}

TEST(HistogramPages, WeightsAndOtherNumbersGoToTheTally) {
  Both both;
  both.count({1, 2, 3}, {0, 1, 0});
  both.count({1, 2, 3}, {0, 1, 0}, {0.5, 2, 1e300});
  both.count({1, 2, 3}, {0, 1, 0});
  both.expect_equal();

  HistogramTally tally = empty_histogram();
  HistogramPages pages;
  const std::vector<float> narrow{1.5F, 2.5F};
  const std::vector<std::int32_t> classes{0, 0};
  Batch batch;
  batch.rows = 2;
  pages.count(Numbers::of(std::span<const float>(narrow)), RowsToCount{batch, classes, {}}, tally);
  EXPECT_EQ(tally.cells().size(), 2U);
}

// The whole way: what is gathered over batches is what is added at once.
TEST(HistogramPages, GatheredCountsAreSettled) {
  Schema schema = schema_of(feature("x", Family::kGaussian));
  schema.columns[0].histogram = true;
  Counts gathered(schema), plain(schema);
  gathered.gather();
  std::mt19937_64 random(4);
  for (int batch = 0; batch < 20; ++batch) {
    std::vector<double> x;
    std::vector<std::string> y;
    for (std::size_t row = 0; row < 300; ++row) {
      x.push_back(row % 11 == 0 ? kNone
                                : std::round(UglyNumbers::kinds()[0].draw(random, row) * 9));
      y.emplace_back(1, static_cast<char>('a' + random() % static_cast<unsigned>(1 + batch)));
    }
    TestTable table;
    table.numbers("x", x).texts("y", y);
    gathered.add(table.batch());
    plain.add(table.batch());
  }
  gathered.settle();
  gathered.check();
  const auto rows_of = [](const Counts& counts) {
    std::vector<CountRow> rows;
    counts.for_each_row([&](const CountRow& row) { rows.push_back(row); });
    return rows;
  };
  EXPECT_EQ(rows_of(gathered), rows_of(plain));
  // Settled twice, or without a histogram, nothing happens.
  gathered.settle();
  EXPECT_EQ(rows_of(gathered), rows_of(plain));
}

}  // namespace
}  // namespace tally
