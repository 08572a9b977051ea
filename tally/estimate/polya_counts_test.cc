// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/polya_counts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tally/count/family_testing.h"
#include "tally/estimate/estimates.h"
#include "tally/estimate/leave_one_out.h"
#include "tally/estimate/text_testing.h"

namespace tally {
namespace {

PolyaCounts counts_of(const std::vector<std::vector<double>>& by_class) {
  PolyaCounts out;
  out.possibilities = static_cast<double>(by_class[0].size());
  for (const std::vector<double>& cells : by_class) {
    double total = 0;
    for (const double n : cells) {
      if (n > 0) ++out.cells[n];
      total += n;
    }
    if (total > 0) ++out.totals[total];
  }
  return out;
}

// The evidence as it is written in books, by lgamma.
double by_the_book(const std::vector<std::vector<double>>& by_class, double lambda) {
  double sum = 0;
  for (const std::vector<double>& cells : by_class) {
    const auto S = static_cast<double>(cells.size());
    double total = 0;
    for (const double n : cells) {
      total += n;
      sum += std::lgamma(n + lambda) - std::lgamma(lambda);
    }
    sum += std::lgamma(S * lambda) - std::lgamma(total + S * lambda);
  }
  return sum;
}

// By looking everywhere: a fine grid of log λ.
double best_on_a_grid(const std::vector<std::vector<double>>& by_class) {
  constexpr int kSteps = 8000;
  double best = 0, most = -INFINITY;
  for (int i = 0; i <= kSteps; ++i) {
    const double t =
        std::log(kLeastLambda) + (std::log(kMostLambda) - std::log(kLeastLambda)) * i / kSteps;
    const double evidence = by_the_book(by_class, std::exp(t));
    if (evidence > most) {
      most = evidence;
      best = std::exp(t);
    }
  }
  return best;
}

const std::vector<std::vector<double>> kFiveClasses{{7, 1, 2, 23, 19, 4, 4, 0},
                                                    {6, 5, 1, 15, 24, 2, 6, 1},
                                                    {12, 1, 1, 14, 24, 6, 2, 0},
                                                    {7, 7, 2, 15, 21, 4, 2, 2},
                                                    {13, 3, 4, 9, 24, 3, 2, 2}};

TEST(PolyaCounts, BestLambdaOfAKnownTable) {
  // Found by another program: a prototype in numpy.
  EXPECT_NEAR(best_lambda(counts_of(kFiveClasses)), 0.98744604, 1e-8);
}

TEST(PolyaCounts, EvidenceIsThatOfTheBook) {
  for (const double lambda : {0.001, 0.3, 1.0, 7.0, 50.0}) {
    EXPECT_NEAR(log_evidence(counts_of(kFiveClasses), lambda), by_the_book(kFiveClasses, lambda),
                1e-9);
  }
}

TEST(PolyaCounts, NoOtherLambdaIsBetter) {
  std::mt19937 random(17);
  for (int round = 0; round < 60; ++round) {
    const int K = std::uniform_int_distribution(1, 20)(random);
    const int S = std::uniform_int_distribution(2, 12)(random);
    const double shape = std::exp(std::uniform_real_distribution(-4.0, 4.0)(random));
    std::gamma_distribution<double> share(shape);
    std::vector<std::vector<double>> cells;
    for (int k = 0; k < K; ++k) {
      std::vector<double>& of_class = cells.emplace_back();
      const double size = std::exp(std::uniform_real_distribution(0.0, 7.0)(random));
      for (int v = 0; v < S; ++v) of_class.push_back(std::floor(size * share(random) / shape));
      if (round % 3 == 0) of_class[0] += 0.25;  // rows have weights
    }
    const double found = best_lambda(counts_of(cells));
    const double expected = best_on_a_grid(cells);
    EXPECT_GE(by_the_book(cells, found), by_the_book(cells, expected) - 1e-7)
        << "found " << found << ", grid " << expected << ", K " << K << ", S " << S;
  }
}

TEST(PolyaCounts, TheEnds) {
  EXPECT_EQ(best_lambda(counts_of({{100, 100, 100}, {70, 70, 70}})), kMostLambda);  // all even
  EXPECT_EQ(best_lambda(counts_of({{900, 0, 0}, {0, 800, 0}, {0, 0, 700}})), kLeastLambda);
  // Where every λ has the same evidence there is nothing to choose.
  EXPECT_EQ(best_lambda(counts_of({{5}, {9}})), 1);        // one value
  EXPECT_EQ(best_lambda(counts_of({{0, 0}, {0, 0}})), 1);  // no row
  EXPECT_EQ(best_lambda(counts_of({{1, 0}, {0, 1}})), 1);  // one row each
}

Question by_evidence() {
  Question question;
  question.lambda_by_evidence = true;
  return question;
}

Schema two_columns() {
  Schema schema;
  schema.columns = {feature("colour", Family::kCategorical, ValueType::kText),
                    feature("wet", Family::kBernoulli, ValueType::kBoolean),
                    feature("size", Family::kGaussian),
                    column_with_role("y", Role::kTarget, ValueType::kText)};
  return schema;
}

Counts some_rows() {
  return count_table(two_columns(), TestTable()
                                        .texts("colour", {"r", "r", "g", "b", "r", "g", "", "r"})
                                        .booleans("wet", {1, 1, 0, 0, 1, 0, 1, 1})
                                        .numbers("size", {1, 2, 3, 4, 5, 6, 7, 8})
                                        .texts("y", {"a", "a", "b", "b", "a", "b", "b", "a"}));
}

TEST(WithLambdas, EachFeatureWithValuesHasItsOwn) {
  const Counts counts = some_rows();
  const Question question = with_lambdas(by_evidence(), counts);
  ASSERT_EQ(question.lambdas.size(), 2U);
  EXPECT_EQ(question.lambdas[0].first, "colour");
  EXPECT_EQ(question.lambdas[1].first, "wet");
  EXPECT_NEAR(lambda_of(question, "colour") / best_on_a_grid({{4, 0, 0}, {0, 2, 1}}), 1, 2e-3);
  EXPECT_NEAR(lambda_of(question, "wet") / best_on_a_grid({{4, 0}, {1, 3}}), 1, 2e-3);
  EXPECT_EQ(lambda_of(question, "size"), 1);  // numbers have none, and the prior keeps 1
  EXPECT_EQ(effective_lambda(question), 1);
  EXPECT_EQ(with_lambdas(Question{}, counts), Question{});
}

TEST(WithLambdas, TablesAreThoseOfThatLambda) {
  const Counts counts = some_rows();
  const Estimates tables = estimate(counts, by_evidence());
  const double lambda = lambda_of(with_lambdas(by_evidence(), counts), "colour");
  const auto& colour = std::get<CategoricalTable>(tables.features[0].table);
  // b, g, r; classes a, b. Class a has four rows with a colour, class b three.
  EXPECT_NEAR(std::exp(colour.log_p[0]), lambda / (4 + 3 * lambda), 1e-15);
  EXPECT_NEAR(std::exp(colour.log_p[3]), (2 + lambda) / (3 + 3 * lambda), 1e-15);
  EXPECT_NEAR(std::exp(tables.log_prior[0]), 5.0 / 10, 1e-15);  // (4 + 1) / (8 + 2)
}

TEST(WithLambdas, LeftOutRowsKeepTheLambdaOfAll) {
  const Counts counts = some_rows();
  const Question fixed = with_lambdas(by_evidence(), counts);
  LeaveOneOut others(counts, {by_evidence()});
  const Batch row = TestTable()
                        .texts("colour", {"g"})
                        .booleans("wet", {0})
                        .numbers("size", {3})
                        .texts("y", {"b"})
                        .batch();
  Counts rest = counts;
  rest.take_away(row);
  const Estimates expected = estimate(rest, fixed), found = others.without(row)[0];
  const auto& a = std::get<CategoricalTable>(expected.features[2].table);
  const auto& b = std::get<CategoricalTable>(found.features[2].table);
  EXPECT_EQ(a.log_p, b.log_p);  // wet: both values are in it
}

// Terms by class in the order of ham, spam, work; multinomial counts tokens, the others rows.
TEST(WithLambdas, OfTexts) {
  const auto lambda = [](TextModel model) {
    return lambda_of(with_lambdas(by_evidence(), counted_messages(model)), "body");
  };
  //                      at cash free lunch meeting noon now report win
  const std::vector<std::vector<double>> tokens{
      {2, 0, 1, 2, 2, 3, 0, 0, 0}, {0, 2, 2, 0, 0, 0, 1, 0, 2}, {0, 1, 0, 0, 0, 0, 0, 1, 0}};
  std::vector<std::vector<double>> rows = tokens;
  rows[0][5] = 2;
  rows[1][2] = 1;
  EXPECT_NEAR(lambda(TextModel::kMultinomial) / best_on_a_grid(tokens), 1, 2e-3);
  EXPECT_NEAR(lambda(TextModel::kBoolean) / best_on_a_grid(rows), 1, 2e-3);
  std::vector<std::vector<double>> there_or_not;
  const std::vector<double> of_class{3, 2, 1};
  for (std::size_t k = 0; k < rows.size(); ++k) {
    for (const double n : rows[k]) there_or_not.push_back({n, of_class[k] - n});
  }
  EXPECT_NEAR(lambda(TextModel::kBernoulli) / best_on_a_grid(there_or_not), 1, 2e-3);
  EXPECT_EQ(lambda(TextModel::kComplement), 1);  // whose weights are no probabilities
}

TEST(WithLambdas, OfATextThatWasReadInPart) {
  const Counts whole = counted_messages();
  EXPECT_EQ(with_lambdas(by_evidence(), read_in_part(whole, {"free"})).lambdas,
            with_lambdas(by_evidence(), whole).lambdas);
}

TEST(WithLambdas, MaximumLikelihoodHasNone) {
  Question question = by_evidence();
  question.method = Method::kMl;
  EXPECT_THROW(validate(question), Error);
}

}  // namespace
}  // namespace tally
