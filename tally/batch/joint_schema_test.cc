// SPDX-License-Identifier: Apache-2.0
#include "tally/batch/joint_schema.h"

#include <gtest/gtest.h>

#include <limits>

#include "tally/base/error.h"
#include "tally/batch/schema.h"
#include "tally/schema.h"

namespace tally {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

Schema four_columns() {
  Schema schema;
  schema.columns = {feature("age", Family::kGaussian), feature("visits", Family::kPoisson),
                    feature("town", Family::kCategorical, ValueType::kText),
                    feature("member", Family::kBernoulli, ValueType::kBoolean),
                    column_with_role("y", Role::kTarget, ValueType::kText)};
  return schema;
}

std::string refusal(const JointSchema& joint) {
  Schema schema = four_columns();
  schema.joint = joint;
  try {
    validated(schema);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    return error.sentence();
  }
  return "";
}

TEST(JointSchema, HasOneForm) {
  Schema schema = four_columns();
  schema.joint = {{{"town", {}}, {"age", {18, 65}}, {"member", {}}},
                  {{"town", "age", "member"}},
                  {{"visits", 3, 2}, {"age", -0.0, 10}}};
  const JointSchema joint = validated(schema).joint;
  EXPECT_EQ(joint.grid[0].name, "age");
  EXPECT_EQ(joint.triples[0], (Triple{"age", "member", "town"}));
  EXPECT_EQ(joint.scaled[0].name, "age");
  EXPECT_FALSE(std::signbit(joint.scaled[0].mean));
  schema.joint = {{{"age", {18, 65}}, {"member", {}}, {"town", {}}},
                  {{"member", "town", "age"}},
                  {{"age", 0, 10}, {"visits", 3, 2}}};
  EXPECT_EQ(validated(schema).joint, joint);
}

TEST(JointSchema, IsThereAndCanBe) {
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(refusal({{{"age", {18}}}, {}, {}}), "");
  EXPECT_EQ(refusal({{{"size", {}}}, {}, {}}),
            "column 'size' is to stand in a grid, and is no feature that can");
  EXPECT_EQ(refusal({{{"y", {}}}, {}, {}}),
            "column 'y' is to stand in a grid, and is no feature that can");
  EXPECT_EQ(refusal({{{"age", {}}}, {}, {}}), "column 'age' is to stand in a grid and has no cuts");
  for (const std::vector<double>& cuts : {std::vector<double>{1, 1}, {2, 1}}) {
    EXPECT_EQ(refusal({{{"age", cuts}}, {}, {}}), "the cuts of column 'age' do not ascend");
  }
  for (const double cut : {kNone, inf}) {
    EXPECT_EQ(refusal({{{"age", {cut}}}, {}, {}}),
              "column 'age' is to be cut at a number that is not finite");
  }
  EXPECT_EQ(refusal({{{"town", {1}}}, {}, {}}), "column 'town' holds labels, which are not cut");
  EXPECT_EQ(refusal({{{"town", {}}, {"town", {}}}, {}, {}}), "column 'town' is in the grid twice");
  EXPECT_EQ(refusal({{{"age", {1}}, {"town", {}}}, {{"age", "town", "visits"}}, {}}),
            "a triple has the column 'visits', which is not in the grid");
  EXPECT_EQ(refusal({{{"age", {1}}, {"town", {}}}, {{"age", "town", "age"}}, {}}),
            "a triple has the column 'age' twice");
  EXPECT_EQ(refusal({{}, {}, {{"town", 0, 1}}}),
            "column 'town' is to be scaled, and is no feature that holds numbers");
  for (const auto& [mean, spread] :
       {std::pair(0.0, 0.0), std::pair(0.0, -1.0), std::pair(kNone, 1.0), std::pair(0.0, inf),
        std::pair(0.0, kNone), std::pair(inf, 1.0)}) {
    EXPECT_NE(refusal({{}, {}, {{"age", mean, spread}}}), "") << mean << " " << spread;
  }
}

TEST(JointSchema, StandsBesideNoText) {
  Schema schema = four_columns();
  schema.columns.push_back(feature("words", Family::kText, ValueType::kText));
  schema.joint.grid = {{"town", {}}};
  EXPECT_THROW(validated(schema), Error);
}

TEST(JointSchema, HasNamesOfItsOwn) {
  Schema schema = four_columns();
  schema.columns.push_back(feature(kJointTally, Family::kGaussian));
  schema.joint.grid = {{"town", {}}};
  EXPECT_THROW(validated(schema), Error);
}

TEST(JointSchema, GoesWithHowATableIsCounted) {
  Schema schema = four_columns();
  schema.joint.grid = {{"town", {}}};
  EXPECT_EQ(counted_as(Counting::kFull, schema).joint, schema.joint);
  EXPECT_TRUE(counted_as(Counting::kWeighted, schema).joint.empty());
  EXPECT_TRUE(counted_as(Counting::kNaive, schema).joint.empty());
}

TEST(JointSchema, DiffersInWords) {
  Schema here = validated(four_columns()), there = here;
  there.joint.grid = {{"town", {}}};
  EXPECT_EQ(difference(here, there), "0 columns are cut into a grid here and 1 there");
  here.joint.grid = {{"age", {18}}};
  EXPECT_EQ(difference(here, there), "column 'age' is cut into a grid otherwise here than there");
  here.joint = there.joint;
  there.joint.scaled = {{"age", 0, 1}};
  EXPECT_EQ(difference(here, there), "0 columns are scaled here and 1 there");
  there.joint = here.joint;
  EXPECT_EQ(difference(here, there), "");
}

// z = clamp((x − mean) / spread, ±5), to the nearest multiple of 2^−16.
TEST(Scaled, IsInFixedPoint) {
  const ScaledColumn column{"x", 10, 4};
  EXPECT_EQ(scaled(column, 10), 0);
  EXPECT_EQ(scaled(column, 14), 1);
  EXPECT_EQ(scaled(column, 30), 5);
  EXPECT_EQ(scaled(column, 29.99999), 5);  // rounded up to it
  EXPECT_EQ(scaled(column, 1e300), 5);
  EXPECT_EQ(scaled(column, -1e300), -5);
  EXPECT_EQ(scaled(column, kNone), 0);
  EXPECT_EQ(scaled(column, 10 + 4 * 0x1p-16), 0x1p-16);
  EXPECT_EQ(scaled(column, 10 + 4 * 0x1p-18), 0);
  EXPECT_EQ(scaled({"x", -1e290, 1e-290}, 1e290), 5);
}

}  // namespace
}  // namespace tally
