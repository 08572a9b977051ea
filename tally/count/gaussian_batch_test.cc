#include "tally/count/gaussian_batch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "tally/count/family_test.h"

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

std::vector<Tally> gaussian_tallies(std::size_t count) {
  std::vector<Tally> tallies;
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
TEST(GaussianBatch, CountsAsOneColumnAfterTheOtherDoes) {
  unsigned seed = 0;
  for (const std::size_t rows : {1U, 63U, 64U, 700U, 5000U}) {
    for (const std::int32_t classes : {1, 4, 60}) {
      const Case data = some_rows(rows, 11, classes, ++seed);
      Batch batch;
      batch.rows = static_cast<std::int64_t>(rows);
      const RowsToCount to_count{batch, data.classes, {}};
      std::vector<Tally> together = gaussian_tallies(11), alone = gaussian_tallies(11);
      GaussianBatch gaussians(to_count, classes);
      std::vector<Column> columns;
      for (const std::vector<double>& column : data.columns) columns.push_back(Numbers::of(column));
      // One that is no plain column of doubles.
      const std::vector<float> narrow(data.columns[3].begin(), data.columns[3].end());
      columns[3] = Numbers::of(std::span<const float>(narrow));
      for (std::size_t c = 0; c < 11; ++c) {
        gaussians.take(together[c], {&columns[c]});
        count_gaussian(alone[c], {&columns[c]}, to_count);
      }
      gaussians.count();
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

TEST(GaussianBatch, InfinityIsRefusedOnlyInARowThatCounts) {
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

}  // namespace
}  // namespace tally
