// SPDX-License-Identifier: Apache-2.0
#include "tally/model/sum_adder.h"

#include "tally/model/model_testing.h"

namespace tally {
namespace {

class Sums : public ::testing::Test {
 protected:
  Sums() {
    Schema schema;
    schema.columns = {feature("n", Family::kCategorical), text_feature("body"),
                      column_with_role("y", Role::kTarget, ValueType::kNumber)};
    counts_.emplace(validated(schema));
  }

  Database db_ = Database::in_memory();
  std::optional<Counts> counts_;
};

TEST_F(Sums, AddUpByTallyKeyPartAndClass) {
  SumAdder classes(db_, kClassesTable, *counts_);
  classes.add_to_class({"", "", "", "1", 0, 5});
  classes.add_to_class({"", "", "", "2", 0, 7});
  SumAdder sums(db_, kCountsTable, *counts_);
  sums.add({"body", "money", "repeat", "1", 0, 2});
  sums.add({"body", "money", "value", "1", 0, 3});
  sums.add({"body", "money", "value", "2", -32, 1});
  sums.add({"n", "0.5", "value", "2", 0, 4});
  std::vector<std::string> rows;
  counts_->for_each_row([&](const CountRow& row) {
    rows.push_back(row.tally + " " + row.key + " " + std::string(to_string(row.part)) + " " +
                   row.klass + " " + std::to_string(row.exponent) + " " +
                   std::to_string(row.amount));
  });
  EXPECT_EQ(rows, (std::vector<std::string>{"  weight 1 0 5", "  weight 2 0 7",
                                            "body money repeat 1 0 2", "body money value 1 0 3",
                                            "body money value 2 -32 1", "n 0.5 value 2 0 4"}));
}

TEST_F(Sums, RefuseWhatNoModelHas) {
  SumAdder sums(db_, kCountsTable, *counts_);
  const auto refused = [&](const SumAdder::Row& row, const std::string& sentence) {
    expect_error(ErrorKind::kData, sentence, [&] { sums.add(row); });
  };
  refused({"nobody", "k", "value", "1", 0, 1}, "the tally 'nobody' of no feature");
  refused({"body", "k", "worth", "1", 0, 1}, "the part 'worth'");
  refused({"body", "k", "value", "1.0", 0, 1}, "the label '1.0', which is not how a number");
  refused({"body", "k", "value", "one", 0, 1}, "the label 'one'");
  refused({"n", "0.50", "value", "1", 0, 1}, "the label '0.50'");
  refused({"body", "k", "value", "1", std::int64_t{1} << 40, 1}, "the exponent 1099511627776");
  refused({"body", "k", "value", "1", 1, 1}, "the exponent 1");
  refused({"body", "", "value", "1", 0, 1}, "which the tally cannot have");
  sums.add({"body", "k", "value", "1", 0, 1});
  refused({"body", "k", "value", "01", 0, 1}, "the label '01'");
}

TEST_F(Sums, ALabelHasOneForm) {
  EXPECT_EQ(label_in(db_, kRuleTable, "0.5", ValueType::kNumber), Label::of(0.5));
  expect_error(ErrorKind::kData, "the table 'rule' holds the label '.5'",
               [&] { label_in(db_, kRuleTable, ".5", ValueType::kNumber); });
}

}  // namespace
}  // namespace tally
