// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/text_sampler.h"

#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "tally/assess/sampler.h"
#include "tally/estimate/text_testing.h"

namespace tally {
namespace {

constexpr std::int64_t kRows = 20'000;

struct Seen {
  double rows = 0, tokens = 0;
  std::map<std::string, double> times, with;
};

// What was drawn, by class.
std::map<std::string, Seen> drawn(const Question& question) {
  const Sampler sampler(counted_messages(), question, 7);
  std::map<std::string, Seen> out;
  Sampler::Cells cells;
  for (std::int64_t row = 0; row < kRows; ++row) {
    sampler.draw(row, cells);
    Seen& seen = out[cells[1]->to_string()];
    ++seen.rows;
    std::map<std::string, int> words;
    std::istringstream text(cells[0]->to_string());
    for (std::string word; text >> word;) ++words[word];
    for (const auto& [word, times] : words) {
      seen.times[word] += times;
      seen.tokens += times;
      ++seen.with[word];
    }
  }
  return out;
}

TEST(TextSampler, LengthsAndTermsAreThoseOfTheClass) {
  Question question;
  question.lambda = 0;
  question.prior = PriorKind::kUniform;
  std::map<std::string, Seen> seen = drawn(question);
  EXPECT_NEAR(seen["spam"].tokens / seen["spam"].rows, 3.5, 0.1);
  EXPECT_NEAR(seen["ham"].times["noon"] / seen["ham"].tokens, 0.3, 0.02);
  EXPECT_EQ(seen["ham"].times.count("cash"), 0U);
}

TEST(TextSampler, AUrnHasTheSameMeans) {
  Question question;
  question.method = Method::kBayes;
  question.prior = PriorKind::kUniform;
  std::map<std::string, Seen> seen = drawn(question);
  EXPECT_NEAR(seen["ham"].times["noon"] / seen["ham"].tokens, 4.0 / 19, 0.02);
}

TEST(TextSampler, BernoulliDrawsEveryTermByItself) {
  Question question;
  question.text_model = TextModel::kBernoulli;
  question.prior = PriorKind::kUniform;
  std::map<std::string, Seen> seen = drawn(question);
  EXPECT_NEAR(seen["ham"].with["noon"] / seen["ham"].rows, 3.0 / 5, 0.03);
  EXPECT_NEAR(seen["spam"].with["report"] / seen["spam"].rows, 1.0 / 4, 0.03);
}

TEST(TextSampler, WhatIsNoDistributionIsDrawnAsTheTextbook) {
  Question question;
  question.combine = Combine::kFisher;
  question.text_model = TextModel::kNormalisedComplement;
  const Question found = for_sampling(question, text_schema());
  EXPECT_EQ(found.combine, Combine::kSum);
  EXPECT_EQ(found.text_model, TextModel::kMultinomial);
  EXPECT_EQ(for_sampling({}, text_schema(TextModel::kBernoulli)).text_model, std::nullopt);
}

}  // namespace
}  // namespace tally
