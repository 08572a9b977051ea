// SPDX-License-Identifier: Apache-2.0
#include "tally/family/negative_binomial.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "tally/base/log_math.h"
#include "tally/family/number_family.h"

namespace tally {
namespace {

// The sums of some classes' values, each of weight 1.
class Values : public SumsByClass {
 public:
  explicit Values(std::vector<std::vector<double>> by_class) : by_class_(std::move(by_class)) {}
  std::size_t classes() const override { return by_class_.size(); }
  ExactSum at(std::size_t k, Part part) const override {
    ExactSum out;
    for (const double x : by_class_[k]) {
      part == Part::kWeight ? out.add(1.0)
      : part == Part::kSum  ? out.add(x)
                            : out.add_product(x, x);
    }
    return out;
  }
  ColumnMoments moments() const {
    ColumnMoments out;
    ExactSum n, s, q;
    for (std::size_t k = 0; k < classes(); ++k) {
      n += at(k, Part::kWeight);
      s += at(k, Part::kSum);
      q += at(k, Part::kSquare);
      out.by_class.push_back(
          by_class_[k].empty()
              ? Moments{}
              : tally::moments(at(k, Part::kWeight), at(k, Part::kSum), at(k, Part::kSquare), 0));
    }
    if (!n.is_zero()) out.overall = tally::moments(n, s, q, 0);
    return out;
  }

 private:
  std::vector<std::vector<double>> by_class_;
};

SpreadCountTable table_of(const Values& values, Method method = Method::kSmooth) {
  NumberQuestion question;
  question.method = method;
  return std::get<SpreadCountTable>(
      *numbers_of(Family::kNegativeBinomial)->law(values, values.moments(), question));
}

// By scipy 1.x: nbinom(a, b / (b + 1)).logpmf.
TEST(NegativeBinomial, IsThatOfTheMoments) {
  const SpreadCountTable table = table_of(Values({{0, 1, 1, 4, 9}, {2, 3, 5, 30, 0, 0, 1}}));
  EXPECT_NEAR(table.in_class(0)(0), -1.4780005909177665, 1e-13);
  EXPECT_NEAR(table.in_class(0)(3), -2.187048555852594, 1e-13);
  EXPECT_NEAR(table.in_class(0)(50), -17.07484442137684, 1e-12);
  EXPECT_NEAR(table.in_class(1)(0), -1.0352018819632463, 1e-13);
  EXPECT_NEAR(table.in_class(1)(50), -7.435355988935111, 1e-12);
}

TEST(NegativeBinomial, IsPoissonWhereTheVarianceIsNotAboveTheMean) {
  const SpreadCountTable table = table_of(Values({{2, 2, 2}, {0, 4, 1, 3, 2}, {0, 4}, {0, 0}}));
  for (const std::size_t k : {0U, 1U}) {  // variances 0 and 2
    EXPECT_NEAR(table.in_class(k)(0), -2, 1e-15);
    EXPECT_NEAR(table.in_class(k)(3), -1.7123179275482192, 1e-15);
  }
  EXPECT_NE(table.in_class(2)(0), -2);  // variance 4, mean 2
  EXPECT_EQ(table.in_class(3)(0), 0);   // nothing but zeros
  EXPECT_EQ(table.in_class(3)(1), kLogZero);
}

TEST(NegativeBinomial, SumsToOne) {
  for (const double dispersion : {1.0, 1.0 + 1e-9, 1.01, 2.0, 8.0, 48.0}) {
    const SpreadCountMass mass(3, dispersion);
    double sum = 0, mean = 0;
    for (int x = 0; x < 5000; ++x) {
      sum += std::exp(mass(x));
      mean += x * std::exp(mass(x));
    }
    EXPECT_NEAR(sum, 1, 1e-9) << dispersion;
    EXPECT_NEAR(mean, 3, 1e-6) << dispersion;
  }
}

TEST(NegativeBinomial, GoesByMomentsUnderEveryMethod) {
  const Values values({{0, 1, 1, 4, 9}});
  for (const Method method : {Method::kMl, Method::kMap, Method::kBayes}) {
    EXPECT_EQ(table_of(values, method).mean, table_of(values).mean);
    EXPECT_EQ(table_of(values, method).dispersion, table_of(values).dispersion);
  }
}

TEST(NegativeBinomial, AClassWithoutAValueHasTheLawOfTheColumn) {
  const SpreadCountTable table = table_of(Values({{0, 9}, {}}));
  EXPECT_EQ(table.mean[1], table.mean[0]);
  EXPECT_EQ(table.dispersion[1], table.dispersion[0]);
  const Values none({{}, {}});
  EXPECT_FALSE(numbers_of(Family::kNegativeBinomial)->law(none, none.moments(), {}));
}

TEST(NegativeBinomial, IsANumberFromEndToEndOfADouble) {
  const double most = std::numeric_limits<double>::max();
  for (const double mean : {0.0, 5e-324, 1e-300, 1.0, 1e150, 1e300, most}) {
    for (const double dispersion : {1.0, std::nextafter(1.0, 2.0), 2.0, 1e150, 1e300, most}) {
      for (const double x : {0.0, 1e-300, 1.0, 7.0, 1e150, most}) {
        const double log_p = SpreadCountMass(mean, dispersion)(x);
        EXPECT_FALSE(std::isnan(log_p)) << mean << " " << dispersion << " " << x;
        EXPECT_LT(log_p, 1) << mean << " " << dispersion << " " << x;
      }
    }
  }
}

TEST(NegativeBinomial, DrawsHaveItsMeanAndVariance) {
  const SpreadCountTable table{{3, 3}, {3.6, 1}};
  for (const std::size_t k : {0U, 1U}) {
    Random random(7, k);
    constexpr int kNumbers = 100000;
    double sum = 0, squares = 0;
    for (int i = 0; i < kNumbers; ++i) {
      const double x = table.draw(random, k);
      ASSERT_EQ(x, std::floor(x));
      sum += x;
      squares += x * x;
    }
    const double mean = sum / kNumbers, variance = squares / kNumbers - mean * mean;
    EXPECT_NEAR(mean, 3, 0.05);
    EXPECT_NEAR(variance, k == 0 ? 10.8 : 3, k == 0 ? 0.4 : 0.1);  // the second is poisson's
  }
}

}  // namespace
}  // namespace tally
