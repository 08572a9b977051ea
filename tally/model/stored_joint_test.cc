// SPDX-License-Identifier: Apache-2.0
#include "tally/model/stored_joint.h"

#include "tally/model/model_testing.h"

namespace tally {
namespace {

constexpr const char* kOdd = "a\nb\\,= c";

Schema together() {
  Schema schema;
  schema.columns = {feature("age", Family::kGaussian), feature(kOdd, Family::kPoisson),
                    feature("town", Family::kCategorical, ValueType::kText),
                    column_with_role("y", Role::kTarget, ValueType::kText)};
  schema.joint.grid = {{"age", {18, 30.5}}, {kOdd, {2}}, {"town", {}}};
  schema.joint.triples = {{"age", kOdd, "town"}};
  schema.joint.scaled = {{"age", 38.5, 13.5}, {kOdd, 0, 1}};
  return validated(schema);
}

Model some_rows() {
  Model model{Counts(together()), ""};
  TestTable table;
  table.numbers("age", {17, 18, TestTable::kMissing, 40})
      .numbers(kOdd, {0, 7, 1, 3})
      .texts("town", {"Ulm", "a,b=c", "Ulm", ""})
      .texts("y", {"k", "l", "k", "k"});
  model.counts.add(table.batch());
  return model;
}

TEST(StoredJoint, IsLines) {
  EXPECT_EQ(stored_joint(together()),
            "grid 2 a\\nb\\\\,= c\ngrid 18,30.5 age\ngrid - town\n"
            "triple a\\nb\\\\\\\\\\\\,\\\\= c,age,town\n"
            "scaled 0 1 a\\nb\\\\,= c\nscaled 38.5 13.5 age");
  EXPECT_EQ(stored_joint(every_family()), "");
}

TEST(StoredJoint, ThereAndBack) {
  const TemporaryFolder folder;
  const std::string path = folder / "m";
  const Model model = some_rows();
  save_model(model, path);
  EXPECT_EQ(sql(path, "PRAGMA user_version"), std::vector<std::string>{"4"});
  EXPECT_TRUE(same(load_model(path), model));
  EXPECT_TRUE(same(from_bytes(to_bytes(model)), model));
  check_model(path);
  EXPECT_EQ(sql(path,
                "SELECT key, part, class, amount FROM counts WHERE tally = 'joint counts' AND "
                "(key LIKE 'age,town%' OR key LIKE 'town%')"),
            (std::vector<std::string>{"age,town|missing|k|2", "age,town=0,Ulm|value|k|1",
                                      "age,town=0,a\\,b\\=c|value|l|1", "town|missing|k|1",
                                      "town=Ulm|value|k|2", "town=a\\,b\\=c|value|l|1"}));
}

// What another program wrote is refused unless it is in the one form, and adds up.
TEST(StoredJoint, IsCheckedAsAStrangers) {
  const TemporaryFolder folder;
  const std::string path = folder / "m";
  const auto refused = [&](const std::string& change) {
    std::filesystem::remove(path);
    save_model(some_rows(), path);
    sql(path, change);
    EXPECT_THROW(load_model(path), Error) << change;
    EXPECT_THROW(check_model(path), Error) << change;
  };
  const auto meta = [&](const std::string& value) {
    refused("UPDATE meta SET value = '" + value + "' WHERE key = 'joint'");
  };
  meta("");
  meta("grid 18 nobody");
  meta("grid 18,18 age");
  meta("grid 30.5,18 age");
  meta("grid nan age");
  meta("grid  age");
  meta("grid 18 age\ngrid 18 age");
  meta("grid - town\ngrid 18 age");  // not sorted
  meta("grid 18.0 age");             // not as it is written
  meta("triple age,town");
  meta("scaled 1 0 age");
  meta("scaled 1 age");
  meta("pairs age");
  refused("DELETE FROM meta WHERE key = 'joint'");
  refused("PRAGMA user_version = 3");
  const auto counts = [&](const std::string& change, const std::string& where) {
    refused("UPDATE counts SET " + change + " WHERE tally = 'joint counts' AND " + where);
  };
  counts("amount = 2", "key = 'age,town=0,Ulm'");
  counts("amount = -1", "key = 'age,town=0,Ulm'");
  counts("key = 'age,town=3,Ulm'", "key = 'age,town=0,Ulm'");   // no such bin
  counts("key = 'age,town=00,Ulm'", "key = 'age,town=0,Ulm'");  // another form
  counts("key = 'town,age=Ulm,0'", "key = 'age,town=0,Ulm'");
  counts("key = 'age,town=0'", "key = 'age,town=0,Ulm'");
  counts("key = 'age,town'", "key = 'age,town=0,Ulm'");
  counts("part = 'sum'", "key = 'age,town=0,Ulm'");
  const auto moments = [&](const std::string& change, const std::string& where) {
    refused("UPDATE counts SET " + change + " WHERE tally = 'joint moments' AND " + where);
  };
  moments("amount = -amount", "part = 'square' AND key = 'age,age'");
  moments("amount = 9999999999", "part = 'square' AND key = 'age,age'");
  moments("key = 'age,nobody'", "part = 'square' AND key = 'age,age'");
  moments("part = 'missing'", "part = 'sum' AND key = 'age'");
}

TEST(StoredJoint, OtherGridsMergeWithoutThem) {
  Model one = some_rows(), other = some_rows();
  Schema schema = together();
  schema.joint.grid[1].cuts = {20};
  Counts counts(schema);
  TestTable table;
  table.numbers("age", {17}).numbers(kOdd, {0}).texts("town", {"Ulm"}).texts("y", {"k"});
  counts.add(table.batch());
  other.counts = counts;
  one.rule = {{"", "chosen:full", 1}};
  Model both = one;
  merge(both, other);
  EXPECT_TRUE(both.counts.schema().joint.empty());
  EXPECT_EQ(both.counts.total_weight(), ExactSum(5));
  EXPECT_TRUE(both.rule.empty());
  EXPECT_EQ(both.counts.joint(), nullptr);
  both = one;
  merge(both, one);
  EXPECT_FALSE(both.counts.schema().joint.empty());
  // Another difference is refused, and changes nothing.
  Schema third = schema;
  third.columns[0].family = Family::kNegativeBinomial;
  third.joint = {};
  other.counts = Counts(third);
  const std::vector<std::byte> before = to_bytes(one);
  EXPECT_THROW(merge(one, other), Error);
  EXPECT_EQ(to_bytes(one), before);
}

}  // namespace
}  // namespace tally
