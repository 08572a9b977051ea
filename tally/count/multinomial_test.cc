// SPDX-License-Identifier: Apache-2.0
#include "tally/count/family_testing.h"

namespace tally {
namespace {

Schema two_groups() {
  Schema schema;
  schema.columns = {feature("a", Family::kMultinomial), feature("b", Family::kMultinomial),
                    feature("c", Family::kMultinomial),
                    column_with_role("y", Role::kTarget, ValueType::kText)};
  schema.columns[2].group = "other";
  return schema;
}

TEST(Multinomial, AGroupIsOneTallyOfItsTerms) {
  TestTable table;
  table.numbers("a", {1, 0}).numbers("b", {2, 0.5}).numbers("c", {7, 1}).texts("y", {"k", "l"});
  const Counts counts = count_table(two_groups(), table);
  ASSERT_EQ(counts.tallies().size(), 2U);
  const ValueTally& group = values_of(*counts.find("multinomial"));
  const auto classes = counts.classes();
  EXPECT_EQ(group.total(classes[0].code).to_double(), 3);
  EXPECT_EQ(group.total(classes[1].code).to_double(), 0.5);
  EXPECT_EQ(values_of(*counts.find("other")).total(classes[0].code).to_double(), 7);
}

TEST(Multinomial, ATermThatNeverOccursIsStillATerm) {
  TestTable table;
  table.numbers("a", {1}).numbers("b", {0}).numbers("c", {0}).texts("y", {"k"});
  EXPECT_EQ(values_of(*count_table(two_groups(), table).find("multinomial")).values().size(), 2U);
}

TEST(Multinomial, RefusesNegativeCounts) {
  TestTable table;
  table.numbers("a", {1, 1}).numbers("b", {0, -1}).numbers("c", {0, 0}).texts("y", {"k", "k"});
  expect_refused(two_groups(), table, 1, "b", "found -1");
}

}  // namespace
}  // namespace tally
