// SPDX-License-Identifier: Apache-2.0
#include "tally/count/family_testing.h"

namespace tally {
namespace {

TEST(Gaussian, SumsAreExactWhereDoublesWouldRound) {
  // 0.1 is not a tenth: ten of them are exactly 10 · 3602879701896397 / 2^55.
  TestTable table;
  table.numbers("x", std::vector<double>(10, 0.1)).texts("y", std::vector<std::string>(10, "k"));
  const Counts counts = count_table(schema_of(feature("x", Family::kGaussian)), table);
  ExactSum expected;
  expected.add_product(10, 0.1);
  EXPECT_EQ(counts.tallies()[0].at(counts.classes().front().code, Part::kSum), expected);
}

TEST(Gaussian, WeightsMissingAndOtherWidths) {
  const std::vector<float> values{0.5F, 1.5F};
  const std::vector<std::int16_t> weights{2, 3};
  TestTable table;
  table.texts("y", {"k", "k"});
  Batch batch = table.batch();
  batch.columns.push_back({"x", Numbers::of(std::span<const float>(values))});
  batch.columns.push_back({"w", Numbers::of(std::span<const std::int16_t>(weights))});
  Counts counts(schema_of(feature("x", Family::kGaussian), true));
  counts.add(batch);
  EXPECT_EQ(sum_of(counts, "k", Part::kWeight), 5);
  EXPECT_EQ(sum_of(counts, "k", Part::kSum), 2 * 0.5 + 3 * 1.5);
  EXPECT_EQ(sum_of(counts, "k", Part::kSquare), 2 * 0.25 + 3 * 2.25);
}

TEST(Gaussian, ReadsAColumnOfAMatrixAndAValidityBitmap) {
  const std::vector<double> matrix{1, 10, 2, 20, 3, 30};  // row-major, 3 × 2
  const std::uint8_t valid = 0b101;
  TestTable table;
  table.texts("y", {"k", "k", "k"});
  Batch batch = table.batch();
  batch.columns.push_back({"x", Numbers{matrix.data() + 1, NumberType::kFloat64, 16, {&valid, 0}}});
  Counts counts(schema_of(feature("x", Family::kGaussian)));
  counts.add(batch);
  EXPECT_EQ(sum_of(counts, "k", Part::kSum), 40);
  EXPECT_EQ(sum_of(counts, "k", Part::kMissing), 1);
}

TEST(Gaussian, RefusesInfinityAndTexts) {
  TestTable infinite, texts;
  infinite.numbers("x", {1, std::numeric_limits<double>::infinity()}).texts("y", {"k", "k"});
  expect_refused(schema_of(feature("x", Family::kGaussian)), infinite, 1, "x", "found inf");
  texts.texts("x", {"a"}).texts("y", {"k"});
  expect_refused(schema_of(feature("x", Family::kGaussian)), texts, 0, "x", "expected numbers");
}

}  // namespace
}  // namespace tally
