// SPDX-License-Identifier: Apache-2.0
#include "tally/explain/worked_terms.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tally/estimate/text_testing.h"

namespace tally {
namespace {

const std::vector<Label> kClasses = {Label::of("ham"), Label::of("spam"), Label::of("work")};

Explanation why(const std::string& text, const Question& question) {
  TestTable table;
  table.terms("body", {"nothing", text});
  return explain(counted_messages(), question, Loss::zero_one(kClasses), table.batch(), 1);
}

Question with(Combine combine) {
  Question question;
  question.lambda = 0.5;
  question.combine = combine;
  return question;
}

TEST(WorkedTerms, TheMostTellingComesFirst) {
  const Explanation found = why("noon free noon unknown", with(Combine::kSum));
  EXPECT_EQ(found.told_class(), 0U);
  ASSERT_EQ(found.terms.size(), 2U);
  EXPECT_EQ(found.terms[0].term, "noon");
  EXPECT_EQ(found.terms[0].times, 2);
  EXPECT_EQ(found.terms[0].rows, (std::vector<double>{2, 0, 0}));
  const std::vector<double> tokens = {11.5, 6.5};  // M + V λ of spam, work
  const std::size_t other = found.runner_up();
  EXPECT_NEAR(found.terms[0].contribution,
              2 * (std::log(3.5 / 14.5) - std::log(0.5 / tokens[other - 1])), 1e-14);
}

TEST(WorkedTerms, ContributionsAndPriorMakeTheLogOdds) {
  for (const Combine combine : {Combine::kSum, Combine::kMean}) {
    const Explanation found = why("noon free noon win", with(combine));
    const std::size_t told = found.told_class(), other = found.runner_up();
    double sum = found.prior[told].log_value - found.prior[other].log_value;
    for (const WorkedTerm& term : found.terms) sum += term.contribution;
    EXPECT_NEAR(sum, found.log_joint[told] - found.log_joint[other], 1e-13);
  }
}

TEST(WorkedTerms, AShortTextIsWrittenOut) {
  const std::string text = to_text(why("noon free noon", with(Combine::kSum)));
  EXPECT_NE(text.find("((3+0.5)/(10+4.5))^2 · (1+0.5)/(10+4.5)"), std::string::npos) << text;
  EXPECT_NE(text.find("What the terms add to the log-odds of y = ham"), std::string::npos) << text;
}

TEST(WorkedTerms, FisherTellsWitnessesAndVerdicts) {
  const Explanation found = why("noon lunch", with(Combine::kFisher));
  ASSERT_EQ(found.terms.size(), 2U);
  EXPECT_NEAR(found.terms[0].says[0], (0.0089 + 2) / 2.0178, 1e-15);
  ASSERT_EQ(found.verdicts.size(), 3U);
  EXPECT_EQ(found.verdicts[0].witnesses, 2);
  const std::string text = to_text(found);
  EXPECT_NE(text.find("Verdict (Fisher's method)"), std::string::npos) << text;
  EXPECT_NE(text.find("2 witnesses"), std::string::npos) << text;
  EXPECT_EQ(text.find("Prior"), std::string::npos) << text;
  EXPECT_NE(to_json(found).find("\"log_tail_for\""), std::string::npos);
  EXPECT_NE(to_json(found).find("\"joint\": null"), std::string::npos);
}

TEST(WorkedTerms, OnlyTwentyAreShown) {
  std::string words;
  for (int i = 0; i < 25; ++i) words += "w" + std::to_string(i) + " ";
  Counts counts(text_schema());
  TestTable table;
  table.terms("body", {words, "other"}).texts("y", {"k", "l"});
  counts.add(table.batch());
  const Loss loss = Loss::zero_one({Label::of("k"), Label::of("l")});
  const std::string text = to_text(explain(counts, {}, loss, table.batch(), 0));
  EXPECT_NE(text.find("… and 5 more terms that add less"), std::string::npos) << text;
}

TEST(WorkedTerms, AMissingTextSaysNothing) {
  EXPECT_TRUE(why("-", with(Combine::kSum)).terms.empty());
  EXPECT_EQ(terms_text(why("-", with(Combine::kFisher))), "");
}

}  // namespace
}  // namespace tally
