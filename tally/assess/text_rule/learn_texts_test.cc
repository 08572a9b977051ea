// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/text_rule/learn_texts.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tally/assess/text_rule/sampled_texts.h"
#include "tally/assess/text_rule/texts_testing.h"
#include "tally/assess/weights/weigh.h"
#include "tally/infer/text_rule/text_verdict.h"
#include "tally/inside/decide.h"
#include "tally/inside/explain.h"
#include "tally/inside/infer.h"

namespace tally {
namespace {

Question weighted() {
  Question question;
  question.rule = Rule::kWeighted;
  return question;
}

TEST(LearnTexts, DependsOnNeitherOrderNorPieces) {
  for (const unsigned K : {2U, 5U}) {
    std::vector<TextRow> rows = texts_of_phrases(700, K, 21);
    const std::vector<RuleWeight> rule = weigh(counted_texts(rows), sampled_texts(rows, 600));
    EXPECT_TRUE(has_weights(rule));
    EXPECT_TRUE(std::any_of(rule.begin(), rule.end(),
                            [](const RuleWeight& row) { return !row.corrections.empty(); }));
    std::reverse(rows.begin(), rows.end());
    const std::vector<TextRow> some(rows.begin(), rows.begin() + 170),
        rest(rows.begin() + 170, rows.end());
    Counts counts = counted_texts(some);
    counts.merge(counted_texts(rest));
    RowSample sample = sampled_texts(some, 600);
    sample.merge(sampled_texts(rest, 600));
    EXPECT_EQ(weigh(counts, sample), rule);
  }
}

// What is said about each row of the sample had no part of it: told again by hand, without corrections.
TEST(LearnTexts, OfFewRowsIsTheFirstStageLeftOut) {
  const std::vector<TextRow> rows = ugly_texts(120, 3, 8);
  const Counts counts = counted_texts(rows);
  const RowSample sample = sampled_texts(rows);
  const LearnedTexts learned = learn_texts(counts, sample);
  EXPECT_TRUE(learned.corrections.empty());
  EXPECT_EQ(learned.rule.trust_leanings, 1);
  const SampledTexts texts(counts, sample);
  LeftOutTexts left_out(texts);
  ASSERT_EQ(learned.rows(), texts.rows().size());
  const std::size_t parts = texts.shape().parts();
  for (std::size_t i = 0; i < learned.rows(); ++i) {
    left_out.of(i, texts.counted());
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_EQ(
          learned.told[i * 3 + k],
          learned.rule.leaning(k, left_out.parts().subspan(k * parts, parts), left_out.of_all()));
    }
  }
}

// The tables, asked about rows that were never counted, say what the definition does.
TEST(LearnTexts, AnswersAreSoftmaxOfWhatTheTermsAddUpTo) {
  for (const unsigned K : {2U, 4U}) {
    const std::vector<TextRow> rows = texts_of_phrases(600, K, 31), others = ugly_texts(40, K, 32);
    const Counts counts = counted_texts(rows);
    const std::vector<RuleWeight> rule = weigh(counts, sampled_texts(rows));
    const Scorer scorer(estimate(counts, weighted(), rule));
    Inference inference(scorer);
    const TestTable table = table_of(others);
    const Posteriors answers = inference.infer(table.batch());
    const Estimates& estimates = scorer.estimates();
    const TextRuleTables& tables = *estimates.texts;
    const double N = counts.total_weight().to_double();
    for (std::int64_t i = 0; i < answers.rows; ++i) {
      const TextVerdict verdict = text_verdict(tables, table.batch(), i);
      std::vector<double> p(K);
      double all = 0;
      for (unsigned k = 0; k < K; ++k) {
        double z = estimates.log_prior[k] + verdict.length[k];
        for (const TextTermVerdict& term : verdict.terms) z += term.leaning[k] + term.correction[k];
        all += p[k] = std::exp(z);
      }
      for (unsigned k = 0; k < K; ++k) {
        const double bounded = (p[k] / all + std::exp(estimates.log_prior[k]) / N) / (1 + 1 / N);
        EXPECT_NEAR(answers.posterior_of(i)[k], bounded, 1e-9);
      }
    }
  }
}

// What is not about terms depends on their number alone: length does not hide a term.
TEST(LearnTexts, WhatTermsDoNotSayIsOfTheLength) {
  const std::vector<TextRow> rows = ugly_texts(400, 2, 51);
  const Counts counts = counted_texts(rows);
  const std::vector<RuleWeight> rule = weigh(counts, sampled_texts(rows));
  const TextRuleTables tables = text_tables(counts, rule);
  for (const TextRow& row : rows) {
    const TestTable table = table_of({row});
    const TextVerdict verdict = text_verdict(tables, table.batch(), 0);
    std::array<double, 2> n{};
    for (const TextTermVerdict& term : verdict.terms) ++n[term.zone];
    double length = 0;
    for (std::size_t z = 0; z < 2; ++z) {
      const double sum = n[z] * tables.zones[z].lengths[0];
      const double* const beta = tables.rule.shared.data() + z * 15 + 9;
      length += beta[0] * sum / 10 + beta[1] * sum / std::sqrt(n[z] + 1) +
                beta[2] * 10 * sum / (n[z] + 1);
    }
    // All words of these rows are known.
    length += tables.rule.of_class[0] + tables.rule.of_class[1] * (std::log(n[0] + 1) - 4) -
              tables.rule.of_class[2];
    length *= tables.rule.trust_leanings;
    EXPECT_NEAR(verdict.length[1] - verdict.length[0], length, 1e-9);
  }
}

TEST(LearnTexts, ExplanationsAddUp) {
  const std::vector<TextRow> rows = texts_of_phrases(500, 3, 61);
  const Counts counts = counted_texts(rows);
  const std::vector<RuleWeight> rule = weigh(counts, sampled_texts(rows));
  const TestTable table = table_of({rows[4]});
  const Explanation why =
      explain(counts, weighted(), Loss::zero_one(counts.class_labels()), table.batch(), 0, rule);
  const std::size_t told = why.told_class(), other = why.runner_up();
  double of_voices = 0, of_terms = 0, of_sums = 0;
  for (const WorkedVoice& voice : why.voices) {
    const double adds = voice.weight * (voice.log_p[told] - voice.log_p[other]);
    of_voices += adds;
    if (voice.voice != "length") of_sums += adds;
  }
  for (const WorkedTerm& term : why.terms) of_terms += term.contribution;
  EXPECT_NEAR(of_terms, of_sums, 1e-9);
  const double prior = why.prior[told].log_value - why.prior[other].log_value;
  // Answers are bounded: (p + π / N) / (1 + 1/N).
  const double N = counts.total_weight().to_double();
  const auto before = [&](std::size_t k) {
    return why.posterior[k] * (1 + 1 / N) - std::exp(why.prior[k].log_value) / N;
  };
  EXPECT_NEAR(std::log(before(told) / before(other)), prior + of_voices, 1e-6);
  EXPECT_NE(to_text(why).find("correction"), std::string::npos);
}

// Corrections were learned for certain classes.
TEST(LearnTexts, CorrectionsOfOtherClassesAreNotHeard) {
  std::vector<TextRow> rows = texts_of_phrases(700, 3, 71);
  const std::vector<RuleWeight> rule = weigh(counted_texts(rows), sampled_texts(rows));
  const auto corrected = [&] {
    const TextRuleTables tables = text_tables(counted_texts(rows), rule);
    return !tables.zones[0].corrections.empty();
  };
  EXPECT_TRUE(corrected());
  rows.push_back({"w1 w2", "another class"});
  EXPECT_FALSE(corrected());
  for (TextRow& row : rows) {
    if (row.klass == "class 0") row.klass = "another class";
  }
  EXPECT_FALSE(corrected());
}

// With a hundred texts naive Bayes is wrong about few, and very sure then: its loss has a wide spread, and
// yet it is the greater one. The smaller decides.
TEST(LearnTexts, TheSmallerLossDecidesAboutTexts) {
  int decided = 0, not_sure = 0;
  for (unsigned seed = 1; seed <= 8; ++seed) {
    const std::vector<TextRow> rows = texts_of_phrases(100, 2, seed);
    const std::vector<RuleWeight> rule = weigh(counted_texts(rows), sampled_texts(rows));
    const auto log_loss = [&](Rule of) {
      const std::string part = rule_row(RuleRow::kLogLoss, of);
      const auto row = std::find_if(rule.begin(), rule.end(),
                                    [&](const RuleWeight& one) { return one.part == part; });
      return row == rule.end() ? std::nan("") : row->value;
    };
    if (chosen_rule(rule) == Rule::kWeighted) {
      EXPECT_LT(log_loss(Rule::kWeighted), log_loss(Rule::kNaive));
      ++decided;
    } else {
      ++not_sure;
    }
  }
  EXPECT_GE(decided, 6) << not_sure;
}

TEST(LearnTexts, AFewTextsAreAnsweredAsTheTextbookDoes) {
  const std::vector<TextRow> rows{{"free win cash", "spam"},    {"win cash now", "spam"},
                                  {"meeting at noon", "ham"},   {"free lunch meeting", "ham"},
                                  {"noon lunch report", "ham"}, {"cash report", "ham"},
                                  {"free cash", "spam"},        {"report", "ham"}};
  const std::vector<RuleWeight> rule = weigh(counted_texts(rows), sampled_texts(rows));
  ASSERT_TRUE(has_weights(rule));
  EXPECT_EQ(chosen_rule(rule), Rule::kNaive);
  Question by_lambda;
  by_lambda.rule = Rule::kAuto;
  by_lambda.text_model = TextModel::kBoolean;
  EXPECT_EQ(rule_of(by_lambda, rule), Rule::kNaive);
}

}  // namespace
}  // namespace tally
