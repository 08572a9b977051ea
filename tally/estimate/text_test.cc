// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tally/base/log_math.h"
#include "tally/estimate/text_testing.h"

namespace tally {
namespace {

constexpr std::size_t kHam = 0, kSpam = 1, kWork = 2;

Question with(TextModel model, double lambda = 0.5) {
  Question question;
  question.text_model = model;
  question.lambda = lambda;
  return question;
}

const TermTable& weights(const Estimates& estimates) {
  return std::get<TermTable>(estimates.features.at(0).table);
}

double weight(const TermTable& table, const std::string& term, std::size_t klass) {
  return table.weights[static_cast<std::size_t>(table.terms->find(term)) * 3 + klass];
}

TEST(TextTable, MultinomialByHand) {
  const Estimates estimates = estimate(counted_messages(), with(TextModel::kMultinomial));
  const TermTable& table = weights(estimates);
  EXPECT_NEAR(weight(table, "free", kSpam), std::log(2.5 / 11.5), 1e-15);
  EXPECT_NEAR(weight(table, "noon", kHam), std::log(3.5 / 14.5), 1e-15);
  EXPECT_NEAR(weight(table, "noon", kWork), std::log(0.5 / 6.5), 1e-15);
  EXPECT_EQ(table.base, (std::vector<double>{0, 0, 0}));
  EXPECT_FALSE(table.once);
}

TEST(TextTable, BooleanByHand) {
  const Estimates estimates = estimate(counted_messages(), with(TextModel::kBoolean));
  const TermTable& table = weights(estimates);
  EXPECT_NEAR(weight(table, "free", kSpam), std::log(1.5 / 10.5), 1e-15);
  EXPECT_NEAR(weight(table, "noon", kHam), std::log(2.5 / 13.5), 1e-15);
  EXPECT_TRUE(table.once);
}

TEST(TextTable, BernoulliByHand) {
  const Estimates estimates = estimate(counted_messages(), with(TextModel::kBernoulli));
  const TermTable& table = weights(estimates);
  EXPECT_NEAR(weight(table, "noon", kHam), std::log(2.5 / 1.5), 1e-15);   // 2 of 3 rows
  EXPECT_NEAR(weight(table, "free", kSpam), std::log(1.5 / 1.5), 1e-15);  // 1 of 2
  // ham: four terms in 2 of 3 rows, one in 1, four in none.
  EXPECT_NEAR(table.base[kHam], 4 * std::log(1.5 / 4) + std::log(2.5 / 4) + 4 * std::log(3.5 / 4),
              1e-14);
}

TEST(TextTable, BernoulliWithoutPseudoCountsKnowsWhatIsCertain) {
  const Estimates estimates = estimate(counted_messages(), with(TextModel::kBernoulli, 0));
  const TermTable& table = weights(estimates);
  EXPECT_EQ(weight(table, "cash", kSpam), std::numeric_limits<double>::infinity());
  EXPECT_EQ(weight(table, "noon", kSpam), kLogZero);
  EXPECT_EQ(table.certain, (std::vector<std::int64_t>{0, 2, 2}));  // win cash; cash report
  EXPECT_NEAR(table.base[kSpam], 2 * std::log(0.5), 1e-15);        // free, now
}

TEST(TextTable, ComplementByHand) {
  const Estimates plain = estimate(counted_messages(), with(TextModel::kComplement));
  // Outside of ham: 9 tokens, free twice, noon never.
  EXPECT_NEAR(weight(weights(plain), "free", kHam), -std::log(2.5 / 13.5), 1e-15);
  EXPECT_NEAR(weight(weights(plain), "noon", kHam), -std::log(0.5 / 13.5), 1e-15);
  const Estimates scaled = estimate(counted_messages(), with(TextModel::kNormalisedComplement));
  double plain_sum = 0;
  for (const double w : weights(plain).weights) plain_sum += w;
  for (std::size_t k = 0; k < 3; ++k) {
    double sum = 0;
    for (std::size_t t = 0; t < 9; ++t) sum += weights(scaled).weights[t * 3 + k];
    EXPECT_NEAR(sum, plain_sum / 3, 1e-12);
  }
  EXPECT_FALSE(weights(scaled).is_probability);
}

TEST(TextTable, PolyaHasTheCounts) {
  Question question = with(TextModel::kMultinomial);
  question.method = Method::kBayes;
  const Estimates estimates = estimate(counted_messages(), question);
  const auto& table = std::get<TermPolyaTable>(estimates.features.at(0).table);
  EXPECT_EQ(table.a[static_cast<std::size_t>(table.terms->find("free")) * 3 + kSpam], 2.5);
  EXPECT_EQ(table.a_sum, (std::vector<double>{14.5, 11.5, 6.5}));
}

TEST(TextTable, AModelReadInPartGivesTheSameBits) {
  const Counts counts = counted_messages();
  const Counts part = read_in_part(counts, {"cash", "noon"});
  for (const TextModel model : {TextModel::kMultinomial, TextModel::kBoolean, TextModel::kBernoulli,
                                TextModel::kComplement, TextModel::kNormalisedComplement}) {
    const Estimates of_all = estimate(counts, with(model, 0.3));
    const Estimates of_part = estimate(part, with(model, 0.3));
    const TermTable &all = weights(of_all), &some = weights(of_part);
    ASSERT_EQ(some.terms->size(), 2);
    for (const char* term : {"cash", "noon"}) {
      for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(weight(all, term, k), weight(some, term, k));
    }
    EXPECT_EQ(all.base, some.base);
  }
}

TEST(TextTable, SkippedTermsAreAsIfTheyHadNeverBeen) {
  Counts without(text_schema());
  TestTable table;
  table
      .terms("body", {"free win free cash", "win cash", "meeting at", "free lunch meeting",
                      "lunch at", "cash"})
      .texts("y", {"spam", "spam", "ham", "ham", "ham", "work"});
  without.add(table.batch());
  for (const TextModel model : {TextModel::kMultinomial, TextModel::kBoolean, TextModel::kBernoulli,
                                TextModel::kComplement, TextModel::kNormalisedComplement}) {
    Question question = with(model);
    const Estimates expected = estimate(without, question);
    question.min_documents = 2;
    question.stop_words = {"noon"};
    const Estimates found = estimate(counted_messages(), question);
    EXPECT_EQ(weights(found).weights, weights(expected).weights);
    EXPECT_EQ(weights(found).base, weights(expected).base);
  }
}

TEST(TextTable, ATextThatNobodyWroteIsLeftOut) {
  Counts counts(text_schema());
  TestTable table;
  table.terms("body", {"", "-"}).texts("y", {"a", "b"});
  counts.add(table.batch());
  EXPECT_EQ(estimate(counts, {}).left_out, (std::vector<std::string>{"body"}));
}

TEST(TextTable, ComplementRefusesWhatHasNoAnswer) {
  Question question = with(TextModel::kComplement);
  question.method = Method::kBayes;
  EXPECT_THROW(estimate(counted_messages(), question), Error);
  question.method = Method::kMl;
  EXPECT_THROW(estimate(counted_messages(), question), Error);
  // The column's own model, too.
  Question plain;
  plain.lambda = 0;
  EXPECT_THROW(estimate(counted_messages(TextModel::kNormalisedComplement), plain), Error);
}

TEST(Witness, RobinsonByHand) {
  const FisherRule rule;
  // 3 of 4 rows here, 1 of 10 elsewhere: p = 0.75 / 0.85.
  const double p = 0.75 / 0.85;
  const Witness found = witness(0.75, 0.1, 4, rule);
  EXPECT_NEAR(found.f, (0.0178 * 0.5 + 4 * p) / 4.0178, 1e-15);
  EXPECT_NEAR(found.f + found.rest, 1, 1e-15);
  EXPECT_TRUE(is_telling(found, rule));
  EXPECT_FALSE(is_telling(witness(0.6, 0.4, 10, rule), rule));
  EXPECT_EQ(witness(0, 0, 0, rule).f, 0.5);
  EXPECT_EQ(witness(std::nan(""), 1, 5, rule).f, 0.5);
}

TEST(Witness, OnlyTellingTermsAreInTheTable) {
  Question question;
  question.combine = Combine::kFisher;
  const Estimates estimates = estimate(counted_messages(), question);
  const auto& table = std::get<WitnessTable>(estimates.features.at(0).table);
  EXPECT_GE(table.terms->find("noon"), 0);
  const auto noon = static_cast<std::size_t>(table.terms->find("noon")) * 3;
  // In 2 of 3 rows of ham and in none of the other 3.
  EXPECT_NEAR(table.log_f[noon + kHam], std::log((0.0089 + 2) / 2.0178), 1e-15);
  EXPECT_NEAR(table.log_rest[noon + kHam], std::log(0.0089 / 2.0178), 1e-15);
}

}  // namespace
}  // namespace tally
