// SPDX-License-Identifier: Apache-2.0
#include "tally/explain/formula.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tally/explain/small_table_testing.h"

namespace tally {
namespace {

TEST(Formula, Fractions) {
  EXPECT_EQ(fraction(ExactSum(4), ExactSum(9), 0, 3), "4/9");
  EXPECT_EQ(fraction(ExactSum(3), ExactSum(8), 1, 3), "(3+1)/(8+3)");
  EXPECT_EQ(fraction(ExactSum(3), ExactSum(8), 0.1, 3), "(3+0.1)/(8+0.3)");
  EXPECT_EQ(fraction(ExactSum(0), ExactSum(0), 0, 3), "1/3");
}

TEST(Formula, Priors) {
  const Counts counts = li_hang().counts();
  const std::vector<Counts::Class> classes = counts.classes();
  Question question;
  EXPECT_EQ(prior_formula(counts, question, classes[0]), "(6+1)/(15+2)");
  question.method = Method::kMl;
  EXPECT_EQ(prior_formula(counts, question, classes[0]), "6/15");
  question.prior = PriorKind::kUniform;
  EXPECT_EQ(prior_formula(counts, question, classes[1]), "1/2");
  question.prior = PriorKind::kGiven;
  question.given_prior = {{"-1", 0.25}, {"1", 0.75}};
  EXPECT_EQ(prior_formula(counts, question, classes[1]), "0.75 (given)");
}

// The formula of one feature for the first row and the first class.
std::string first_formula(const SmallTable& table, const std::string& feature,
                          const Question& question) {
  const Counts counts = table.counts();
  const Estimates estimates = estimate(counts, question);
  const RowCells row(table.batch(), 0);
  for (const FeatureEstimate& e : estimates.features) {
    if (e.name == feature) {
      return likelihood_formula(e, *counts.find(feature), question, {0, counts.classes()[0].code},
                                row);
    }
  }
  return "left out";
}

TEST(Formula, EveryFamily) {
  SmallTable table;
  table.texts("y", {"a", "a", "b"}, Role::kTarget);
  table.numbers("bern", {1, 0, 1}, Family::kBernoulli);
  table.numbers("gauss", {-1, 3, 5}, Family::kGaussian);
  table.numbers("pois", {2, 4, 1}, Family::kPoisson);
  table.numbers("free", {2, 1, 0}, Family::kMultinomial)
      .numbers("now", {1, 0, 4}, Family::kMultinomial);
  Question question;
  EXPECT_EQ(first_formula(table, "bern", question), "(1+1)/(2+2)");
  EXPECT_EQ(first_formula(table, "gauss", question), "1/(√(2π)·2) · exp(−(-1−1)²/(2·2²))");
  EXPECT_EQ(first_formula(table, "pois", question), "Poisson(2; rate 3)");
  EXPECT_EQ(first_formula(table, "multinomial", question), "((3+1)/(4+2))^2 · (1+1)/(4+2)");
  question.method = Method::kBayes;
  EXPECT_EQ(first_formula(table, "multinomial", question),
            "Pólya(free: x = 2, a = 4; now: x = 1, a = 2; L = 3, A = 6)");
  EXPECT_EQ(first_formula(table, "gauss", question).rfind("Student-t(-1; degrees 3, ", 0), 0u);
  question.gamma.rate = 1;
  EXPECT_EQ(first_formula(table, "pois", question), "negative binomial(2; a 7, b 3)");
}

TEST(Formula, TimesAndDurationsHaveUnits) {
  SmallTable table;
  table.texts("y", {"a", "a", "b"}, Role::kTarget);
  table.seconds("when", {0, 4 * 86400, 5}, ValueType::kTime);
  table.seconds("took", {60, 180, 5}, ValueType::kDuration);
  EXPECT_EQ(first_formula(table, "when", {}),
            "1/(√(2π)·172800 s) · exp(−(1970-01-01 − 1970-01-03)²/(2·(2 days)²))");
  EXPECT_EQ(first_formula(table, "took", {}), "1/(√(2π)·60 s) · exp(−(60 s − 2 min)²/(2·(60 s)²))");
  Question question;
  question.method = Method::kBayes;
  const std::string student = first_formula(table, "when", question);
  EXPECT_EQ(student.rfind("Student-t(1970-01-01; degrees 3, location 1970-01-0", 0), 0u) << student;
  EXPECT_NE(student.find(" days)"), std::string::npos) << student;
}

TEST(Formula, QuestionsInWords) {
  Question question;
  EXPECT_EQ(question_text(question), "smoothed with λ = 1, prior smoothed");
  question.lambda = 0;
  question.lost_degrees = 1;
  EXPECT_EQ(question_text(question),
            "maximum likelihood (λ = 0), prior smoothed, variance over n − 1");
}

}  // namespace
}  // namespace tally
