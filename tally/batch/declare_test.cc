// SPDX-License-Identifier: Apache-2.0
#include "tally/schema.h"

#include <gtest/gtest.h>

namespace tally {
namespace {

TEST(Declare, ColumnsMakeASchema) {
  TextOptions options;
  options.fold = false;
  const Schema schema =
      validated({{feature("x", Family::kGaussian), text_feature("body", options),
                  target_column("class"), column_with_role("w", Role::kWeight, ValueType::kNumber)},
                 {}});
  EXPECT_EQ(schema.target().name, "class");
  EXPECT_EQ(schema.target().type, ValueType::kText);
  EXPECT_EQ(schema.weight()->name, "w");
  EXPECT_EQ(schema.find("x")->family, Family::kGaussian);
  EXPECT_EQ(schema.find("x")->type, ValueType::kNumber);
  EXPECT_EQ(schema.find("body")->text, options);
  EXPECT_TRUE(schema.has_text());
}

}  // namespace
}  // namespace tally
