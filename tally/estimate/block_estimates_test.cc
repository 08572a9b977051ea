// SPDX-License-Identifier: Apache-2.0
// What a block says is what estimate() says of the same counts as tallies; and closed forms for what only blocks are asked.
#include "tally/estimate/block_estimates.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "tally/estimate/estimates.h"

namespace tally {
namespace {

constexpr std::int64_t kRows = 200, kColumns = 4, kClasses = 3;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// Rows of whole numbers or, shifted, of any; the last class has no value of the first column.
BlockCounts counted(Family family, bool weighted) {
  std::mt19937_64 random(3);
  std::vector<double> cells, weights;
  std::vector<std::int32_t> classes;
  for (std::int64_t row = 0; row < kRows; ++row) {
    classes.push_back(static_cast<std::int32_t>(row % kClasses));
    weights.push_back(std::exponential_distribution<>(1)(random));
    for (std::int64_t j = 0; j < kColumns; ++j) {
      const auto whole = static_cast<double>(random() % 4);
      const bool is_missing = random() % 15 == 0 || (j == 0 && classes.back() == kClasses - 1);
      const double x = family == Family::kGaussian ? whole * 1e3 + 1e-3 * weights.back() : whole;
      cells.push_back(is_missing && family != Family::kMultinomial ? kNan : x);
    }
  }
  CellRule rule;
  if (family == Family::kBernoulli) rule = {0.5, true};
  BlockCounts block(cells_of(family), kClasses, kColumns);
  block.add(Matrix{cells.data(), NumberType::kFloat64, kRows, kColumns, kColumns * 8, 8}, classes,
            weighted ? std::span<const double>(weights) : std::span<const double>(), rule, 1);
  return block;
}

Estimates estimated(const BlockCounts& block, Family family, const Question& question) {
  const std::vector<std::string> names{"a", "b", "c", "d"};
  Schema schema;
  ColumnSchema target;
  target.name = "y";
  target.role = Role::kTarget;
  schema.columns.push_back(target);
  for (const std::string& name : names) {
    ColumnSchema column;
    column.name = name;
    column.family = family;
    if (family == Family::kMultinomial) column.group = "all";
    if (family == Family::kBernoulli) column.binarize = 0.5;
    schema.columns.push_back(column);
  }
  const std::vector<Label> classes{Label::of(0.0), Label::of(1.0), Label::of(2.0)};
  return estimate(BlockTallies(family, names).counts_of(block, validated(schema), classes),
                  question);
}

class BlockEstimates : public testing::TestWithParam<std::pair<bool, double>> {
 protected:
  bool weighted() const { return GetParam().first; }
  double lambda() const { return GetParam().second; }
  Question question() const {
    Question question;
    question.lambda = lambda();
    question.prior = PriorKind::kEmpirical;
    return question;
  }
};

INSTANTIATE_TEST_SUITE_P(Questions, BlockEstimates,
                         testing::Values(std::pair(false, 1.0), std::pair(true, 1.0),
                                         std::pair(true, 0.3), std::pair(false, 0.0),
                                         std::pair(true, 0.0)));

TEST_P(BlockEstimates, OfClassesAreTheSame) {
  const BlockCounts block = counted(Family::kBernoulli, weighted());
  EXPECT_EQ(block_log_prior(block), estimated(block, Family::kBernoulli, question()).log_prior);
}

TEST_P(BlockEstimates, OfTruthsAreTheSame) {
  const BlockCounts block = counted(Family::kBernoulli, weighted());
  const Estimates tables = estimated(block, Family::kBernoulli, question());
  std::vector<double> yes(kClasses * kColumns), no = yes;
  const double lambda = this->lambda();
  bernoulli_shares(block, {&lambda, 1}, yes.data(), no.data());
  for (std::size_t j = 0; j < kColumns; ++j) {
    const auto& table = std::get<CategoricalTable>(tables.features[j].table);
    for (std::size_t k = 0; k < kClasses; ++k) {
      EXPECT_EQ(no[k * kColumns + j], table.log_p[k]);
      EXPECT_EQ(yes[k * kColumns + j], table.log_p[kClasses + k]);
    }
  }
}

TEST_P(BlockEstimates, OfTermsAreTheSame) {
  const BlockCounts block = counted(Family::kMultinomial, weighted());
  const Estimates tables = estimated(block, Family::kMultinomial, question());
  const auto& table = std::get<MultinomialTable>(tables.features[0].table);
  std::vector<double> shares(kClasses * kColumns);
  const double lambda = this->lambda();
  multinomial_shares(block, {&lambda, 1}, shares.data());
  for (std::size_t j = 0; j < kColumns; ++j) {
    for (std::size_t k = 0; k < kClasses; ++k) {
      EXPECT_EQ(shares[k * kColumns + j], table.log_p[j * kClasses + k]);
    }
  }
}

TEST_P(BlockEstimates, OfCodesAreTheSame) {
  const BlockCounts block = counted(Family::kCategorical, weighted());
  const Estimates tables = estimated(block, Family::kCategorical, question());
  for (std::size_t j = 0; j < kColumns; ++j) {
    const auto& table = std::get<CategoricalTable>(tables.features[j].table);
    const std::size_t width = table.values.size();
    std::vector<double> shares(kClasses * width), unseen(kClasses);
    categorical_shares(block, static_cast<std::int64_t>(j), lambda(), shares.data(), unseen.data());
    EXPECT_EQ(unseen, table.log_p_unseen);
    for (std::size_t code = 0; code < width; ++code) {
      for (std::size_t k = 0; k < kClasses; ++k) {
        EXPECT_EQ(shares[k * width + code], table.log_p[code * kClasses + k]);
      }
    }
  }
}

// λ stands for the share of the largest variance here.
TEST_P(BlockEstimates, OfNumbersAreTheSame) {
  const BlockCounts block = counted(Family::kGaussian, weighted());
  Question question = this->question();
  question.lambda = 1;
  question.variance_floor = 1e-300;
  if (lambda() > 0) {
    question.var_smoothing = lambda() * widest_variance(block) / widest_variance(block, true);
  }
  const Estimates tables = estimated(block, Family::kGaussian, question);
  std::vector<double> mean(kClasses * kColumns), variance = mean;
  block_normals(block, lambda(), mean.data(), variance.data());
  for (std::size_t j = 0; j < kColumns; ++j) {
    const auto& table = std::get<GaussianTable>(tables.features[j].table);
    for (std::size_t k = 0; k < kClasses; ++k) {
      const double deviation = table.deviation[k];
      EXPECT_EQ(mean[k * kColumns + j], table.mean[k]);
      EXPECT_NEAR(variance[k * kColumns + j], deviation * deviation, 1e-14 * deviation * deviation);
    }
  }
}

BlockCounts amounts(const std::vector<double>& cells, std::int64_t columns) {
  std::vector<std::int32_t> classes(cells.size() / static_cast<std::size_t>(columns));
  for (std::size_t k = 0; k < classes.size(); ++k) classes[k] = static_cast<std::int32_t>(k);
  const auto rows = static_cast<std::int64_t>(classes.size());
  BlockCounts block(BlockCells::kAmounts, rows, columns);
  block.add(Matrix{cells.data(), NumberType::kFloat64, rows, columns, columns * 8, 8}, classes, {},
            {}, 1);
  return block;
}

TEST(BlockEstimates, ComplementIsWhatAllOtherClassesHave) {
  const BlockCounts block = amounts({3, 0, 1, 0, 2, 1, 4, 0, 0}, 3);
  const std::vector<double> lambda{0.5, 1, 2};
  std::vector<double> weights(9), normalised(9);
  complement_weights(block, lambda, false, weights.data());
  complement_weights(block, lambda, true, normalised.data());
  // The others of the first class have 4, 2 and 1 of 7.
  const double all = 7 + 3.5;
  const double expected[] = {-std::log(4.5 / all), -std::log(3 / all), -std::log(3 / all)};
  const double sum = expected[0] + expected[1] + expected[2];
  for (std::size_t j = 0; j < 3; ++j) {
    EXPECT_DOUBLE_EQ(weights[j], expected[j]);
    EXPECT_DOUBLE_EQ(normalised[j], expected[j] / sum);
  }
}

TEST(BlockEstimates, EachTermMayHaveItsOwnLambda) {
  const BlockCounts block = amounts({3, 0, 1, 0, 0, 0}, 3);
  std::vector<double> shares(6);
  multinomial_shares(block, std::vector<double>{0.5, 0, 2}, shares.data());
  EXPECT_DOUBLE_EQ(shares[0], std::log(3.5 / 6.5));
  EXPECT_EQ(shares[1], -std::numeric_limits<double>::infinity());
  EXPECT_DOUBLE_EQ(shares[5], std::log(2 / 2.5));
  // Nothing seen and nothing presumed: the limit λ → 0.
  multinomial_shares(block, std::vector<double>{0, 0, 0}, shares.data());
  EXPECT_DOUBLE_EQ(shares[3], -std::log(3.0));
}

// 1e300 of one term, and as little of another: no quotient of doubles.
TEST(BlockEstimates, SharesOfAnySizeAreExact) {
  const BlockCounts block = amounts({1e300, 1e-160, 1e160}, 3);
  const double lambda = 0;
  std::vector<double> shares(3);
  multinomial_shares(block, {&lambda, 1}, shares.data());
  EXPECT_EQ(shares[0], 0);
  EXPECT_NEAR(shares[1], -460 * std::log(10.0), 1e-11);
  EXPECT_NEAR(shares[2], -140 * std::log(10.0), 1e-11);
}

// Both columns have 3 of 3 rows when they are rounded, and one of them a little less.
TEST(BlockEstimates, OfTruthsThatAreNearlyCertainAreNotRounded) {
  const std::vector<double> cells{1, 1, 1, 1, 1, 1, 1, 0};
  BlockCounts block(BlockCells::kAmounts, 1, 2);
  block.add(Matrix{cells.data(), NumberType::kFloat64, 4, 2, 16, 8},
            std::vector<std::int32_t>(4, 0), std::vector<double>{1, 1, 1, 1e-200}, {}, 1);
  std::vector<double> yes(2), no(2);
  const double lambda = 0;
  bernoulli_shares(block, {&lambda, 1}, yes.data(), no.data());
  EXPECT_EQ(no[0], -std::numeric_limits<double>::infinity());
  EXPECT_NEAR(no[1], -200 * std::log(10.0) - std::log(3.0), 1e-11);
}

TEST(BlockEstimates, OfAConstantColumnAreCertainAndOfAnEmptyOneNothing) {
  const std::vector<double> cells{5, kNan, 5, kNan};
  BlockCounts block(BlockCells::kNumbers, 2, 2);
  block.add(Matrix{cells.data(), NumberType::kFloat64, 2, 2, 16, 8},
            std::vector<std::int32_t>{0, 1}, {}, {}, 1);
  std::vector<double> mean(4), variance(4);
  block_normals(block, 0, mean.data(), variance.data());
  EXPECT_EQ(mean[0], 5);
  EXPECT_EQ(variance[0], 0);
  EXPECT_TRUE(std::isnan(variance[1]));
  block_moments(block, mean.data(), variance.data());
  EXPECT_EQ(mean, (std::vector<double>{5, 0, 5, 0}));
  EXPECT_EQ(variance, std::vector<double>(4, 0));
}

}  // namespace
}  // namespace tally
