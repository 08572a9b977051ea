// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>

#include "tally/base/error.h"
#include "tally/base/log_math.h"
#include "tally/batch/table_testing.h"
#include "tally/inside/infer.h"

namespace tally {
namespace {

// Li Hang, "Statistical Learning Methods", example 4.1.
Counts fifteen_rows() {
  Schema schema;
  schema.columns = {feature("X1", Family::kCategorical),
                    feature("X2", Family::kCategorical, ValueType::kText),
                    column_with_role("Y", Role::kTarget, ValueType::kNumber)};
  Counts counts(schema);
  counts.add(
      TestTable()
          .numbers("X1", {1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3})
          .texts("X2", {"S", "M", "M", "S", "S", "S", "M", "M", "L", "L", "L", "M", "M", "L", "L"})
          .numbers("Y", {-1, -1, 1, 1, -1, -1, -1, 1, 1, 1, 1, 1, 1, 1, -1})
          .batch());
  return counts;
}

Posteriors ask(const Counts& counts, double lambda, const TestTable& rows,
               PriorKind prior = PriorKind::kSmoothed) {
  Question question;
  question.lambda = lambda;
  question.prior = prior;
  const Scorer scorer(estimate(counts, question));
  return Inference(scorer).infer(rows.batch());
}

TestTable row(double x1, const std::string& x2) {
  TestTable table;
  table.numbers("X1", {x1}).texts("X2", {x2});
  return table;
}

void expect_joint(const Posteriors& answer, double minus_one, double one) {
  EXPECT_NEAR(std::exp(answer.log_joint[0]) / minus_one, 1, 1e-13);
  EXPECT_NEAR(std::exp(answer.log_joint[1]) / one, 1, 1e-13);
  EXPECT_NEAR(std::exp(answer.log_evidence[0]) / (minus_one + one), 1, 1e-13);
  EXPECT_NEAR(answer.posterior[1], one / (minus_one + one), 1e-13);
  EXPECT_NEAR(std::exp(answer.log_posterior[1]), one / (minus_one + one), 1e-13);
}

TEST(Inference, LiHangExample) {
  expect_joint(ask(fifteen_rows(), 0, row(2, "S")), 1.0 / 15, 1.0 / 45);
  expect_joint(ask(fifteen_rows(), 1, row(2, "S")), 28.0 / 459, 5.0 / 153);
  EXPECT_NEAR(ask(fifteen_rows(), 1, row(2, "S"), PriorKind::kEmpirical).posterior[1], 9.0 / 25,
              1e-14);
  EXPECT_NEAR(ask(fifteen_rows(), 1, row(4, "S")).posterior[1], 45.0 / 157, 1e-14);
  EXPECT_NEAR(ask(fifteen_rows(), 0, row(1, "M")).posterior[1], 8.0 / 17, 1e-14);
  EXPECT_NEAR(ask(fifteen_rows(), 1, row(3, "S")).posterior[1], 225.0 / 449, 1e-14);
}

TEST(Inference, EvidenceIsTheTotalProbability) {
  const Posteriors answer = ask(fifteen_rows(), 0, row(3, "L"));
  EXPECT_NEAR(std::exp(answer.log_evidence[0]), 7.0 / 54, 1e-14);
  EXPECT_NEAR(answer.posterior[1], 32.0 / 35, 1e-14);
}

TEST(Inference, AMissingCellLeavesItsFactorOut) {
  const double none = TestTable::kMissing;
  const Posteriors answer = ask(fifteen_rows(), 0, row(none, ""));
  EXPECT_NEAR(answer.posterior[1], 0.6, 1e-15);
  EXPECT_NEAR(answer.log_evidence[0], 0, 1e-15);
  EXPECT_NEAR(std::exp(ask(fifteen_rows(), 0, row(none, "L")).log_evidence[0]), 5.0 / 15, 1e-15);
}

TEST(Inference, WhatNoClassCanHaveIsImpossible) {
  const Posteriors answer = ask(fifteen_rows(), 0, row(4, "S"));
  EXPECT_TRUE(answer.impossible(0));
  EXPECT_EQ(answer.posterior, (std::vector<double>{0, 0}));
  EXPECT_EQ(answer.log_posterior, (std::vector<double>{kLogZero, kLogZero}));
}

TEST(Inference, SaysWhichColumnIsNotThere) {
  try {
    ask(fifteen_rows(), 1, TestTable().numbers("X1", {1}));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kData);
    EXPECT_EQ(error.place().column, "X2");
  }
}

TEST(Inference, AnswersBatchAfterBatchAndNoRowsAtAll) {
  const Scorer scorer(estimate(fifteen_rows(), {}));
  Inference inference(scorer);
  EXPECT_EQ(inference.infer(TestTable().numbers("X1", {}).texts("X2", {}).batch()).rows, 0);
  TestTable two;
  two.numbers("X1", {2, 3}).texts("X2", {"S", "L"});
  TestTable turned;
  turned.texts("X2", {"S"}).numbers("X1", {2});
  const double first = inference.infer(two.batch()).log_joint[0];
  const Posteriors& answer = inference.infer(turned.batch());
  EXPECT_EQ(answer.rows, 1);
  EXPECT_EQ(answer.log_joint, (std::vector<double>{first, answer.log_joint[1]}));
}

// A table of every family with holes, drawn at random.
struct RandomTable {
  explicit RandomTable(std::uint32_t seed, std::size_t rows) {
    std::mt19937 random(seed);
    const auto number = [&](double scale) {
      return random() % 7 == 0 ? TestTable::kMissing : std::round(scale * (random() % 1000)) / 10;
    };
    std::vector<double> height, visits, hours, t1, t2;
    std::vector<std::string> colour, klass;
    std::vector<int> flag;
    for (std::size_t i = 0; i < rows; ++i) {
      height.push_back(number(0.3) - 20);
      visits.push_back(std::floor(number(0.05)));
      hours.push_back(number(0.1) + 1);
      t1.push_back(std::floor(number(0.2)));
      t2.push_back(number(0.01));
      colour.emplace_back(1, "rgb"[random() % 3]);
      if (random() % 5 == 0) colour.back().clear();
      flag.push_back(static_cast<int>(random() % 3) - 1);
      klass.emplace_back(1, "abcd"[random() % 4]);
    }
    table.numbers("height", height)
        .numbers("visits", visits)
        .numbers("hours", hours)
        .numbers("t1", t1);
    table.numbers("t2", t2).texts("colour", colour).booleans("flag", flag).texts("y", klass);
    ColumnSchema events = feature("visits", Family::kPoisson);
    events.exposure = "hours";
    schema.columns = {feature("height", Family::kGaussian),
                      events,
                      column_with_role("hours", Role::kExposure, ValueType::kNumber),
                      feature("t1", Family::kMultinomial),
                      feature("t2", Family::kMultinomial),
                      feature("colour", Family::kCategorical, ValueType::kText),
                      feature("flag", Family::kBernoulli, ValueType::kBoolean),
                      column_with_role("y", Role::kTarget, ValueType::kText)};
  }
  TestTable table;
  Schema schema;
};

TEST(Inference, TheJointIsThePriorAndTheFeaturesInOrder) {
  const RandomTable random(1, 60);
  Counts counts(random.schema);
  counts.add(random.table.batch());
  for (const Method method : {Method::kSmooth, Method::kMl, Method::kMap, Method::kBayes}) {
    Question question;
    question.method = method;
    const Scorer scorer(estimate(counts, question));
    const Estimates& tables = scorer.estimates();
    const Batch batch = random.table.batch();
    const Posteriors answer = Inference(scorer).infer(batch);
    for (std::int64_t i = 0; i < batch.rows; ++i) {
      std::vector<double> sum = tables.log_prior;
      std::vector<double> one(sum.size());
      for (const FeatureEstimate& feature : tables.features) {
        feature_log_likelihood(feature, sum.size(), batch, i, one);
        for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += one[k];
      }
      for (std::size_t k = 0; k < sum.size(); ++k) {
        EXPECT_EQ(answer.joint_of(i)[k], sum[k]);
        EXPECT_FALSE(std::isnan(sum[k]));
      }
    }
  }
}

TEST(Inference, FeatureLogLikelihoodNamesThePlaceOfABadCell) {
  TestTable table;
  table.numbers("x", {1, INFINITY});
  Batch batch = table.batch();
  batch.file = "a.csv";
  batch.lines = {2, 7};
  const FeatureEstimate feature{"x", Family::kGaussian, {"x"}, "", GaussianTable{{0}, {1}}};
  std::vector<double> out(1);
  try {
    feature_log_likelihood(feature, 1, batch, 1, out);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.place().line, 7);
    EXPECT_EQ(error.place().row, 1);
  }
}

TEST(Inference, PosteriorsOfThousandsOfFeaturesSumToOne) {
  constexpr std::size_t kFeatures = 5000;
  std::mt19937 random(7);
  Schema schema;
  TestTable table;
  for (std::size_t j = 0; j < kFeatures; ++j) {
    const std::string name = "x" + std::to_string(j);
    schema.columns.push_back(feature(name, j % 2 == 0 ? Family::kGaussian : Family::kPoisson));
    std::vector<double> x;
    for (int i = 0; i < 12; ++i) x.push_back(random() % 50);
    table.numbers(name, x);
  }
  schema.columns.push_back(column_with_role("y", Role::kTarget, ValueType::kText));
  table.texts("y", {"a", "b", "c", "a", "b", "c", "a", "b", "c", "a", "b", "c"});
  Counts counts(schema);
  counts.add(table.batch());
  for (const Method method : {Method::kSmooth, Method::kMl, Method::kMap, Method::kBayes}) {
    Question question;
    question.method = method;
    const Scorer scorer(estimate(counts, question));
    const Posteriors answer = Inference(scorer).infer(table.batch());
    for (std::int64_t i = 0; i < answer.rows; ++i) {
      const auto p = answer.posterior_of(i);
      EXPECT_NEAR(std::accumulate(p.begin(), p.end(), 0.0), 1, 1e-12);
      EXPECT_LT(answer.log_evidence[static_cast<std::size_t>(i)], -1000);
    }
  }
}

TEST(Inference, ImpossibleClassesLeaveTheRestAlone) {
  Question question;
  question.lambda = 0;
  Schema schema;
  schema.columns = {feature("x", Family::kCategorical, ValueType::kText),
                    feature("z", Family::kPoisson),
                    column_with_role("y", Role::kTarget, ValueType::kText)};
  Counts counts(schema);
  counts.add(TestTable()
                 .texts("x", {"r", "r", "g", "g"})
                 .numbers("z", {1, 0, 1, 0})
                 .texts("y", {"a", "b", "c", "d"})
                 .batch());
  const Scorer scorer(estimate(counts, question));
  const Posteriors answer = Inference(scorer).infer(
      TestTable().texts("x", {"r", "g", "r"}).numbers("z", {2, 0, 0}).batch());
  EXPECT_EQ(answer.posterior_of(0)[0], 1);     // a alone has r and events
  EXPECT_EQ(answer.joint_of(0)[3], kLogZero);  // d has neither
  EXPECT_NEAR(answer.posterior_of(1)[3], 1 / (1 + std::exp(-1)), 1e-15);
  EXPECT_NEAR(answer.posterior_of(2)[1], 1 / (1 + std::exp(-1)), 1e-15);
}

TEST(Inference, TimesAreAnsweredAsTimesAlone) {
  using enum ValueType;
  Schema schema;
  schema.columns = {feature("when", Family::kGaussian, kTime),
                    column_with_role("y", Role::kTarget, kText)};
  Counts counts(schema);
  counts.add(TestTable()
                 .seconds("when", {0, 10, 100, 120}, kTime)
                 .texts("y", {"a", "a", "b", "b"})
                 .batch());
  const auto rows = [](double cell, ValueType type) {
    TestTable table;
    table.seconds("when", {cell}, type);
    return table;
  };
  EXPECT_GT(ask(counts, 1, rows(5, kTime)).posterior[0], 0.9);
  EXPECT_NEAR(ask(counts, 1, rows(TestTable::kMissing, kNumber)).posterior[0], 0.5, 1e-12);
  for (const ValueType other : {kNumber, kDuration}) {
    EXPECT_THROW(ask(counts, 1, rows(5, other)), Error);
  }
}

// Whatever went wrong before: what is not a number reaches nobody.
TEST(Inference, WhatCannotBeComputedIsAnErrorAndNeverNaN) {
  for (const double broken :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    for (const std::size_t klass : {0U, 1U}) {
      Estimates estimates = estimate(fifteen_rows(), {});
      estimates.log_prior[klass] = broken;
      const Scorer scorer(std::move(estimates));
      Inference inference(scorer);
      try {
        inference.infer(row(2, "S").batch());
        ADD_FAILURE() << "nothing was thrown";
      } catch (const Error& error) {
        EXPECT_TRUE(error.kind() == ErrorKind::kData);
        EXPECT_NE(std::string(error.what()).find("no probability"), std::string::npos);
      }
    }
  }
}

}  // namespace
}  // namespace tally
