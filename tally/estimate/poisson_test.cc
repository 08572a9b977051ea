// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <boost/math/tools/minima.hpp>
#include <cmath>

#include "tally/count/family_testing.h"
#include "tally/inside/estimate.h"

namespace tally {
namespace {

constexpr double kNone = TestTable::kMissing;

// Class a: 3, 0, 2 events over 1, 2, ½; class b: an exposure of 0; class c: missing.
Counts events() {
  ColumnSchema x = feature("x", Family::kPoisson);
  x.exposure = "e";
  return count_table(schema_of(x), TestTable()
                                       .numbers("x", {3, 0, 2, 0, kNone})
                                       .numbers("e", {1, 2, 0.5, 0, 1})
                                       .texts("y", {"a", "a", "a", "b", "c"}));
}

template <class Table = PoissonTable>
Table ask(const Counts& counts, const Question& question = {}) {
  return std::get<Table>(estimate(counts, question).features.at(0).table);
}

Question with_prior(Method method, double shape, double rate) {
  Question question;
  question.method = method;
  question.gamma = {shape, rate};
  return question;
}

TEST(PoissonTable, MaximumLikelihoodElseTheOverallRate) {
  const PoissonTable table = ask(events());
  EXPECT_EQ(table.rate, (std::vector<double>{5 / 3.5, 5 / 3.5, 5 / 3.5}));
  const FeatureEstimate feature = estimate(events(), {}).features.at(0);
  EXPECT_EQ(feature.exposure, "e");
}

TEST(PoissonTable, WithoutExposuresEveryRowIsOne) {
  const Counts counts =
      count_table(schema_of(feature("x", Family::kPoisson)),
                  TestTable().numbers("x", {4, 1, 0}).texts("y", {"a", "a", "b"}));
  EXPECT_EQ(ask(counts).rate, (std::vector<double>{2.5, 0}));
}

TEST(PoissonTable, MapIsTheModeOfTheGammaPosterior) {
  const double rate = ask(events(), with_prior(Method::kMap, 1.5, 0.8)).rate[0];
  const auto minus_log_posterior = [](double r) {
    return -(0.5 * std::log(r) - 0.8 * r + 5 * std::log(r) - 3.5 * r);
  };
  EXPECT_NEAR(rate, boost::math::tools::brent_find_minima(minus_log_posterior, 0.1, 5.0, 40).first,
              1e-6);
  EXPECT_DOUBLE_EQ(rate, 5.5 / 4.3);
  // A shape below 1 and no event: the mode is at the edge.
  EXPECT_EQ(ask(events(), with_prior(Method::kMap, 0.5, 0.8)).rate[1], 0);
}

TEST(PoissonTable, ThePredictiveKeepsThePosterior) {
  const auto table = ask<NegativeBinomialTable>(events(), with_prior(Method::kBayes, 1.5, 0.8));
  EXPECT_EQ(table.a, (std::vector<double>{6.5, 1.5, 1.5}));
  EXPECT_EQ(table.b, (std::vector<double>{4.3, 0.8, 0.8}));
}

TEST(PoissonTable, ThePriorsRateComesFromTheColumn) {
  Question question;
  question.method = Method::kBayes;
  EXPECT_DOUBLE_EQ(ask<NegativeBinomialTable>(events(), question).b[1], 0.7);
  const Counts none = count_table(schema_of(feature("x", Family::kPoisson)),
                                  TestTable().numbers("x", {0, 0}).texts("y", {"a", "b"}));
  EXPECT_EQ(ask<NegativeBinomialTable>(none, question).b, (std::vector<double>{2, 2}));
}

TEST(PoissonTable, AColumnNeverSeenIsLeftOut) {
  const Counts counts = count_table(schema_of(feature("x", Family::kPoisson)),
                                    TestTable().numbers("x", {kNone}).texts("y", {"a"}));
  EXPECT_EQ(estimate(counts, {}).left_out, std::vector<std::string>{"x"});
}

}  // namespace
}  // namespace tally
