// SPDX-License-Identifier: Apache-2.0
#include "tally/fit/unlabelled.h"

#include <gtest/gtest.h>

#include <random>

#include "tally/base/error.h"
#include "tally/batch/table_testing.h"
#include "tally/fit.h"

namespace tally {
namespace {

constexpr std::size_t kColumns = 12;

Schema schema_of_clouds() {
  Schema schema;
  for (std::size_t j = 0; j < kColumns; ++j) {
    schema.columns.push_back(feature("x" + std::to_string(j), Family::kGaussian));
  }
  schema.columns.push_back(column_with_role("y", Role::kTarget, ValueType::kText));
  return validated(schema);
}

// Rows of two classes; each column is a little higher in the second.
TestTable clouds(std::uint32_t seed, std::size_t rows, double apart) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  std::vector<std::string> y;
  std::vector<std::vector<double>> x(kColumns);
  for (std::size_t i = 0; i < rows; ++i) {
    const bool second = random() % 2 == 0;
    y.emplace_back(second ? "b" : "a");
    for (auto& column : x) column.push_back(normal(random) + (second ? apart : 0));
  }
  TestTable out;
  for (std::size_t j = 0; j < kColumns; ++j) out.numbers("x" + std::to_string(j), x[j]);
  out.texts("y", y);
  return out;
}

Batch without_class(Batch batch) {
  std::erase_if(batch.columns, [](const NamedColumn& column) { return column.name == "y"; });
  return batch;
}

Model fitted(const TestTable& table, std::int64_t sample = 4096) {
  std::vector<PieceCounter> counters(1,
                                     PieceCounter(schema_of_clouds(), {RowSample(sample), false}));
  counters[0].add(table.batch());
  return model_of(together(std::move(counters), 1));
}

double accuracy(const Model& model, const TestTable& table) {
  const Batch batch = table.batch();
  const Answers answers = Asker(model, Question{}).answer(batch);
  double right = 0;
  for (std::int64_t row = 0; row < batch.rows; ++row) {
    const int decision = answers.decisions[static_cast<std::size_t>(row)];
    const Label klass = decision == 0 ? Label::of("a") : Label::of("b");
    right += *cell_label(*batch.find("y"), row) == klass ? 1 : 0;
  }
  return right / static_cast<double>(batch.rows);
}

TEST(LearnUnlabelled, HelpsWhereRowsLieInClouds) {
  const TestTable few = clouds(1, 60, 0.4), many = clouds(2, 400, 0.4), test = clouds(3, 2000, 0.4);
  Model model = fitted(few);
  const double before = accuracy(model, test);
  UnlabelledRows rows(model.counts.schema());
  rows.append(without_class(many.batch()));
  const std::vector<std::byte> counts = to_bytes({model.counts, ""});
  const LearnedUnlabelled learned = learn_unlabelled(model, rows, std::nullopt, 1);
  ASSERT_GT(learned.weight, 0);
  ASSERT_EQ(learned.trials.size(), 1 + kWeightsOfUnlabelled.size());
  ASSERT_TRUE(model.expected);
  EXPECT_EQ(model.expected->rows, 400);
  EXPECT_EQ(model.expected->weight, learned.weight);
  EXPECT_GT(model.expected->gain, 0);
  EXPECT_FALSE(model.expected->stale);
  EXPECT_EQ(to_bytes({model.counts, ""}), counts);  // which stay what they were
  EXPECT_GT(accuracy(model, test), before);
}

// What lies in clouds is something else than the class, which naive Bayes can tell by one column.
TEST(LearnUnlabelled, IsNotUsedWhereItDoesNotHelp) {
  const auto table = [](std::uint32_t seed, std::size_t rows) {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    std::vector<std::string> y;
    std::vector<std::vector<double>> x(kColumns);
    for (std::size_t i = 0; i < rows; ++i) {
      const bool second = random() % 2 == 0, cloud = random() % 2 == 0;
      y.emplace_back(second ? "b" : "a");
      for (std::size_t j = 0; j < kColumns; ++j) {
        x[j].push_back(normal(random) + (j == 0 ? (second ? 3 : 0) : (cloud ? 3 : 0)));
      }
    }
    TestTable out;
    for (std::size_t j = 0; j < kColumns; ++j) out.numbers("x" + std::to_string(j), x[j]);
    out.texts("y", y);
    return out;
  };
  Model model = fitted(table(1, 60));
  const TestTable many = table(2, 600);
  UnlabelledRows rows(model.counts.schema());
  rows.append(without_class(many.batch()));
  const LearnedUnlabelled learned = learn_unlabelled(model, rows, std::nullopt, 1);
  EXPECT_EQ(learned.weight, 0);
  EXPECT_FALSE(model.expected);
  EXPECT_TRUE(learned.objective.empty());
  EXPECT_EQ(learned.trials.size(), 1 + kWeightsOfUnlabelled.size());
}

TEST(LearnUnlabelled, TakesAWeightThatIsTold) {
  const TestTable few = clouds(1, 10, 1), many = clouds(2, 50, 1);
  Model model = fitted(few, 0);
  UnlabelledRows rows(model.counts.schema());
  rows.append(without_class(many.batch()));
  EXPECT_THROW(learn_unlabelled(model, rows, std::nullopt, 1), Error);  // there is no sample
  EXPECT_THROW(learn_unlabelled(model, rows, 0, 1), Error);
  EXPECT_THROW(learn_unlabelled(model, rows, 1.5, 1), Error);
  EXPECT_FALSE(model.expected);
  const LearnedUnlabelled learned = learn_unlabelled(model, rows, 0.5, 1);
  EXPECT_EQ(learned.weight, 0.5);
  ASSERT_TRUE(model.expected);
  EXPECT_EQ(model.expected->weight, 0.5);
  EXPECT_EQ(model.expected->counts.total_weight(), ExactSum(25));
}

TEST(LearnUnlabelled, NeedsRowsWithAClass) {
  const TestTable many = clouds(2, 50, 1);
  Model model{Counts(schema_of_clouds()), ""};
  UnlabelledRows rows(model.counts.schema());
  rows.append(without_class(many.batch()));
  EXPECT_THROW(learn_unlabelled(model, rows, 1, 1), Error);
}

Schema schema_of_topics() {
  Schema schema;
  schema.columns = {feature("text", Family::kText, ValueType::kText),
                    column_with_role("y", Role::kTarget, ValueType::kText)};
  return validated(counted_as(Counting::kWeighted, schema));
}

// Texts of two topics, a few words each, of which the topics have many.
TestTable topics(std::uint32_t seed, std::size_t rows) {
  std::mt19937 random(seed);
  std::vector<std::string> texts, pairs, y;
  for (std::size_t i = 0; i < rows; ++i) {
    const bool second = random() % 2 == 0;
    std::string text, pair, before;
    for (unsigned n = 8 + random() % 16; n > 0; --n) {
      const bool is_common = random() % 3 == 0;
      const std::string word = (is_common ? "c"
                                : second  ? "b"
                                          : "a") +
                               std::to_string(random() % 400);
      text += word + " ";
      if (!before.empty()) pair.append(before).append("+").append(word).append(" ");
      before = word;
    }
    texts.push_back(text);
    pairs.push_back(pair);
    y.emplace_back(second ? "b" : "a");
  }
  TestTable out;
  out.terms("text", texts).terms("text.pair", pairs).texts("y", y);
  return out;
}

Model fitted_topics(const TestTable& table) {
  std::vector<PieceCounter> counters(1, PieceCounter(schema_of_topics(), {RowSample(), false}));
  counters[0].add(table.batch());
  return model_of(together(std::move(counters), 1));
}

TEST(LearnUnlabelled, TextsHelpWhereTopicsHaveManyWords) {
  const TestTable few = topics(1, 40), many = topics(2, 800), test = topics(3, 1000);
  Model model = fitted_topics(few);
  const double before = accuracy(model, test);
  UnlabelledRows rows(model.counts.schema());
  rows.append(without_class(many.batch()));
  const std::vector<std::byte> counts = to_bytes({model.counts, ""});
  const LearnedUnlabelled learned = learn_unlabelled(model, rows, std::nullopt, 1);
  ASSERT_TRUE(learned.learned_rule);
  ASSERT_GT(learned.weight, 0);
  EXPECT_LT(learned.best().log_loss, learned.learned_rule->log_loss);
  EXPECT_EQ(learned.trials.size(), 1 + kWeightsOfUnlabelledTexts.size());
  for (std::size_t i = 1; i < learned.objective.size(); ++i) {
    EXPECT_GE(learned.objective[i], learned.objective[i - 1]);
  }
  ASSERT_TRUE(model.expected);
  EXPECT_EQ(model.expected->slope, static_cast<float>(learned.slope));
  EXPECT_EQ(to_bytes({model.counts, ""}), counts);  // which stay what they were
  EXPECT_GT(accuracy(model, test), before);
  // Asked with the λ and the slope that it was tried with, unless the question has its own.
  const Question asked = as_expected(Question{}, model);
  EXPECT_EQ(asked.lambda, Em::kLambdaOfTexts);
  Question other;
  other.lambda = 0.5;
  EXPECT_EQ(as_expected(other, model), other);
  const Posteriors with_layer = Asker(model, Question{}).answer(test.batch()).posteriors;
  const Posteriors told =
      Asker(as_asked(model, Question{}).counts, asked).answer(test.batch()).posteriors;
  EXPECT_EQ(with_layer.posterior, told.posterior);
  // The naive rule answers by default: it is better than the one that hears rows with a class alone.
  tune_model(model);
  EXPECT_EQ(rule_of(default_question(model), model.rule), Rule::kNaive);
  // The layer is the same on several threads.
  Model again = fitted_topics(few);
  learn_unlabelled(again, rows, std::nullopt, 3);
  tune_model(again);
  EXPECT_EQ(to_bytes(again), to_bytes(model));
}

// What most words are about is no class: it is told by one word of a few.
TEST(LearnUnlabelled, TextsAreNotUsedWhereTheyLieAnotherWay) {
  const auto styles = [](std::uint32_t seed, std::size_t rows) {
    std::mt19937 random(seed);
    std::vector<std::string> texts, pairs, y;
    for (std::size_t i = 0; i < rows; ++i) {
      const bool second = random() % 2 == 0, is_formal = random() % 2 == 0;
      std::string text = (second ? "b" : "a") + std::to_string(random() % 4) + " ";
      for (int n = 0; n < 14; ++n) {
        text += (is_formal ? "f" : "g") + std::to_string(random() % 60) + " ";
      }
      texts.push_back(text);
      pairs.emplace_back("");
      y.emplace_back(second ? "b" : "a");
    }
    TestTable out;
    out.terms("text", texts).terms("text.pair", pairs).texts("y", y);
    return out;
  };
  Model model = fitted_topics(styles(4, 80));
  const TestTable many = styles(5, 800);
  UnlabelledRows rows(model.counts.schema());
  rows.append(without_class(many.batch()));
  const LearnedUnlabelled learned = learn_unlabelled(model, rows, std::nullopt, 1);
  EXPECT_EQ(learned.weight, 0);
  EXPECT_FALSE(model.expected);
  EXPECT_EQ(learned.trials.size(), 1 + kWeightsOfUnlabelledTexts.size());
  EXPECT_TRUE(learned.learned_rule);
}

TEST(LearnUnlabelled, TextsTakeAWeightThatIsTold) {
  const TestTable few = topics(6, 40), many = topics(7, 100);
  Model model = fitted_topics(few);
  UnlabelledRows rows(model.counts.schema());
  rows.append(without_class(many.batch()));
  const LearnedUnlabelled learned = learn_unlabelled(model, rows, 0.5, 1);
  EXPECT_EQ(learned.weight, 0.5);
  EXPECT_TRUE(learned.trials.empty());
  EXPECT_GT(learned.slope, 0);
  EXPECT_EQ(model.expected->counts.total_weight(), ExactSum(50));
  model.expected->counts.check();
}

}  // namespace
}  // namespace tally
