// SPDX-License-Identifier: Apache-2.0
#include "tally/read/csv/batch_parser.h"

#include "tally/read/csv/structural_index.h"
#include "tally/read/read_testing.h"

namespace tally::csv {
namespace {

ColumnSchema column(const std::string& name, ValueType type, Family family) {
  ColumnSchema schema;
  schema.name = name;
  schema.type = type;
  schema.family = family;
  return schema;
}

ReadPlan plan() {
  ReadPlan plan;
  plan.names = {"n", "s", "unused"};
  plan.columns = {{column("n", ValueType::kNumber, Family::kGaussian), 0},
                  {column("s", ValueType::kText, Family::kCategorical), 1}};
  return plan;
}

const FileShape kShape{"x.csv", {}, {0, 1, 2}};

TEST(BatchParser, ABatchOfTheColumnsAskedFor) {
  const ReadPlan read_plan = plan();
  BatchParser parser(read_plan);
  Block block = block_of("1,a,?\n\n,b,?\n3,a,?\n");
  block.first_line = 11;
  block.first_row = 7;
  const Batch& batch = parser.parse(std::move(block), kShape);
  EXPECT_EQ(batch.rows, 3);
  EXPECT_EQ(batch.file, "x.csv");
  EXPECT_EQ(batch.first_row, 7);
  EXPECT_EQ(batch.lines, (std::vector<std::int64_t>{11, 13, 14}));
  ASSERT_EQ(batch.columns.size(), 2U);
  EXPECT_EQ(std::get<Numbers>(*batch.find("n")).at(2), 3);
  EXPECT_EQ(parser.dictionary(1)->size(), 2);
  EXPECT_EQ(parser.dictionary(0), nullptr);
}

TEST(BatchParser, ColumnsMayStandElsewhere) {
  const ReadPlan read_plan = plan();
  BatchParser parser(read_plan);
  const Batch& batch = parser.parse(block_of("a,?,1\n"), {"y.csv", {}, {2, 0, 1}});
  EXPECT_EQ(std::get<Numbers>(*batch.find("n")).at(0), 1);
}

TEST(BatchParser, OnlyTheSelectedRowsAreRead) {
  ReadPlan read_plan = plan();
  const RowSelection rows{"split.json", {1, 5, 7, 8}};
  read_plan.rows = &rows;
  BatchParser parser(read_plan);
  Block block = block_of("bad,a,?\n5,b,?\nbad,a,?\n7,c,?\n");
  block.first_row = 4;
  const Batch& batch = parser.parse(std::move(block), kShape);
  EXPECT_EQ(batch.rows, 2);
  EXPECT_EQ(batch.lines, (std::vector<std::int64_t>{2, 4}));
  EXPECT_EQ(std::get<Numbers>(*batch.find("n")).at(1), 7);
}

TEST(BatchParser, KeptCellsAreThoseOfAllColumns) {
  ReadPlan read_plan = plan();
  read_plan.keep_cells = true;
  BatchParser parser(read_plan);
  parser.parse(block_of("1,a,x\n2,b,y\n"), kShape);
  const Batch& batch = parser.parse(block_of(" 1 ,\" a\",\"say \"\"hi\"\"\"\n"), kShape);
  EXPECT_EQ(batch.kept.names, read_plan.names);
  EXPECT_EQ(batch.kept.cells, (std::vector<std::string>{"1", " a", "say \"hi\""}));
}

// The error that is thrown for a text, which depends on rows and columns alone.
std::string fault(const std::string& text) {
  const ReadPlan read_plan = plan();
  return message_of([&] { BatchParser(read_plan).parse(block_of(text), kShape); });
}

TEST(BatchParser, TheFirstBadRowIsReported) {
  EXPECT_TRUE(has(fault("1,a,\n1,\xE9,\nx,a,\n"), "x.csv:2: column 's'"));
  EXPECT_TRUE(has(fault("1,a,\nx,a,\n1,\xE9,\n"), "x.csv:2: column 'n'"));
  EXPECT_TRUE(has(fault("1,a,\nx,\xE9,\n"), "x.csv:2: column 'n'"));
  EXPECT_TRUE(has(fault("1,a,\nx,a,\n1\n"), "x.csv:2: column 'n'"));
  EXPECT_TRUE(has(fault("1,a,\nx\n1,\xE9,\n"), "x.csv:2: expected 3 cells, found 1"));
  std::string many;
  for (int i = 0; i < 5000; ++i) many += "1,a,\n";
  EXPECT_TRUE(has(fault(many + "x,a,\n"), "x.csv:5001: column 'n': expected a number, found 'x'"));
}

// Simple rows are cut in runs of up to 512, others one by one: both kinds in any mixture, with
// blank lines, in blocks of all sizes.
TEST(BatchParser, SimpleRowsAndOthersInAnyMixture) {
  std::mt19937 random(8);
  for (const std::size_t columns : {1U, 2U, 3U, 5U, 2048U, 2049U}) {
    for (int round = 0; round < (columns > 5 ? 2 : 20); ++round) {
      const WrittenTable table = random_table(random, columns > 5 ? 3 : 1500, columns);
      ReadPlan read_plan;
      read_plan.keep_cells = true;
      FileShape shape{"x.csv", {}, {}};
      for (std::size_t i = 0; i < columns; ++i) {
        read_plan.names.push_back("c" + std::to_string(i));
        shape.places.push_back(i);
      }
      read_plan.columns = {{column("c0", ValueType::kText, Family::kText), 0}};
      const bool is_selective = round % 4 == 3;
      RowSelection rows{"split.json", {}};
      for (std::size_t i = 0; i < table.cells.size(); i += 1 + random() % 3) {
        rows.rows.push_back(static_cast<std::int64_t>(i));
      }
      if (is_selective) read_plan.rows = &rows;
      std::vector<std::vector<std::string>> kept;
      std::vector<std::int64_t> lines;
      BatchParser parser(read_plan);
      BlockSplitter splitter(std::make_unique<StringSource>(table.text, 1000),
                             {1 + random() % 20'000, 1 << 20});
      splitter.start();
      const Dialect dialect;
      while (std::optional<Block> block = splitter.next(records_of(dialect))) {
        const Batch& batch = parser.parse(*std::move(block), shape);
        lines.insert(lines.end(), batch.lines.begin(), batch.lines.end());
        ASSERT_EQ(batch.kept.cells.size(), static_cast<std::size_t>(batch.rows) * columns);
        for (std::size_t i = 0; i < batch.kept.cells.size(); i += columns) {
          const auto first = batch.kept.cells.begin() + static_cast<std::ptrdiff_t>(i);
          kept.emplace_back(first, first + static_cast<std::ptrdiff_t>(columns));
        }
      }
      std::vector<std::vector<std::string>> expected = table.cells;
      std::vector<std::int64_t> expected_lines = table.lines;
      if (is_selective) {
        expected.clear();
        expected_lines.clear();
        for (const std::int64_t row : rows.rows) {
          expected.push_back(table.cells[static_cast<std::size_t>(row)]);
          expected_lines.push_back(table.lines[static_cast<std::size_t>(row)]);
        }
      }
      ASSERT_EQ(kept, expected) << columns;
      ASSERT_EQ(lines, expected_lines) << columns;
    }
  }
}

// A bad cell at each place around the 512 rows that are cut together, among simple rows and others.
TEST(BatchParser, ABadCellIsFoundInItsRow) {
  for (const std::string other : {"1,a,?\n", "1,\"a\",?\n"}) {
    for (std::size_t at : {0U, 1U, 127U, 128U, 129U, 510U, 511U, 512U, 513U, 599U}) {
      std::string text;
      for (std::size_t row = 0; row < 600; ++row) {
        text += row == at ? "bad,a,?\n" : row % 7 == 0 ? other : "2,b,?\n";
      }
      EXPECT_TRUE(has(fault(text), "x.csv:" + std::to_string(at + 1) + ": column 'n'")) << at;
    }
  }
}

}  // namespace
}  // namespace tally::csv
