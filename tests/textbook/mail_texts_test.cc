// SPDX-License-Identifier: Apache-2.0
// The eight mails as texts: the same fractions as from counts of six words, and a word never heard.
#include <gtest/gtest.h>

#include <cmath>

#include "tally/batch/table_testing.h"
#include "tally/inside/infer.h"

namespace tally {
namespace {

Counts mails() {
  Schema schema;
  schema.columns = {feature("text", Family::kText, ValueType::kText),
                    column_with_role("class", Role::kTarget, ValueType::kText)};
  TestTable table;
  table
      .terms("text", {"cash free now", "free cash free", "lunch cash now", "meeting report",
                      "lunch meeting now", "report now", "free lunch", "meeting report lunch"})
      .texts("class", {"spam", "spam", "spam", "ham", "ham", "ham", "ham", "ham"});
  Counts counts(validated(schema));
  counts.add(table.batch());
  return counts;
}

double spam(const std::string& text, const Question& question) {
  const Scorer scorer(estimate(mails(), question));
  Inference inference(scorer);
  TestTable table;
  table.terms("text", {text});
  return inference.infer(table.batch()).posterior[1];
}

Question asked_of_texts(double lambda, PriorKind prior, Method method = Method::kSmooth) {
  Question question;
  question.lambda = lambda;
  question.prior = prior;
  question.method = method;
  return question;
}

void expect_equal(double found, double expected) { EXPECT_NEAR(found, expected, 1e-13 * expected); }

TEST(EightMailTexts, FreeLunchNow) {
  const std::string text = "free lunch now";
  expect_equal(spam(text, asked_of_texts(0, PriorKind::kEmpirical)), 64.0 / 109);
  expect_equal(spam(text, asked_of_texts(1, PriorKind::kEmpirical)), 648.0 / 1273);
  expect_equal(spam(text, asked_of_texts(1, PriorKind::kSmoothed)), 144.0 / 269);
  expect_equal(spam(text, asked_of_texts(1, PriorKind::kEmpirical, Method::kBayes)), 171.0 / 341);
  expect_equal(spam(text, asked_of_texts(1, PriorKind::kSmoothed, Method::kBayes)), 19.0 / 36);
}

TEST(EightMailTexts, Bernoulli) {
  Question question = asked_of_texts(1, PriorKind::kEmpirical);
  question.text_model = TextModel::kBernoulli;
  expect_equal(spam("free lunch now", question), 235298.0 / 469673);
}

TEST(EightMailTexts, FreeCashMeeting) {
  EXPECT_EQ(spam("free cash meeting", asked_of_texts(0, PriorKind::kEmpirical)), 0);  // impossible
  expect_equal(spam("free cash meeting", asked_of_texts(1, PriorKind::kEmpirical)), 1296.0 / 1921);
}

TEST(EightMailTexts, AWordNeverHeardIsSkipped) {
  expect_equal(spam("lottery free", asked_of_texts(1, PriorKind::kEmpirical)), 36.0 / 61);
}

}  // namespace
}  // namespace tally
