// SPDX-License-Identifier: Apache-2.0
#include "tally/read/svmlight/svmlight_reader.h"

#include <gtest/gtest.h>

#include "tally/read.h"
#include "tally/read/read_testing.h"

namespace tally {
namespace {

Table table_of(const std::string& file) { return Table({file}, ReadOptions{}); }

Schema drafted(Table& table, const std::string& family = "") {
  Declarations declarations;
  declarations.target = kSvmlightLabel;
  if (!family.empty()) declarations.families = {{"*", family}};
  return draft_schema(table.sample(), declarations, {}).schema;
}

TEST(SvmlightReader, ColumnsAreTheLabelAndTheIndicesOfAllFiles) {
  const TestFolder folder;
  const std::string a = folder.write("a.svm", "1 3:2 10:1\n"), b = folder.write("b.svm", "2 2:1\n");
  Table table({a, b}, ReadOptions{});
  EXPECT_EQ(table.column_names(), (std::vector<std::string>{"label", "2", "3", "10"}));
  const Schema schema = drafted(table);
  EXPECT_EQ(schema.find("10")->family, Family::kMultinomial);
  EXPECT_EQ(schema.find("label")->type, ValueType::kNumber);
  std::vector<std::int64_t> first_rows;
  double sum = 0;
  table.read(schema, 2, [&](const Batch& batch, int) -> Table::Finish {
    const double cell = std::get<Numbers>(*batch.find("3")).at(0);
    return [&, cell, row = batch.first_row] {
      first_rows.push_back(row);
      sum += cell;
    };
  });
  EXPECT_EQ(first_rows, (std::vector<std::int64_t>{0, 1}));
  EXPECT_EQ(sum, 2);
}

TEST(SvmlightReader, FamiliesMayBeDeclared) {
  const TestFolder folder;
  Table table = table_of(folder.write("a.svm", "1 3:2\n"));
  EXPECT_EQ(drafted(table, "gaussian").find("3")->family, Family::kGaussian);
}

TEST(SvmlightReader, UnknownIndicesArePassedOverAndAbsentOnesAreZero) {
  const TestFolder folder;
  Table learned = table_of(folder.write("a.svm", "1 3:2 4:1\n"));
  const Schema schema = drafted(learned);
  Table other = table_of(folder.write("b.svm", "1 4:7 99:1\n"));
  other.read(schema, 1, [&](const Batch& batch, int) -> Table::Finish {
    EXPECT_EQ(std::get<Numbers>(*batch.find("3")).at(0), 0);
    EXPECT_EQ(std::get<Numbers>(*batch.find("4")).at(0), 7);
    EXPECT_EQ(batch.find("99"), nullptr);
    return {};
  });
}

TEST(SvmlightReader, AColumnThatNoIndexNamesIsAnError) {
  const TestFolder folder;
  const std::string csv = folder.write("a.csv", "label,height\n1,2\n1,3\n");
  Table table({csv}, ReadOptions{});
  const Schema schema = drafted(table);
  Table other = table_of(folder.write("b.svm", "1 4:7\n"));
  EXPECT_TRUE(has(
      message_of([&] { other.read(schema, 1, [](const Batch&, int) { return Table::Finish(); }); }),
      "it has no feature 'height'"));
}

TEST(SvmlightReader, MoreRowsSelectedThanThereAre) {
  const TestFolder folder;
  ReadOptions options;
  options.rows = RowSelection{"rows.json", {0, 5}};
  Table table({folder.write("a.svm", "1 3:2\n# no row\n")}, options);
  const Schema schema = drafted(table);
  EXPECT_TRUE(has(
      message_of([&] { table.read(schema, 1, [](const Batch&, int) { return Table::Finish(); }); }),
      "row 5 is selected, but there are only 1 rows"));
}

TEST(SvmlightReader, CellsAreNotKept) {
  const TestFolder folder;
  ReadOptions options;
  options.keep_cells = true;
  const std::string file = folder.write("a.svm", "1 3:2\n");
  EXPECT_TRUE(
      has(message_of([&] { Table({file}, options); }), "cannot be kept; do not ask for them"));
}

}  // namespace
}  // namespace tally
