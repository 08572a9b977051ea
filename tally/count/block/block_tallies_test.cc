// SPDX-License-Identifier: Apache-2.0
// A block and the tallies of its columns hold the same sums: a block's Counts are those of adding its rows as a batch.
#include "tally/count/block/block_tallies.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "tally/base/error.h"
#include "tally/family/number_family.h"

namespace tally {
namespace {

constexpr std::int64_t kRows = 300, kColumns = 3;

struct Case {
  Family family;
  bool weighted;
};

ColumnSchema named(const std::string& name, Role role = Role::kFeature) {
  ColumnSchema column;
  column.name = name;
  column.role = role;
  return column;
}

// Rows of three columns and two classes, as a block and as a batch.
class OneTable : public testing::TestWithParam<Case> {
 protected:
  OneTable() {
    std::mt19937_64 random(7);
    for (std::int64_t row = 0; row < kRows; ++row) {
      classes_.push_back(static_cast<std::int32_t>(random() % 2));
      labels_.push_back(classes_.back() == 0 ? 3.0 : 5.5);
      weights_.push_back(std::exponential_distribution<>(1)(random));
    }
    weights_[17] = 0;
    for (std::vector<double>& column : columns_) {
      for (std::int64_t row = 0; row < kRows; ++row) column.push_back(cell(random));
    }
    if (GetParam().family == Family::kCategorical) {
      for (double code = 0; code < 4; ++code) columns_[1][static_cast<std::size_t>(code)] = code;
    }
  }

  static double cell(std::mt19937_64& random) {
    if (random() % 20 == 0) return std::numeric_limits<double>::quiet_NaN();
    const auto whole = static_cast<double>(random() % 4);
    switch (GetParam().family) {
      case Family::kGaussian:
        return std::normal_distribution<>(whole, 1e-3)(random);
      case Family::kBernoulli:
        return whole - 1.5;
      case Family::kMultinomial:
        return whole * 0.3;
      case Family::kCategorical:
      case Family::kNegativeBinomial:
        return whole;
      case Family::kBinned:
      case Family::kPoisson:
      case Family::kText:
        break;  // not in a block
    }
    throw Error(ErrorKind::kDefect, "no cells of this family");
  }

  static Schema schema() {
    Schema schema;
    schema.columns.push_back(named("class", Role::kTarget));
    if (GetParam().weighted) schema.columns.push_back(named("w", Role::kWeight));
    for (const std::string& name : names()) {
      ColumnSchema column = named(name);
      column.family = GetParam().family;
      if (column.family == Family::kMultinomial) column.group = "group";
      if (column.family == Family::kBernoulli) column.binarize = 0.25;
      schema.columns.push_back(column);
    }
    return schema;
  }

  static std::vector<std::string> names() { return {"c", "a", "b"}; }  // not in their order

  Counts counts() const {
    Batch batch;
    batch.rows = kRows;
    batch.columns.push_back({"class", Numbers::of(labels_)});
    batch.columns.push_back({"w", Numbers::of(weights_)});
    for (std::size_t j = 0; j < kColumns; ++j) {
      batch.columns.push_back({names()[j], Numbers::of(columns_[j])});
    }
    Counts counts(schema());
    counts.add(batch);
    return counts;
  }

  BlockCounts block() const {
    std::vector<double> cells;
    for (std::size_t row = 0; row < kRows; ++row) {
      for (const std::vector<double>& column : columns_) cells.push_back(column[row]);
    }
    CellRule rule;
    if (GetParam().family == Family::kBernoulli) rule = {0.25, true};
    BlockCounts block(cells_of(GetParam().family), 2, kColumns);
    block.add(Matrix{cells.data(), NumberType::kFloat64, kRows, kColumns, kColumns * 8, 8},
              classes_,
              GetParam().weighted ? std::span<const double>(weights_) : std::span<const double>(),
              rule, 1);
    return block;
  }

  static std::vector<CountRow> rows_of(const Counts& counts) {
    std::vector<CountRow> rows;
    counts.for_each_row([&](const CountRow& row) { rows.push_back(row); });
    return rows;
  }

  std::vector<std::int32_t> classes_;
  std::vector<double> labels_, weights_;
  std::vector<double> columns_[kColumns];
};

TEST_P(OneTable, IsCountedToTheSameSums) {
  const BlockTallies tallies(GetParam().family, names());
  const Counts made = tallies.counts_of(block(), schema(), {Label::of(3.0), Label::of(5.5)});
  EXPECT_EQ(rows_of(made), rows_of(counts()));
  EXPECT_FALSE(rows_of(made).empty());
}

TEST_P(OneTable, IsABlockAgain) {
  const BlockTallies tallies(GetParam().family, names());
  const BlockCounts again = tallies.block_of(counts());
  EXPECT_EQ(again.class_weights(), block().class_weights());
  EXPECT_TRUE(again.sums() == block().sums());
  if (GetParam().family != Family::kMultinomial) {
    EXPECT_TRUE(again.missing() == block().missing());
  } else {
    ExactSum missing;
    for (const ExactSum& sum : block().missing().column_totals()) missing += sum;
    EXPECT_EQ(again.missing().column_totals()[0], missing);
  }
}

TEST_P(OneTable, IsRefusedWhereItIsAnother) {
  const Counts all = counts();
  EXPECT_THROW(BlockTallies(GetParam().family, {"a", "b"}).block_of(all), Error);
  EXPECT_THROW(BlockTallies(GetParam().family, {"a", "b", "d"}).block_of(all), Error);
  const Family other =
      GetParam().family == Family::kGaussian ? Family::kBernoulli : Family::kGaussian;
  EXPECT_THROW(BlockTallies(other, names()).block_of(all), Error);
}

INSTANTIATE_TEST_SUITE_P(
    Families, OneTable,
    testing::Values(Case{Family::kGaussian, false}, Case{Family::kGaussian, true},
                    Case{Family::kBernoulli, false}, Case{Family::kBernoulli, true},
                    Case{Family::kMultinomial, false}, Case{Family::kMultinomial, true},
                    Case{Family::kCategorical, false}, Case{Family::kCategorical, true},
                    Case{Family::kNegativeBinomial, false}, Case{Family::kNegativeBinomial, true}));

// A block of numbers sums up what a family of numbers asks for, or is refused: poisson's exposure is no part of it.
TEST(BlockTallies, EveryFamilyOfNumbersIsHeldByItsParts) {
  for (const FamilyFacts& facts : kFamilies) {
    const NumberFamily* const numbers = numbers_of(facts.family);
    if (numbers == nullptr) continue;
    if (numbers->sums(Part::kSquare) && !numbers->sums(Part::kExposure)) {
      EXPECT_EQ(cells_of(facts.family), BlockCells::kNumbers) << facts.name;
    } else {
      EXPECT_THROW(cells_of(facts.family), Error) << facts.name;
    }
  }
}

Schema categories() {
  Schema schema;
  schema.columns = {named("a"), named("class", Role::kTarget)};
  schema.columns[0].family = Family::kCategorical;
  return schema;
}

TEST(BlockTallies, CategoriesHaveNoGap) {
  const std::vector<double> labels{1, 2}, codes{0, 2};
  Batch batch;
  batch.rows = 2;
  batch.columns = {{"a", Numbers::of(codes)}, {"class", Numbers::of(labels)}};
  Counts counts(categories());
  counts.add(batch);
  EXPECT_THROW(BlockTallies(Family::kCategorical, {"a"}).block_of(counts), Error);
  Schema declared = categories();
  declared.columns[0].values = {Label::of(0.0), Label::of(1.0), Label::of(2.0), Label::of(3.0)};
  Counts wide(declared);
  wide.add(batch);
  const BlockCounts block = BlockTallies(Family::kCategorical, {"a"}).block_of(wide);
  EXPECT_EQ(block.sums()[0].columns(), 4);
  EXPECT_EQ(block.declared(), std::vector<std::int64_t>{4});
}

TEST(BlockTallies, AmountsThatAreNoTruthsAreRefused) {
  const std::vector<double> cells{3};
  BlockCounts block(BlockCells::kAmounts, 1, 1);
  block.add(Matrix{cells.data(), NumberType::kFloat64, 1, 1, 8, 8}, std::vector<std::int32_t>{0},
            {}, {}, 1);
  Schema schema = categories();
  schema.columns[0].family = Family::kBernoulli;
  EXPECT_THROW(BlockTallies(Family::kBernoulli, {"a"}).counts_of(block, schema, {Label::of(1.0)}),
               Error);
}

}  // namespace
}  // namespace tally
