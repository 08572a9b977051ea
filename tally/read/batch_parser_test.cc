#include "tally/read/batch_parser.h"

#include "tally/read/test_support.h"

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

}  // namespace
}  // namespace tally::csv
