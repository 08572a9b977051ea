// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/full/full_rule.h"

#include <gtest/gtest.h>

#include "tally/base/error.h"
#include "tally/estimate/full/ugly_table_testing.h"

namespace tally {
namespace {

Counts counted(const UglyTable& table) {
  Counts out(table.schema);
  out.add(table.batch);
  return out;
}

TEST(FullRule, ListsItsFeatures) {
  const UglyTable table = ugly_table(60, 3, false, 2);
  const Counts counts = counted(table);
  ASSERT_TRUE(can_be_full(counts));
  const FullFeatures features = full_features(counts);
  std::vector<std::string> names;
  double parents = 0;
  for (const JointFeature& feature : features.together) {
    names.push_back(feature.name());
    if (feature.voice == JointVoice::kParent) parents += feature.guess;
  }
  EXPECT_EQ(names,
            (std::vector<std::string>{"parent:above", "parent:colour", "parent:flag",
                                      "parent:grade", "parent:height", "parent:tail", "mixture",
                                      "triple:above,colour,height", "triple:colour,flag,grade",
                                      "triple:flag,height,tail", "linear", "quadratic"}));
  EXPECT_DOUBLE_EQ(parents, 0.5);
  EXPECT_EQ(features.together[6].guess, 0.5);
  for (const RuleFeature& feature : features.voices.features) {
    EXPECT_EQ(feature.guess, 0);
    EXPECT_NE(feature.voice, Voice::kLaw);
    EXPECT_NE(feature.voice, Voice::kEven);
  }
  EXPECT_EQ(features.freedom, 57);
}

// A column of one value tells nothing, nor does a triple with it.
TEST(FullRule, AColumnOfOneValueIsNotHeard) {
  Schema schema;
  for (const char* name : {"a", "b", "c", "d"}) {
    schema.columns.push_back(feature(name, Family::kCategorical, ValueType::kText));
    schema.joint.grid.push_back({name, {}});
  }
  schema.columns.push_back(target_column("class"));
  schema.joint.triples = {{"a", "b", "c"}, {"a", "b", "d"}};
  Counts counts(validated(schema));
  counts.add(BatchBuilder()
                 .texts("a", {"x", "y", "x"})
                 .texts("b", {"x", "y", "y"})
                 .texts("c", {"x", "x", ""})
                 .texts("d", {"x", "y", "z"})
                 .texts("class", {"k", "l", "k"})
                 .batch());
  const FullFeatures features = full_features(counts);
  EXPECT_EQ(features.columns, (std::vector<std::size_t>{0, 1, 3}));
  EXPECT_EQ(features.triples, (std::vector<std::size_t>{1}));
  EXPECT_EQ(features.together.back().name(), "triple:a,b,d");
  EXPECT_FALSE(features.scatter);
}

TEST(FullRule, AsksForItsWeights) {
  Question question;
  question.rule = Rule::kFull;
  const std::vector<RuleWeight> weighted{{"", "chosen:weighted", 1}, {"", "bins:x", 1}};
  EXPECT_FALSE(has_full_weights(weighted));
  EXPECT_THROW(rule_of(question, weighted), Error);
  const std::vector<RuleWeight> full{{"", "chosen:full", 1}, {"", "full/mixture", 1}};
  EXPECT_EQ(rule_of(question, full), Rule::kFull);
  question.rule = Rule::kAuto;
  EXPECT_EQ(rule_of(question, full), Rule::kFull);
  question.lambda = 2;
  EXPECT_EQ(rule_of(question, full), Rule::kNaive);
  question.rule = Rule::kFull;
  EXPECT_THROW(validate(question), Error);
}

}  // namespace
}  // namespace tally
