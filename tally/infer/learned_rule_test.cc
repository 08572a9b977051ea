// SPDX-License-Identifier: Apache-2.0
#include "tally/infer/learned_rule.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "tally/infer/rule_testing.h"
#include "tally/inside/infer.h"

namespace tally {
namespace {

constexpr std::size_t kTopPart = RuleParts::kTextTop;

Question learned() {
  Question question;
  question.combine = Combine::kLearned;
  return question;
}

RuleParts six_zones() {
  std::vector<TallySpec> specs;
  const Counts counts(zoned_schema());
  for (const Tally& tally : counts.tallies()) specs.push_back(tally.spec());
  return rule_parts(specs);
}

TEST(LearnedRule, PartsAreThoseOfTheDefinition) {
  const std::vector<Message> messages = random_messages(40, {"ham", "spam"}, 1);
  const Counts counts = counted(messages);
  const Estimates estimates = estimate(counts, learned());
  const std::vector<Message> asked = random_messages(30, {"ham", "spam"}, 2);
  const TestTable table = table_of(asked);
  for (std::size_t row = 0; row < asked.size(); ++row) {
    const RuleVerdict verdict =
        rule_verdicts(estimates, table.batch(), static_cast<std::int64_t>(row)).front();
    const std::vector<double> wanted = parts_by_definition(messages, "spam", asked[row]);
    ASSERT_EQ(verdict.parts.size(), wanted.size());
    for (std::size_t part = 0; part < wanted.size(); ++part) {
      // Of several terms with the 15th leaning, the definition leaves open which ones count.
      if (part != kTopPart) {
        EXPECT_NEAR(verdict.parts[part], wanted[part], 1e-8) << row << " " << part;
      }
    }
    // With the prior weights: 1 for all that leans.
    double logit = std::log(21.0 / 21.0);
    for (std::size_t part = 1; part < 10; ++part) logit += verdict.parts[part];
    EXPECT_NEAR(verdict.logit, logit, 1e-12);
  }
}

TEST(LearnedRule, PosteriorIsTheLogisticOfTheLogit) {
  const Counts counts = counted(random_messages(41, {"ham", "spam"}, 1));
  const std::vector<RuleWeight> weights{
      {"spam", "bias", -0.5}, {"spam", "text", 2.5}, {"spam", "length", 0.75}};
  const Scorer scorer(estimate(counts, learned(), weights));
  const TestTable table = table_of(random_messages(30, {"ham", "spam"}, 2));
  const Batch batch = table.batch();
  Inference inference(scorer);
  const Posteriors& answers = inference.infer(batch);
  EXPECT_FALSE(answers.joint_is_defined);
  for (std::int64_t row = 0; row < batch.rows; ++row) {
    const RuleVerdict verdict = rule_verdicts(scorer.estimates(), batch, row).front();
    double logit = std::log(21.0 / 22.0) - 0.5 + 2.5 * verdict.parts[1] + 0.75 * verdict.parts[10];
    for (std::size_t part = 2; part < 10; ++part) logit += verdict.parts[part];
    EXPECT_NEAR(answers.posterior_of(row)[1], 1 / (1 + std::exp(-logit)), 1e-12);
    EXPECT_NEAR(answers.posterior_of(row)[0], 1 / (1 + std::exp(logit)), 1e-12);
  }
}

TEST(LearnedRule, ClassesWithTheirNamesExchangedAreMirrorImages) {
  std::vector<Message> messages = random_messages(41, {"a", "b"}, 3);
  const TestTable table = table_of(random_messages(30, {"a", "b"}, 4));
  const Scorer scorer(estimate(counted(messages), learned()));
  for (Message& message : messages) message.klass = message.klass == "a" ? "b" : "a";
  const Scorer mirrored(estimate(counted(messages), learned()));
  Inference one(scorer), other(mirrored);
  const Posteriors& answers = one.infer(table.batch());
  const Posteriors& images = other.infer(table.batch());
  for (std::int64_t row = 0; row < answers.rows; ++row) {
    EXPECT_EQ(answers.posterior_of(row)[0], images.posterior_of(row)[1]);
    EXPECT_EQ(answers.log_posterior_of(row)[1], images.log_posterior_of(row)[0]);
  }
}

TEST(LearnedRule, OfThreeClassesEachIsHeldAgainstTheRest) {
  const std::vector<std::string> names{"ham", "news", "spam"};
  const std::vector<Message> messages = random_messages(45, names, 5);
  const Scorer scorer(estimate(counted(messages), learned()));
  const std::vector<Message> asked = random_messages(20, names, 6);
  const TestTable table = table_of(asked);
  Inference inference(scorer);
  const Posteriors& answers = inference.infer(table.batch());
  for (std::size_t row = 0; row < asked.size(); ++row) {
    std::vector<double> p;
    const auto verdicts =
        rule_verdicts(scorer.estimates(), table.batch(), static_cast<std::int64_t>(row));
    for (std::size_t k = 0; k < 3; ++k) {
      const std::vector<double> parts = parts_by_definition(messages, names[k], asked[row]);
      double logit = std::log(16.0 / 32.0);
      for (std::size_t part = 1; part < 10; ++part) {
        logit += part == kTopPart ? verdicts[k].parts[part] : parts[part];
      }
      p.push_back(1 / (1 + std::exp(-logit)));
    }
    const double sum = p[0] + p[1] + p[2];
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_NEAR(answers.posterior_of(static_cast<std::int64_t>(row))[k], p[k] / sum, 1e-7);
    }
  }
}

TEST(LearnedRule, KeepsItsPrecisionAtBothEnds) {
  for (const double logit : {-800.0, -40.0, -1.0, 0.0, 1.0, 40.0, 800.0}) {
    const LogChances chances = log_chances(logit);
    const long double e = std::exp(-static_cast<long double>(logit));
    EXPECT_NEAR(chances.log_p, static_cast<double>(-std::log1p(e)), 1e-13 * (1 + std::abs(logit)));
    EXPECT_DOUBLE_EQ(chances.log_rest, log_chances(-logit).log_p);
  }
  EXPECT_DOUBLE_EQ(log_chances(40).log_p, -std::exp(-40.0));
}

TEST(LearnedRule, TopIsTheFifteenLargestAndSharesAmongEquals) {
  const RuleParts parts = six_zones();
  HeardTerms heard(parts);
  std::vector<double> found(parts.size());
  // Fourteen of 5, then three of ±3 for the one place that is left: their mean is 1.
  for (int i = 0; i < 14; ++i) heard.hear(0, 5);
  for (const double d : {3.0, -3.0, 3.0, 1.0}) heard.hear(0, d);
  heard.hear(1, 100);  // the header is not in the text
  heard.fill(found);
  EXPECT_DOUBLE_EQ(found[kTopPart], (14 * 5 + 1.0) / 15 / 4);
  heard.clear();
  heard.hear(0, 2);
  heard.hear_unseen(0);
  heard.fill(found);
  EXPECT_DOUBLE_EQ(found[kTopPart], 2.0 / 15 / 4);
  EXPECT_DOUBLE_EQ(found[parts.unseen()], (1.0 / 3 - 0.07) / 0.1);
}

TEST(LearnedRule, NothingSaidLeavesThePrior) {
  const Counts counts = counted(random_messages(9, {"ham", "spam"}, 1));  // 5 and 4
  const Scorer scorer(estimate(counts, learned()));
  const TestTable table = table_of({{{}, "ham"}});
  Inference inference(scorer);
  EXPECT_NEAR(inference.infer(table.batch()).posterior_of(0)[1], 5.0 / 11, 1e-15);
}

TEST(LearnedRule, FeaturesThatAreNoTextCountAsTheyDoInASum) {
  Schema schema = zoned_schema(TokenKind::kWord);
  schema.columns.push_back(feature("size", Family::kCategorical, ValueType::kText));
  schema = validated(schema);
  const auto with_sizes = [](const std::vector<Message>& messages,
                             const std::vector<std::string>& sizes) {
    TestTable table = table_of(messages);
    table.texts("size", sizes);
    return table;
  };
  Counts counts(schema);
  counts.add(
      with_sizes({{{}, "ham"}, {{}, "ham"}, {{}, "spam"}, {{}, "spam"}}, {"S", "S", "S", "L"})
          .batch());
  Question question = learned();
  question.method = Method::kMl;
  question.prior = PriorKind::kEmpirical;
  const Scorer scorer(estimate(counts, question));
  const TestTable table = with_sizes({{{}, "ham"}, {{}, "ham"}}, {"S", "L"});
  Inference inference(scorer);
  const Posteriors& answers = inference.infer(table.batch());
  EXPECT_NEAR(answers.posterior_of(0)[0], 1 / 1.5, 1e-15);
  EXPECT_EQ(answers.posterior_of(1)[0], 0);  // no ham was ever large
  EXPECT_EQ(answers.posterior_of(1)[1], 1);
}

TEST(LearnedRule, ASingleClassIsCertain) {
  const Scorer scorer(estimate(counted(random_messages(3, {"ham"}, 1)), learned()));
  const TestTable table = table_of(random_messages(1, {"ham"}, 2));
  Inference inference(scorer);
  EXPECT_EQ(inference.infer(table.batch()).posterior_of(0)[0], 1);
}

}  // namespace
}  // namespace tally
