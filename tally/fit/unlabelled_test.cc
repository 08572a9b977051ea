// SPDX-License-Identifier: Apache-2.0
#include "tally/fit/unlabelled.h"

#include <gtest/gtest.h>

#include <random>

#include "tally/base/error.h"
#include "tally/batch/table_testing.h"
#include "tally/fit/asker.h"
#include "tally/fit/piece.h"

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

}  // namespace
}  // namespace tally
