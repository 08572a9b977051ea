// SPDX-License-Identifier: Apache-2.0
#include "tally/read/read_plan.h"

#include <gtest/gtest.h>

#include "tally/read/read_testing.h"

namespace tally {
namespace {

TEST(ReadPlan, ColumnsOfTheSchemaInTheOrderOfTheTable) {
  Schema schema;
  for (const char* name : {"a", "b", "y"}) schema.columns.emplace_back().name = name;
  schema.columns.back().role = Role::kTarget;
  const ReadOptions options;
  const ReadPlan plan = plan_read(schema, {"y", "x", "b", "a"}, options, {}, "f");
  ASSERT_EQ(plan.columns.size(), 3U);
  EXPECT_EQ(plan.columns[0].schema.name, "y");
  EXPECT_EQ(plan.columns[1].table_column, 2U);
  EXPECT_TRUE(has(message_of([&] {
                    plan_read(schema, {"a", "b"}, options, {}, "f");
                  }),
                  "f: there is no column 'y'"));
  EXPECT_EQ(plan_read(schema, {"a", "b"}, options, {Role::kTarget}, "f").columns.size(), 2U);
}

TEST(ReadPlan, SelectedRowsMustExist) {
  ReadOptions options;
  check_selection(options, 0);
  options.rows = RowSelection{"rows.json", {0, 3}};
  check_selection(options, 4);
  EXPECT_TRUE(has(message_of([&] { check_selection(options, 3); }), "rows.json: row 3"));
}

TEST(ReadPlan, PlacesOfTheSameColumnsInAnotherOrder) {
  EXPECT_EQ(places_of({"a", "b"}, {"b", "a"}, "g", "f"), (std::vector<std::size_t>{1, 0}));
  EXPECT_TRUE(has(message_of([] {
                    places_of({"a", "b"}, {"a"}, "g", "f");
                  }),
                  "g: has no column 'b', but f has"));
  EXPECT_TRUE(has(message_of([] {
                    places_of({"a"}, {"a", "b"}, "g", "f");
                  }),
                  "g: has a column 'b', but f has none"));
}

}  // namespace
}  // namespace tally
