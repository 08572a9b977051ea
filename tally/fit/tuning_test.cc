// SPDX-License-Identifier: Apache-2.0
#include "tally/fit.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>

#include "tally/infer/rule_testing.h"
#include "tally/model/stored_mail.h"

namespace tally {
namespace {

double messages_of(const std::vector<RuleWeight>& rule) {
  for (const RuleWeight& weight : rule) {
    if (weight.klass.empty() && weight.part == "messages") return weight.value;
  }
  return -1;
}

// As a file may hold it.
Counts counted_mail(const std::vector<Message>& messages) {
  Schema schema = zoned_schema();
  for (ColumnSchema& column : schema.columns) {
    if (column.role == Role::kFeature) column.text.given = mail_terms(column.name);
  }
  return counted(messages, schema);
}

class TuningTest : public testing::Test {
 protected:
  TuningTest() { std::filesystem::remove(path_); }
  ~TuningTest() override { std::filesystem::remove(path_); }

  void save(std::size_t messages) {
    save_model(Model{counted_mail(random_messages(messages, {"ham", "spam"}, 1)), ""}, path_);
  }

  Tuned tuned_after(const Model& model, std::int64_t new_rows, double quickly) {
    std::filesystem::remove(path_);
    save_model(model, path_);
    return tune_file_if_outgrown(path_, new_rows, quickly);
  }

  // Tests run side by side, each in a process of its own.
  std::string path_ = testing::TempDir() + "tuning_test." + std::to_string(::getpid()) + ".tally";
};

TEST_F(TuningTest, WorksTheRuleOutInTheFile) {
  save(10);
  EXPECT_TRUE(load_model(path_).rule.empty());
  tune_file(path_);
  EXPECT_EQ(messages_of(load_model(path_).rule), 10);
}

TEST_F(TuningTest, OnlyWhenTheRowsHaveDoubled) {
  save(10);
  tune_file_if_outgrown(path_, 0);
  EXPECT_EQ(messages_of(load_model(path_).rule), 10);
  const auto learn = [&](std::size_t messages) {
    change_model(path_, [&](Model& model) {
      model.counts.merge(counted_mail(random_messages(messages, {"ham", "spam"}, 2)));
    });
    tune_file_if_outgrown(path_, 0);
    return messages_of(load_model(path_).rule);
  };
  EXPECT_EQ(learn(9), 10);
  EXPECT_EQ(learn(1), 20);
}

// So many terms take longer than a message may wait.
TEST_F(TuningTest, PutOffWhereAMessageWouldWait) {
  Model model{counted_mail(random_messages(20, {"ham", "spam"}, 1)), ""};
  Model first{counted_mail(random_messages(4, {"ham", "spam"}, 1)), ""};
  tune_model(first);
  model.rule = first.rule;
  EXPECT_EQ(tuned_after(model, 1, 50), Tuned::kPutOff);
  EXPECT_EQ(tuned_after(model, 9, 50), Tuned::kPutOff);
  EXPECT_EQ(tuned_after(model, 10, 50), Tuned::kNow);  // half of them are new
  EXPECT_EQ(tuned_after(model, 1, 1'000'000), Tuned::kNow);
  tune_model(model);
  EXPECT_EQ(tuned_after(model, 1, 50), Tuned::kNotNeeded);
}

TEST_F(TuningTest, LooksAtAModelThatIsOpen) {
  save(10);
  EXPECT_EQ(tune_file_if_outgrown(ModelInPlace(path_), path_, 0), Tuned::kNow);
  EXPECT_EQ(messages_of(load_model(path_).rule), 10);
  EXPECT_EQ(tune_file_if_outgrown(ModelInPlace(path_), path_, 0), Tuned::kNotNeeded);
}

TEST_F(TuningTest, WhatWasLearnedOutlivesTheSample) {
  Model model{counted_mail(random_messages(10, {"ham", "spam"}, 1)), ""};
  model.rule = {{"", "messages", 10}, {"", "sampled", 10}, {"spam", "bias", 0.25}};
  const std::vector<RuleWeight> learned = model.rule;
  tune_model(model);
  EXPECT_EQ(model.rule, learned);
  model.counts.merge(counted_mail(random_messages(10, {"ham", "spam"}, 2)));
  tune_model(model);
  EXPECT_EQ(messages_of(model.rule), 20);
}

TEST(Tuning, AModelWithoutTextIsLeftAlone) {
  Schema schema;
  schema.columns = {feature("x", Family::kGaussian, ValueType::kNumber),
                    column_with_role("y", Role::kTarget, ValueType::kText)};
  Model model{Counts(validated(schema)), ""};
  EXPECT_FALSE(has_rule(model));
  tune_model(model);
  EXPECT_TRUE(model.rule.empty());
}

}  // namespace
}  // namespace tally
