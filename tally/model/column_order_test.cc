#include "tally/model/column_order.h"

#include <gtest/gtest.h>

#include "tally/batch/table_testing.h"

namespace tally {
namespace {

using Names = std::vector<std::string>;

Schema schema_of(const Names& features) {
  Schema schema;
  for (const std::string& name : features) {
    schema.columns.push_back(feature(name, Family::kGaussian, ValueType::kNumber));
  }
  schema.columns.push_back(column_with_role("y", Role::kTarget, ValueType::kText));
  return validated(schema);
}

TEST(ColumnOrder, IsThatOfTheTableWithoutWhatIsNoFeature) {
  EXPECT_EQ(feature_order(schema_of({"a", "b", "c"}), {"c", "y", "id", "a", "b"}),
            (Names{"c", "a", "b"}));
}

TEST(ColumnOrder, OfTheNamesNeedsNoText) {
  EXPECT_EQ(to_text({"a", "b"}), "");
  EXPECT_EQ(to_text({}), "");
  EXPECT_EQ(to_text({"b", "a"}), "b\na");
}

TEST(ColumnOrder, ComesBackWhateverTheNamesAre) {
  const Names odd{"z", "line\nfeed", "back\\slash", "\\n", "\n", "名"};
  const Schema schema = schema_of(odd);
  EXPECT_EQ(parse_feature_order(to_text(odd), schema), odd);
}

TEST(ColumnOrder, OfOtherFeaturesIsNone) {
  const Schema schema = schema_of({"a", "b", "c"});
  EXPECT_EQ(parse_feature_order("c\na\nb", schema), (Names{"c", "a", "b"}));
  for (const char* text :
       {"", "a\nb\nc", "c\na", "c\na\nb\nb", "c\na\ny", "c\na\nb\n", "c\na\n\\b"}) {
    EXPECT_EQ(parse_feature_order(text, schema), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace tally
