// SPDX-License-Identifier: Apache-2.0
#include "tally/draft/whole_columns.h"

#include <gtest/gtest.h>

namespace tally {
namespace {

// Counts of the whole numbers of x, as values or as moments.
Counts counted(const std::vector<double>& x, Family family) {
  Schema schema;
  ColumnSchema feature, target;
  feature.name = "x";
  feature.family = family;
  target.name = "y";
  target.role = Role::kTarget;
  schema.columns = {feature, target};
  Counts counts(validated(schema));
  auto classes = std::make_shared<Dictionary>();
  auto values = std::make_shared<Dictionary>();
  std::vector<std::int32_t> y, codes;
  for (std::size_t i = 0; i < x.size(); ++i) {
    y.push_back(classes->code(Label::of(static_cast<std::int64_t>(i % 2))));
    codes.push_back(values->code(Label::of(x[i])));
  }
  Batch batch;
  batch.rows = static_cast<std::int64_t>(x.size());
  batch.columns.push_back({"y", Codes::of(y, classes)});
  if (family == Family::kCategorical) {
    batch.columns.push_back({"x", Codes::of(codes, values)});
  } else {
    batch.columns.push_back({"x", Numbers::of(x)});
  }
  counts.add(batch);
  return counts;
}

ColumnSample whole(const std::vector<double>& x, Family family, const StrayCells& strays = {}) {
  std::vector<std::pair<std::string, std::int64_t>> texts;
  for (const double value : x) texts.emplace_back(shortest(value), 1);
  const std::vector<ColumnSample> first{sample_of("x", texts, 0)};
  const auto rows = static_cast<std::int64_t>(x.size());
  return whole_samples(first, counted(x, family), {{"x", strays}}, rows)[0];
}

TEST(WholeColumns, ARunIsKnownByItsValuesAndByItsMoments) {
  const std::vector<double> run{7, 4, 5, 6, 8, 3}, gap{7, 4, 5, 6, 9, 3};
  for (const Family family : {Family::kCategorical, Family::kGaussian}) {
    EXPECT_TRUE(whole(run, family).is_run);
    EXPECT_FALSE(whole(gap, family).is_run);
    EXPECT_TRUE(whole(run, family).is_whole);
    EXPECT_EQ(whole(run, family).cells, 6);
  }
  EXPECT_TRUE(whole(run, Family::kCategorical).all_differ);
  EXPECT_FALSE(whole({1, 2, 2}, Family::kCategorical).all_differ);
}

// What was counted was counted from the origin that the first cells gave.
TEST(WholeColumns, WhereNumbersLieIsWhatTheFirstPartSaid) {
  ColumnSample first = sample_of("x", {{"5", 1}, {"7", 1}}, 0);
  for (const Family family : {Family::kCategorical, Family::kGaussian}) {
    const ColumnSample all = whole_samples({first}, counted({5, 7, 9, 11}, family), {}, 4)[0];
    EXPECT_EQ(all.range.mean, 6);
    EXPECT_EQ(all.range.deviation, 1);
  }
}

TEST(WholeColumns, WordsAmongNumbersAreWeighedAgainstAllOfThem) {
  StrayCells strays;
  for (int i = 0; i < 3; ++i) strays.add_word("abc", "f", i, i);
  const std::vector<double> few{1, 2, 3, 4}, many(400, 2.0);
  EXPECT_FALSE(whole(few, Family::kGaussian, strays).numbers);
  EXPECT_TRUE(whole(many, Family::kGaussian, strays).numbers);
  EXPECT_TRUE(whole(many, Family::kCategorical, strays).numbers);
  EXPECT_EQ(whole(few, Family::kGaussian, strays).not_a_number, "abc");
}

TEST(WholeColumns, FewWholeNumbersHaveABetterFamily) {
  EXPECT_EQ(whole({0, 1, 1, 0}, Family::kCategorical).better, Family::kBernoulli);
  EXPECT_FALSE(whole({0.5, 1, 1, 0}, Family::kCategorical).better);
  EXPECT_FALSE(whole({0, 1, 1, 0}, Family::kGaussian).better);
}

TEST(WholeColumns, ATypeOfTheirOwnHoldsWhateverTheTextsLookLike) {
  std::vector<ColumnSample> first{sample_of("x", {{"1", 2}, {"2", 2}}, 0)};
  first[0].type = ValueType::kText;
  const Counts counts = counted({1, 2, 1, 2}, Family::kCategorical);
  const ColumnSample sample = whole_samples(first, counts, {}, 4)[0];
  EXPECT_EQ(guessed_type(sample), ValueType::kText);
  EXPECT_EQ(guess_column(sample).family, Family::kCategorical);
}

TEST(WholeColumns, ColumnsAreCountedByValue) {
  const Schema gaussian = counted({1, 2}, Family::kGaussian).schema();
  const Schema by_value = validated(counted_by_value(gaussian, {"x"}));
  EXPECT_EQ(by_value, counted({1, 2}, Family::kCategorical).schema());
  EXPECT_TRUE(Counts::can_recast(by_value, gaussian));
  EXPECT_EQ(validated(counted_by_value(gaussian, {})), gaussian);
}

}  // namespace
}  // namespace tally
