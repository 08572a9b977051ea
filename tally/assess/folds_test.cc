// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/folds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tally/batch/table_testing.h"

namespace tally {
namespace {

RowStore rows_of(const std::vector<std::string>& targets, const std::vector<std::string>& groups) {
  Schema schema;
  schema.columns = {feature("who", Family::kCategorical, ValueType::kText),
                    column_with_role("y", Role::kTarget, ValueType::kText)};
  TestTable table;
  table.texts("y", targets).texts("who", groups);
  RowStore rows(validated(schema));
  rows.append(table.batch());
  return rows;
}

RowStore rows_of(const std::vector<std::string>& targets) {
  return rows_of(targets, std::vector<std::string>(targets.size(), "x"));
}

std::vector<std::string> mixed_targets() {
  std::vector<std::string> out;
  for (int i = 0; i < 30; ++i) out.emplace_back(i % 3 == 0 ? "a" : "b");
  return out;
}

FoldRule rule(int folds, bool stratify = false, const std::string& group = "",
              std::uint64_t seed = 0) {
  return {folds, stratify, group, seed};
}

void expect_refused(const RowStore& rows, const FoldRule& wrong, const std::string& sentence) {
  try {
    deal_folds(rows, wrong);
    ADD_FAILURE() << "nothing was refused";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    EXPECT_NE(std::string(error.what()).find(sentence), std::string::npos) << error.what();
  }
}

TEST(Folds, TheHashIsSplitmix64) {
  // Published with the generator: its first three outputs from the state 0.
  EXPECT_EQ(row_hash(0, 0), 0xE220A8397B1DCDAFU);
  EXPECT_EQ(row_hash(0, 1), 0x6E789E6AA1B965F4U);
  EXPECT_EQ(row_hash(0, 2), 0x06C45D188009454FU);
  EXPECT_NE(row_hash(1, 0), row_hash(0, 0));
}

TEST(Folds, AreRanksOfTheHash) {
  const auto folds = deal_folds(rows_of({"a", "a", "a"}), rule(3));
  // Sorted by hash: rows 2, 1, 0.
  EXPECT_EQ(folds, (std::vector<std::vector<std::int64_t>>{{2}, {1}, {0}}));
}

TEST(Folds, EveryRowIsInOneAndSizesDifferByOne) {
  const auto folds = deal_folds(rows_of(mixed_targets()), rule(7));
  std::set<std::int64_t> seen;
  for (const auto& fold : folds) {
    EXPECT_TRUE(fold.size() == 4 || fold.size() == 5);
    seen.insert(fold.begin(), fold.end());
  }
  EXPECT_EQ(seen.size(), 30U);
}

TEST(Folds, StratifiedFoldsShareOutEachClass) {
  for (const auto& fold : deal_folds(rows_of(mixed_targets()), rule(5, true))) {
    const auto a = std::count_if(fold.begin(), fold.end(), [](auto row) { return row % 3 == 0; });
    EXPECT_EQ(a, 2);
    EXPECT_EQ(fold.size(), 6U);
  }
}

TEST(Folds, ASeedIsAnotherDeal) {
  const RowStore rows = rows_of(mixed_targets());
  EXPECT_EQ(deal_folds(rows, rule(5, false, "", 3)), deal_folds(rows, rule(5, false, "", 3)));
  EXPECT_NE(deal_folds(rows, rule(5, false, "", 3)), deal_folds(rows, rule(5)));
}

TEST(Folds, GroupsStayTogetherWhateverTheirOrder) {
  std::vector<std::string> groups;
  for (int i = 0; i < 30; ++i) groups.push_back("g" + std::to_string(i % 10));
  const auto folds = deal_folds(rows_of(mixed_targets(), groups), rule(3, false, "who"));
  std::set<std::int64_t> seen;
  for (const auto& fold : folds) {
    std::set<std::int64_t> own;
    for (const std::int64_t row : fold) own.insert(row % 10);
    EXPECT_EQ(fold.size(), own.size() * 3);
    for (const std::int64_t group : own) EXPECT_TRUE(seen.insert(group).second);
  }
  EXPECT_EQ(seen.size(), 10U);

  // The same labels, met in another order.
  std::vector<std::string> reversed(groups.rbegin(), groups.rend());
  const auto turned = deal_folds(rows_of(mixed_targets(), reversed), rule(3, false, "who"));
  for (std::size_t f = 0; f < folds.size(); ++f) {
    std::vector<std::int64_t> mirrored;
    for (const std::int64_t row : turned[f]) mirrored.insert(mirrored.begin(), 29 - row);
    EXPECT_EQ(mirrored, folds[f]);
  }
}

TEST(Folds, RowsWithoutAGroupStandAlone) {
  const auto folds =
      deal_folds(rows_of({"a", "a", "b", "b"}, {"", "", "x", "x"}), rule(3, false, "who"));
  std::multiset<std::size_t> sizes;
  for (const auto& fold : folds) sizes.insert(fold.size());
  EXPECT_EQ(sizes, (std::multiset<std::size_t>{1, 1, 2}));
}

TEST(Folds, RefusesWhatCannotBe) {
  const RowStore rows = rows_of({"a", "b", "c"});
  expect_refused(rows, rule(1), "at least 2 folds");
  expect_refused(rows, rule(4), "4 folds need as many rows; there are 3");
  expect_refused(rows, rule(2, false, "who"), "2 folds need as many groups; there are 1");
  expect_refused(rows, rule(2, true, "who"), "cannot be stratified");
  expect_refused(rows, rule(2, true), "every class has a single row");
}

}  // namespace
}  // namespace tally
