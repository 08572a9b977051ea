// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/tune.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <sstream>

#include "tally/assess/weights/ridge.h"
#include "tally/infer/rule_testing.h"

namespace tally {
namespace {

Question learned() {
  Question question;
  question.combine = Combine::kLearned;
  return question;
}

RowSample sample_of(const std::vector<Message>& messages, std::int64_t most = 4096) {
  RowSample sample(most);
  RowDigester digester(zoned_schema());
  const TestTable table = table_of(messages);
  digester.add(table.batch(), nullptr, sample);
  return sample;
}

// The message that a row of the sample was made of.
SampledRow sampled(const Message& message) { return *sample_of({message}).rows().begin(); }

TEST(Tune, PartsOfARowLeftOutEqualARefitWithoutItToTheBit) {
  for (const auto& classes :
       {std::vector<std::string>{"ham", "spam"}, std::vector<std::string>{"a", "b", "c"}}) {
    const std::vector<Message> messages = random_messages(60, classes, 11);
    const Counts counts = counted(messages);
    LeftOutParts left_out(counts);
    for (std::size_t i = 0; i < messages.size(); ++i) {
      std::vector<Message> others = messages;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
      const TestTable table = table_of({messages[i]});
      const auto verdicts = rule_verdicts(estimate(counted(others), learned()), table.batch(), 0);
      const std::span<const double> found = left_out.of(sampled(messages[i]));
      std::vector<double> wanted;
      for (std::size_t told = 0; told < verdicts.size(); ++told) {
        wanted.insert(wanted.end(), verdicts[told].parts.begin(), verdicts[told].parts.end());
        EXPECT_NEAR(left_out.prior_log_odds(told), verdicts[told].before, 1e-14);
        EXPECT_EQ(left_out.is_of(told), classes[verdicts[told].klass] == messages[i].klass);
      }
      EXPECT_EQ(std::vector<double>(found.begin(), found.end()), wanted) << i;
    }
  }
}

double weight(const std::vector<RuleWeight>& rule, const std::string& klass,
              const std::string& part) {
  for (const RuleWeight& one : rule) {
    if (one.klass == klass && one.part == part) return one.value;
  }
  ADD_FAILURE() << "no " << part;
  return 0;
}

TEST(Tune, WeightsMakeTheSumOfTheDefinitionLeast) {
  const std::vector<Message> messages = random_messages(80, {"ham", "spam"}, 12);
  const Counts counts = counted(messages);
  const std::vector<RuleWeight> rule = tune(counts, sample_of(messages));
  LeftOutParts left_out(counts);
  const std::vector<std::string>& names = left_out.parts().names;
  std::vector<double> beta, slope(names.size());
  for (const std::string& name : names) beta.push_back(weight(rule, "spam", name));
  for (const Message& message : messages) {
    const std::span<const double> x = left_out.of(sampled(message));
    const double spam = message.klass == "spam" ? 1 : 0;
    double z = std::log((40 - spam + 1) / (40 - (1 - spam) + 1));
    for (std::size_t j = 0; j < beta.size(); ++j) z += beta[j] * x[j];
    for (std::size_t j = 0; j < beta.size(); ++j)
      slope[j] += (1 / (1 + std::exp(-z)) - spam) * x[j];
  }
  for (std::size_t j = 0; j < beta.size(); ++j) {
    const bool leans = j >= 1 && j <= 9;
    slope[j] += j == 0 ? 0.01 * beta[j] : 3 * (beta[j] - (leans ? 1 : 0));
    EXPECT_NEAR(slope[j], 0, 1e-4) << names[j];
  }
  EXPECT_EQ(weight(rule, "", "messages"), 80);
  EXPECT_EQ(weight(rule, "", "sampled"), 80);
}

TEST(Tune, DependsOnNeitherOrderNorPieces) {
  std::vector<Message> messages = random_messages(50, {"ham", "spam"}, 13);
  const std::vector<RuleWeight> rule = tune(counted(messages), sample_of(messages, 30));
  std::reverse(messages.begin(), messages.end());
  EXPECT_EQ(tune(counted(messages), sample_of(messages, 30)), rule);
  const std::vector<Message> some(messages.begin(), messages.begin() + 17),
      rest(messages.begin() + 17, messages.end());
  Counts counts = counted(some);
  counts.merge(counted(rest));
  RowSample sample = sample_of(some, 30);
  sample.merge(sample_of(rest, 30));
  EXPECT_EQ(tune(counts, sample), rule);
}

// The texts of a table with pairs.
struct TextRows {
  std::vector<std::string> texts;
  std::vector<std::string> classes;
};

Schema paired_schema() {
  Schema schema;
  schema.columns = {feature("text", Family::kText, ValueType::kText),
                    column_with_role("y", Role::kTarget, ValueType::kText)};
  schema.columns[0].text.pairs = true;
  return validated(schema);
}

TextRows random_texts(std::size_t number, unsigned seed) {
  std::mt19937 random(seed);
  TextRows out;
  for (std::size_t i = 0; i < number; ++i) {
    std::string text;
    for (unsigned words = 3 + random() % 12; words > 0; --words) {
      const unsigned liked = random() % 3 == 0 ? 0 : 6 * static_cast<unsigned>(i % 2);
      text += "w" + std::to_string((random() % 9 + liked) % 15) + " ";
    }
    out.texts.push_back(text);
    out.classes.emplace_back(i % 2 == 0 ? "ham" : "spam");
  }
  return out;
}

struct CountedTexts {
  Counts counts{paired_schema()};
  RowSample sample;
};

// "a b c" as the pairs "a+b b+c".
std::string pairs_in(const std::string& text) {
  std::istringstream words(text);
  std::string out, before, word;
  while (words >> word) {
    if (!before.empty()) out += before + "+" + word + " ";
    before = word;
  }
  return out;
}

TestTable table_of(const TextRows& rows) {
  std::vector<std::string> pairs;
  for (const std::string& text : rows.texts) pairs.push_back(pairs_in(text));
  TestTable table;
  table.terms("text", rows.texts).terms("text.pair", pairs).texts("y", rows.classes);
  return table;
}

CountedTexts counted_texts(const TextRows& rows, std::int64_t most = 4096) {
  CountedTexts out;
  out.sample = RowSample(most);
  const TestTable table = table_of(rows);
  out.counts.add(table.batch());
  RowDigester(paired_schema()).add(table.batch(), nullptr, out.sample);
  return out;
}

TextRows part_of(const TextRows& rows, std::size_t from, std::size_t to) {
  const auto at = [](std::size_t i) { return static_cast<std::ptrdiff_t>(i); };
  return {{rows.texts.begin() + at(from), rows.texts.begin() + at(to)},
          {rows.classes.begin() + at(from), rows.classes.begin() + at(to)}};
}

TEST(Tune, PartsOfATableWithPairsLeftOutEqualARefitToTheBit) {
  const TextRows rows = random_texts(40, 21);
  const Counts counts = counted_texts(rows).counts;
  for (const double lambda : {0.03, 1.0}) {
    LeftOutParts left_out(counts, lambda);
    const std::vector<RuleWeight> rule{{"", "lambda", lambda}};
    for (std::size_t i = 0; i < rows.texts.size(); ++i) {
      CountedTexts others = counted_texts(part_of(rows, 0, i));
      others.counts.merge(counted_texts(part_of(rows, i + 1, rows.texts.size())).counts);
      const TextRows one = part_of(rows, i, i + 1);
      const std::span<const double> found = left_out.of(*counted_texts(one).sample.rows().begin());
      const TestTable table = table_of(one);
      const Estimates estimates = estimate(others.counts, learned(), rule);
      EXPECT_EQ(std::vector<double>(found.begin(), found.end()),
                rule_verdicts(estimates, table.batch(), 0)[0].parts);
    }
  }
}

TEST(Tune, OfATableWithPairsDependsOnNeitherOrderNorPieces) {
  TextRows rows = random_texts(60, 22);
  const CountedTexts whole = counted_texts(rows, 45);
  const std::vector<RuleWeight> rule = tune(whole.counts, whole.sample);
  EXPECT_NE(weight(rule, "spam", "column text.pair"), 1);
  std::reverse(rows.texts.begin(), rows.texts.end());
  std::reverse(rows.classes.begin(), rows.classes.end());
  const CountedTexts reversed = counted_texts(rows, 45);
  EXPECT_EQ(tune(reversed.counts, reversed.sample), rule);
  CountedTexts merged = counted_texts(part_of(rows, 0, 23), 45);
  const CountedTexts rest = counted_texts(part_of(rows, 23, 60), 45);
  merged.counts.merge(rest.counts);
  merged.sample.merge(rest.sample);
  EXPECT_EQ(tune(merged.counts, merged.sample), rule);
}

// With a few rows for every word, one row more or less must not mean much.
TEST(Tune, OfATableLearnsTheLambdaThatMakesTheSumLeast) {
  const TextRows rows = random_texts(60, 23);
  const CountedTexts all = counted_texts(rows);
  const std::vector<RuleWeight> rule = tune(all.counts, all.sample);
  double least = INFINITY, best = 0;
  for (const double lambda : {0.03, 0.1, 0.3, 1.0, 3.0}) {
    LeftOutParts left_out(all.counts, lambda);
    RidgeProblem problem{prior_weights(left_out.parts()), {}, {}, {}, {}};
    problem.ridge.assign(problem.guess.size(), 3);
    problem.ridge[0] = 0.01;
    for (const SampledRow& row : all.sample.rows()) {
      const std::span<const double> x = left_out.of(row);
      problem.x.insert(problem.x.end(), x.begin(), x.end());
      problem.offsets.push_back(left_out.prior_log_odds(0));
      problem.truths.push_back(row.klass == "spam");
    }
    const double height = ridge_height(problem, fit_ridge(problem));
    if (height < least) best = lambda, least = height;
  }
  EXPECT_EQ(weight(rule, "", "lambda"), best);
  EXPECT_EQ(
      weight(tune(counted(random_messages(20, {"ham", "spam"}, 24)), RowSample()), "", "lambda"),
      0.03);
}

TEST(Tune, WithTooFewRowsTheWeightsAreThePriorOnes) {
  const std::vector<Message> messages = random_messages(3, {"ham", "spam"}, 14);  // 2 and 1
  for (const RowSample& sample : {sample_of(messages), RowSample(0)}) {
    const std::vector<RuleWeight> rule = tune(counted(messages), sample);
    EXPECT_EQ(weight(rule, "spam", "text top"), 1);
    EXPECT_EQ(weight(rule, "spam", "header"), 1);
    EXPECT_EQ(weight(rule, "spam", "bias"), 0);
    EXPECT_EQ(weight(rule, "spam", "unseen"), 0);
  }
}

TEST(Tune, AModelWithoutTextHasNoRule) {
  Schema schema;
  schema.columns = {feature("x", Family::kGaussian, ValueType::kNumber),
                    column_with_role("y", Role::kTarget, ValueType::kText)};
  EXPECT_TRUE(tune(Counts(validated(schema)), RowSample()).empty());
}

TEST(Tune, IsOutgrownByTwiceTheRows) {
  const Counts ten = counted(random_messages(10, {"ham", "spam"}, 15));
  EXPECT_TRUE(is_outgrown({}, ten));
  const std::vector<RuleWeight> five{{"", "messages", 5}}, six{{"", "messages", 6}};
  EXPECT_TRUE(is_outgrown(five, ten));
  EXPECT_FALSE(is_outgrown(six, ten));
}

}  // namespace
}  // namespace tally
