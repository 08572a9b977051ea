#include "tally/assess/tune.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tally/infer/rule_test.h"

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
