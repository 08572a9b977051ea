// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/sampler.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "tally/batch/table_testing.h"
#include "tally/family/bins.h"

namespace tally {
namespace {

constexpr int kRows = 40000;

// Three rows of a, two of b, whose one feature has these cells.
Counts counts_of(const ColumnSchema& column, TestTable table) {
  table.texts("y", {"a", "a", "a", "b", "b"});
  Schema schema;
  schema.columns = {column, column_with_role("y", Role::kTarget, ValueType::kText)};
  Counts counts(validated(schema));
  counts.add(table.batch());
  return counts;
}

Question with(Method method, double lambda) {
  Question question;
  question.method = method;
  question.lambda = lambda;
  return question;
}

// The cells of column `place`, of rows of one class.
std::vector<double> numbers(const Sampler& sampler, const std::string& klass, std::size_t place,
                            int rows = kRows) {
  std::vector<double> out;
  Sampler::Cells cells;
  for (int row = 0; row < rows; ++row) {
    sampler.draw(row, cells);
    if (cells.back()->to_string() == klass) {
      out.push_back(*parse_number(cells[place]->to_string()));
    }
  }
  return out;
}

// Pearson's statistic of how often each value came, against its probability.
double chi_square(const std::map<std::string, int>& seen, const std::map<std::string, double>& p) {
  double total = 0, sum = 0;
  for (const auto& [value, n] : seen) {
    EXPECT_TRUE(p.count(value)) << value;
    total += n;
  }
  for (const auto& [value, probability] : p) {
    const auto at = seen.find(value);
    const double expected = total * probability;
    sum += std::pow((at == seen.end() ? 0 : at->second) - expected, 2) / expected;
  }
  return sum;
}

// √n times Kolmogorov's distance; above 1.95 once in a thousand.
template <class Cdf>
double kolmogorov(std::vector<double> values, Cdf cdf) {
  std::sort(values.begin(), values.end());
  const auto n = static_cast<double>(values.size());
  double distance = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double p = cdf(values[i]), below = static_cast<double>(i);
    distance = std::max({distance, p - below / n, (below + 1) / n - p});
  }
  return distance * std::sqrt(n);
}

// The share of each count 0 … cells − 1 and of all beyond, against a mass.
template <class Mass>
double chi_square_of_counts(const std::vector<double>& values, int cells, Mass mass) {
  std::map<std::string, int> seen;
  std::map<std::string, double> p;
  double rest = 1;
  for (int x = 0; x < cells; ++x) rest -= p[std::to_string(x)] = mass(x);
  p["more"] = rest;
  for (const double x : values) ++seen[x < cells ? shortest(x) : "more"];
  return chi_square(seen, p);
}

TEST(Sampler, CategoriesAndClasses) {
  TestTable table;
  table.texts("x", {"u", "u", "v", "w", "w"});
  const Counts counts =
      counts_of(feature("x", Family::kCategorical, ValueType::kText), std::move(table));
  const Sampler sampler(counts, with(Method::kSmooth, 1), 4);
  EXPECT_EQ(sampler.columns(), (std::vector<std::string>{"x", "y"}));
  std::map<std::string, int> seen;
  Sampler::Cells cells;
  for (int row = 0; row < kRows; ++row) {
    sampler.draw(row, cells);
    ++seen[cells[1]->to_string() + cells[0]->to_string()];
  }
  // P(a) = 4/7; in a: u 3/6, v 2/6, w 1/6; in b: u 1/5, v 1/5, w 3/5.
  const double a = 4.0 / 7, b = 3.0 / 7;
  EXPECT_LT(chi_square(seen, {{"au", a / 2},
                              {"av", a / 3},
                              {"aw", a / 6},
                              {"bu", b / 5},
                              {"bv", b / 5},
                              {"bw", b * 3 / 5}}),
            20.515);  // 5 degrees, once in a thousand
}

TEST(Sampler, WhatIsImpossibleDoesNotCome) {
  TestTable table;
  table.texts("x", {"u", "u", "v", "w", "w"});
  const Counts counts =
      counts_of(feature("x", Family::kCategorical, ValueType::kText), std::move(table));
  const Sampler sampler(counts, with(Method::kMl, 0), 4);
  Sampler::Cells cells;
  for (int row = 0; row < 2000; ++row) {
    sampler.draw(row, cells);
    EXPECT_EQ(cells[0] == Label::of("w"), cells[1] == Label::of("b"));
  }
}

TEST(Sampler, BernoulliOverNumbersIsOnItsSideOfTheThreshold) {
  for (const auto& [threshold, no, yes] :
       {std::tuple{0.0, 0.0, 1.0}, {0.5, 0.0, 1.0}, {3.0, 3.0, 4.0}, {-2.5, -2.5, -1.5}}) {
    TestTable table;
    table.numbers("x", {-9, 9, 9, -9, 9});
    ColumnSchema column = feature("x", Family::kBernoulli);
    column.binarize = threshold;
    const Counts counts = counts_of(column, std::move(table));
    std::map<std::string, int> seen;
    for (const double x : numbers(Sampler(counts, with(Method::kSmooth, 1), 1), "a", 0)) {
      ++seen[shortest(x)];
    }
    EXPECT_LT(chi_square(seen, {{shortest(no), 0.4}, {shortest(yes), 0.6}}), 10.828);
  }
}

TEST(Sampler, BinnedIsInItsBinAndUniformThere) {
  for (const std::vector<double>& cuts : {std::vector<double>{0, 2, 5},
                                          {3},
                                          {1e17},
                                          {-1e308, 1e308},
                                          {1, std::nextafter(1.0, 2.0)}}) {
    TestTable table;
    std::vector<double> x{cuts[0], cuts[0], std::nextafter(cuts[0], 1.7e308), 0, 0};
    table.numbers("x", x);
    ColumnSchema column = feature("x", Family::kBinned);
    column.cuts = cuts;
    const Counts counts = counts_of(column, std::move(table));
    std::map<std::string, int> seen;
    std::vector<double> first;
    for (const double drawn : numbers(Sampler(counts, with(Method::kSmooth, 1), 1), "a", 0)) {
      EXPECT_TRUE(std::isfinite(drawn));
      const std::size_t bin = bin_of(cuts, drawn);
      ++seen[std::to_string(bin)];
      if (bin == 0) first.push_back(drawn);
    }
    // Two rows of class a in the first bin and one in the second, λ = 1.
    std::map<std::string, double> p;
    const double S = static_cast<double>(cuts.size() + 1);
    for (std::size_t bin = 0; bin <= cuts.size(); ++bin) {
      p[std::to_string(bin)] = (bin == 0 ? 3 : bin == 1 ? 2 : 1) / (3 + S);
    }
    EXPECT_LT(chi_square(seen, p), 16.266);  // 3 degrees, once in a thousand
    if (cuts[0] == 0) {
      EXPECT_LT(kolmogorov(first, [](double drawn) { return (drawn + 2) / 2; }), 1.95);
    }
  }
}

TEST(Sampler, GaussianAndStudent) {
  TestTable table;
  table.numbers("x", {1, 2, 6, 10, 20});
  const Counts counts = counts_of(feature("x", Family::kGaussian), std::move(table));
  // Class a: mean 3, variance 14/3.
  const double deviation = std::sqrt(14.0 / 3);
  EXPECT_LT(kolmogorov(numbers(Sampler(counts, with(Method::kSmooth, 1), 1), "a", 0),
                       [&](double x) { return 0.5 * std::erfc(-(x - 3) / deviation / M_SQRT2); }),
            1.95);
  // With kappa and alpha chosen so that the predictive has two degrees in a class of its own.
  Question bayes = with(Method::kBayes, 1);
  bayes.normal = {3, 1, 0.5, 1};
  // Class b, n = 2, mean 15, Σ(x − mean)² = 50: κ = 3, μ = (3 + 30) / 3 = 11, α = 1.5,
  // β = 1 + 25 + 1·2/3 · 144 / 2 = 74; t of 3 degrees with scale² = β (κ + 1) / (α κ).
  const double scale = std::sqrt(74.0 * 4 / (1.5 * 3));
  EXPECT_LT(kolmogorov(numbers(Sampler(counts, bayes, 1), "b", 0),
                       [&](double x) {
                         const double t = (x - 11) / scale / std::sqrt(3.0);
                         return 0.5 + (t / (1 + t * t) + std::atan(t)) / M_PI;
                       }),
            1.95);
}

TEST(Sampler, PoissonAndNegativeBinomial) {
  TestTable table;
  table.numbers("x", {1, 2, 3, 0, 1});
  const Counts counts = counts_of(feature("x", Family::kPoisson), std::move(table));
  EXPECT_LT(chi_square_of_counts(
                numbers(Sampler(counts, with(Method::kSmooth, 1), 1), "a", 0), 6,
                [](int x) { return std::exp(x * std::log(2.0) - 2 - std::lgamma(x + 1.0)); }),
            22.458);  // 6 degrees
  Question bayes = with(Method::kBayes, 1);
  bayes.gamma = {1, 1};
  // Class b: a = 2, b = 3: (x + 1) (3/4)² (1/4)^x.
  EXPECT_LT(chi_square_of_counts(numbers(Sampler(counts, bayes, 1), "b", 0), 5,
                                 [](int x) { return (x + 1) * 9.0 / 16 * std::pow(0.25, x); }),
            20.515);
}

// Two terms, s and t; class a has the counts 2 and 4 in three rows.
Counts mails() {
  TestTable table;
  table.numbers("s", {1, 1, 0, 4, 2}).numbers("t", {0, 2, 2, 0, 0});
  table.texts("y", {"a", "a", "a", "b", "b"});
  Schema schema;
  for (const char* name : {"s", "t"}) {
    schema.columns.push_back(feature(name, Family::kMultinomial));
    schema.columns.back().group = "words";
  }
  schema.columns.push_back(column_with_role("y", Role::kTarget, ValueType::kText));
  Counts counts(validated(schema));
  counts.add(table.batch());
  return counts;
}

TEST(Sampler, MultinomialLengthsAndTerms) {
  const Sampler sampler(mails(), with(Method::kSmooth, 1), 1);
  const std::vector<double> s = numbers(sampler, "a", 0), t = numbers(sampler, "a", 1);
  std::vector<double> lengths;
  double of_s = 0, of_all = 0;
  for (std::size_t i = 0; i < s.size(); ++i) {
    lengths.push_back(s[i] + t[i]);
    of_s += s[i];
    of_all += s[i] + t[i];
  }
  // The mean length is 6 / 3; s has (2 + 1) / (6 + 2).
  EXPECT_LT(
      chi_square_of_counts(
          lengths, 6, [](int x) { return std::exp(x * std::log(2.0) - 2 - std::lgamma(x + 1.0)); }),
      22.458);
  EXPECT_NEAR(of_s / of_all, 3.0 / 8, 4 * std::sqrt(3.0 / 8 * 5 / 8 / of_all));
}

TEST(Sampler, PolyaOfAGivenLength) {
  const Sampler sampler(mails(), with(Method::kBayes, 1), 1);
  const std::vector<double> s = numbers(sampler, "a", 0), t = numbers(sampler, "a", 1);
  std::vector<double> of_two;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (s[i] + t[i] == 2) of_two.push_back(s[i]);
  }
  // An urn of 3 and 5: both t with 5/8 · 6/9, one of each with 2 · 3/8 · 5/9, which is as much, both s with
  // 3/8 · 4/9.
  EXPECT_LT(chi_square_of_counts(of_two, 2, [](int /*s*/) { return 30.0 / 72; }),
            13.816);  // 2 degrees
}

TEST(Sampler, WeightsExposuresAndConstants) {
  TestTable table;
  table.numbers("n", {1, 2, 3}).numbers("hours", {2, 2, 2}).numbers("w", {1, 3, 1});
  table.numbers("same", {2.5, 2.5, 2.5}).texts("y", {"a", "a", "b"});
  table.numbers("void", {TestTable::kMissing, TestTable::kMissing, TestTable::kMissing});
  Schema schema;
  schema.columns = {feature("n", Family::kPoisson),
                    feature("same", Family::kGaussian),
                    feature("void", Family::kGaussian),
                    column_with_role("hours", Role::kExposure, ValueType::kNumber),
                    column_with_role("w", Role::kWeight, ValueType::kNumber),
                    column_with_role("y", Role::kTarget, ValueType::kText)};
  schema.columns[0].exposure = "hours";
  Counts counts(validated(schema));
  counts.add(table.batch());
  const Sampler sampler(counts, {}, 0);
  EXPECT_EQ(sampler.columns(), (std::vector<std::string>{"hours", "n", "same", "void", "w", "y"}));
  Sampler::Cells cells;
  sampler.draw(0, cells);
  EXPECT_EQ(cells[0], Label::of(1.0));
  EXPECT_EQ(cells[2], Label::of(2.5));
  EXPECT_EQ(cells[3], std::nullopt);
  EXPECT_EQ(cells[4], Label::of(1.0));
}

TEST(Sampler, ARowDependsOnSeedAndNumberAlone) {
  const Sampler one(mails(), {}, 3), other(mails(), {}, 3), else_where(mails(), {}, 4);
  Sampler::Cells a, b;
  one.draw(0, a);
  one.draw(17, a);
  other.draw(17, b);
  EXPECT_EQ(a, b);
  bool differs = false;
  for (int row = 0; row < 20; ++row) {
    one.draw(row, a);
    else_where.draw(row, b);
    differs = differs || a != b;
  }
  EXPECT_TRUE(differs);
}

TEST(Sampler, NeedsAClass) {
  Schema schema;
  schema.columns = {feature("x", Family::kGaussian),
                    column_with_role("y", Role::kTarget, ValueType::kText)};
  EXPECT_THROW(Sampler(Counts(validated(schema)), {}, 0), Error);
}

}  // namespace
}  // namespace tally
