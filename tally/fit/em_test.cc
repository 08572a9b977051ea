// SPDX-License-Identifier: Apache-2.0
#include "tally/fit/em.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tally/base/error.h"
#include "tally/batch/table_testing.h"

namespace tally {
namespace {

Schema schema_of(std::vector<ColumnSchema> columns) {
  columns.push_back(column_with_role("y", Role::kTarget, ValueType::kText));
  Schema schema;
  schema.columns = std::move(columns);
  return validated(schema);
}

// Two clouds of a category and a number, by EM written out for these two alone: doubles, no tallies.
struct TwoClouds {
  static constexpr std::size_t kRows = 80, kLabelled = 8;
  std::vector<std::string> colour, klass;
  std::vector<double> x;

  TwoClouds() {
    std::mt19937 random(7);
    for (std::size_t i = 0; i < kRows; ++i) {
      const bool second = i % 2 == 1;
      std::normal_distribution<double> number(second ? 3 : 0, 1);
      x.push_back(i % 13 == 5 ? std::nan("") : number(random));
      const bool red = random() % 4 != 0;
      colour.emplace_back(i % 11 == 3 ? "" : red == second ? "red" : "blue");
      klass.emplace_back(second ? "b" : "a");
    }
  }

  struct Tables {
    double prior[2], red[2], mean[2], variance[2];
  };

  // Weighted sums in the place of counts: w[i][k].
  Tables estimated(const std::vector<std::array<double, 2>>& w) const {
    Tables out{};
    double total = 0, all_n = 0, all_s = 0, all_q = 0;
    double n[2] = {}, reds[2] = {}, colours[2] = {}, m[2] = {}, s[2] = {}, q[2] = {};
    for (std::size_t i = 0; i < w.size(); ++i) {
      for (int k = 0; k < 2; ++k) {
        total += w[i][k];
        n[k] += w[i][k];
        if (!colour[i].empty()) {
          colours[k] += w[i][k];
          if (colour[i] == "red") reds[k] += w[i][k];
        }
        if (std::isnan(x[i])) continue;
        m[k] += w[i][k];
        s[k] += w[i][k] * x[i];
        q[k] += w[i][k] * x[i] * x[i];
      }
    }
    for (int k = 0; k < 2; ++k) {
      all_n += m[k];
      all_s += s[k];
      all_q += q[k];
    }
    const double overall = all_q / all_n - all_s / all_n * (all_s / all_n);
    for (int k = 0; k < 2; ++k) {
      out.prior[k] = (n[k] + 1) / (total + 2);
      out.red[k] = (reds[k] + 1) / (colours[k] + 2);
      out.mean[k] = s[k] / m[k];
      out.variance[k] = std::max(q[k] / m[k] - out.mean[k] * out.mean[k], 1e-3 * overall);
    }
    return out;
  }

  double joint(const Tables& t, std::size_t i, int k) const {
    double p = t.prior[k];
    if (!colour[i].empty()) p *= colour[i] == "red" ? t.red[k] : 1 - t.red[k];
    if (!std::isnan(x[i])) {
      const double off = x[i] - t.mean[k];
      p *= std::exp(-off * off / (2 * t.variance[k])) / std::sqrt(2 * M_PI * t.variance[k]);
    }
    return p;
  }

  // The objective after each iteration; `w` has the shares of the last.
  std::vector<double> run(double weight, int iterations,
                          std::vector<std::array<double, 2>>& w) const {
    std::vector<double> out;
    std::vector<std::array<double, 2>> labelled(kRows, {0, 0});
    for (std::size_t i = 0; i < kLabelled; ++i) labelled[i][klass[i] == "b"] = 1;
    Tables tables = estimated(labelled);
    for (int step = 0; step < iterations; ++step) {
      w = labelled;
      for (std::size_t i = kLabelled; i < kRows; ++i) {
        const double a = joint(tables, i, 0), b = joint(tables, i, 1);
        w[i] = {weight * a / (a + b), weight * b / (a + b)};
      }
      tables = estimated(w);
      double sum = 0;
      for (std::size_t i = 0; i < kRows; ++i) {
        sum += i < kLabelled ? std::log(joint(tables, i, klass[i] == "b"))
                             : weight * std::log(joint(tables, i, 0) + joint(tables, i, 1));
      }
      for (int k = 0; k < 2; ++k) {
        sum += std::log(tables.prior[k]) + std::log(tables.red[k]) + std::log(1 - tables.red[k]);
      }
      out.push_back(sum);
    }
    return out;
  }

  TestTable table(std::size_t begin, std::size_t end, bool with_class) const {
    const auto part = [&](const auto& all) {
      return std::decay_t<decltype(all)>(all.begin() + static_cast<std::ptrdiff_t>(begin),
                                         all.begin() + static_cast<std::ptrdiff_t>(end));
    };
    TestTable out;
    out.texts("colour", part(colour));
    out.numbers("x", part(x));
    if (with_class) out.texts("y", part(klass));
    return out;
  }
};

TEST(Em, IsThatOfTheTextbook) {
  const TwoClouds clouds;
  const Schema schema = schema_of(
      {feature("colour", Family::kCategorical, ValueType::kText), feature("x", Family::kGaussian)});
  Counts labelled(schema);
  const TestTable first = clouds.table(0, TwoClouds::kLabelled, true);
  labelled.add(first.batch());
  UnlabelledRows rows(schema);
  const TestTable others = clouds.table(TwoClouds::kLabelled, TwoClouds::kRows, false);
  rows.append(others.batch());
  for (const double weight : {1.0, 0.1}) {
    for (const int iterations : {1, 4, 20}) {
      const Em em(labelled, rows, 1);
      Shares shares = em.shares_by_counts();
      std::vector<double> objective;
      Counts expected = em.expected(shares, weight);
      for (int i = 0; i < iterations; ++i) {
        expected = em.expected(shares, weight);
        objective.push_back(em.objective(em.tables(expected), weight, shares));
      }
      std::vector<std::array<double, 2>> w;
      const std::vector<double> wanted = clouds.run(weight, iterations, w);
      for (int i = 0; i < iterations; ++i) {
        EXPECT_NEAR(objective[static_cast<std::size_t>(i)], wanted[static_cast<std::size_t>(i)],
                    1e-6);
      }
      double red = 0, square = 0;
      for (std::size_t i = TwoClouds::kLabelled; i < TwoClouds::kRows; ++i) {
        red += clouds.colour[i] == "red" ? w[i][1] : 0;
        square += std::isnan(clouds.x[i]) ? 0 : w[i][1] * clouds.x[i] * clouds.x[i];
      }
      const std::int32_t b = expected.classes()[1].code;
      const Tally& colours = *expected.find("colour");
      EXPECT_NEAR(colours.at(b, values_of(colours).find_slot(Label::of("red"))).to_double(), red,
                  1e-6);
      EXPECT_NEAR(expected.find("x")->at(b, Part::kSquare).to_double(), square, 1e-5);
    }
  }
}

TEST(Em, StopsWhenNothingIsGained) {
  const TwoClouds clouds;
  const Schema schema = schema_of(
      {feature("colour", Family::kCategorical, ValueType::kText), feature("x", Family::kGaussian)});
  Counts labelled(schema);
  const TestTable first = clouds.table(0, TwoClouds::kLabelled, true);
  labelled.add(first.batch());
  UnlabelledRows rows(schema);
  const TestTable others = clouds.table(TwoClouds::kLabelled, TwoClouds::kRows, false);
  rows.append(others.batch());
  const Em em(labelled, rows, 1);
  const EmRun run = em.run(em.shares_by_counts(), 1);
  EXPECT_GT(run.objective.size(), 2U);
  EXPECT_LT(run.objective.size(), 100U);
  EXPECT_EQ(run.expected.schema(), schema);
  EXPECT_EQ(run.expected.total_weight(), ExactSum(TwoClouds::kRows - TwoClouds::kLabelled));
  EXPECT_EQ(em.run(em.shares_by_counts(), 1, 2).objective.size(), 2U);
}

// No labelled row has an event, so that the rate is 0 in every class.
TEST(Em, RowsThatAreImpossibleAreSharedOutByThePrior) {
  const Schema schema = schema_of({feature("events", Family::kPoisson)});
  Counts labelled(schema);
  TestTable first;
  first.numbers("events", {0, 0, 0}).texts("y", {"a", "b", "b"});
  labelled.add(first.batch());
  UnlabelledRows rows(schema);
  TestTable others;
  others.numbers("events", {3, 0});
  rows.append(others.batch());
  const Em em(labelled, rows, 1);
  const Shares shares = em.shares_by_counts();
  EXPECT_DOUBLE_EQ(shares[0], 2.0 / 5);
  EXPECT_DOUBLE_EQ(shares[1], 3.0 / 5);
  EXPECT_TRUE(std::isfinite(em.run(shares, 1).objective.back()));
}

TEST(Em, RefusesWhatHasNoAnswer) {
  const Schema schema = schema_of({feature("x", Family::kGaussian)});
  const UnlabelledRows none(schema);
  EXPECT_THROW(Em(Counts(schema), none, 1), Error);
  UnlabelledRows rows(schema);
  TestTable table;
  table.numbers("x", {1, 2});
  rows.append(table.batch());
  EXPECT_THROW(Em(Counts(schema), rows, 1), Error);
}

}  // namespace
}  // namespace tally
