// SPDX-License-Identifier: Apache-2.0
#include "tally/read/csv/record_cutter.h"

#include "tally/read/read_testing.h"

namespace tally::csv {
namespace {

using Rows = std::vector<std::vector<std::string>>;

// All records of one block as texts, trimmed as the dialect says.
Rows cut(const std::string& text, std::size_t columns, const Dialect& dialect = {},
         std::vector<std::int64_t>* lines = nullptr) {
  Block block = block_of(text);
  RecordCutter cutter(dialect, "x.csv");
  cutter.start(block);
  std::vector<Cell> cells(columns);
  Rows rows;
  while (cutter.next(columns, cells.data())) {
    rows.emplace_back();
    for (const Cell& cell : cells) {
      const CellColumn column{block.bytes.get(), &cell, 1, 1, dialect.trim};
      rows.back().emplace_back(column.at(0));
    }
    if (lines != nullptr) lines->push_back(cutter.line());
  }
  return rows;
}

std::string fault(std::string text, std::size_t columns, const Dialect& dialect = {}) {
  return message_of([&] { cut(text, columns, dialect); });
}

TEST(RecordCutter, RandomTablesComeBackAsTheyWereWritten) {
  std::mt19937 random(5);
  for (int round = 0; round < 300; ++round) {
    const std::size_t columns = 1 + random() % 6;
    WrittenTable table = random_table(random, random() % 400, columns);
    if (table.text.back() != '\n') table.text += '\n';
    std::vector<std::int64_t> lines;
    ASSERT_EQ(cut(table.text, columns, {}, &lines), table.cells);
    ASSERT_EQ(lines, table.lines);
  }
}

TEST(RecordCutter, CountsTheCellsOfTheNextRecord) {
  Block block = block_of("\n  \n\"a,\n\"\"b\",c,\nd\n");
  RecordCutter cutter({}, "x.csv");
  cutter.start(block);
  EXPECT_EQ(cutter.count_cells(), 3U);
  EXPECT_EQ(cutter.count_cells(), 3U);
  std::vector<Cell> cells(3);
  EXPECT_TRUE(cutter.next(3, cells.data()));
  EXPECT_EQ(cutter.line(), 3);
  EXPECT_EQ(cutter.count_cells(), 1U);
  EXPECT_TRUE(cutter.next(1, cells.data()));
  EXPECT_EQ(cutter.line(), 5);
  EXPECT_EQ(cutter.count_cells(), 0U);
  EXPECT_FALSE(cutter.next(1, cells.data()));
}

TEST(RecordCutter, SpacesAroundCells) {
  EXPECT_EQ(cut(" a ,\t\"b \" , c\r\n", 3), (Rows{{"a", "b ", "c"}}));
  EXPECT_EQ(cut(" a ,b\n", 2, {',', '"', false, {}}), (Rows{{" a ", "b"}}));
  EXPECT_EQ(fault(" \"a\",b\n", 2, {',', '"', false, {}}).substr(0, 8), "x.csv:1:");
  EXPECT_EQ(cut("\"a\"\r\n\"b\"\n", 1, {',', '"', false, {}}), (Rows{{"a"}, {"b"}}));
}

TEST(RecordCutter, ACarriageReturnEndsALineOnlyBeforeANewline) {
  EXPECT_EQ(cut("a\rb,c\r\n", 2), (Rows{{"a\rb", "c"}}));
  EXPECT_EQ(cut("a,\r\n,\n", 2), (Rows{{"a", ""}, {"", ""}}));
}

TEST(RecordCutter, RowsOfTabsAreRows) {
  EXPECT_EQ(cut("a\tb\n\t\n \n", 2, {'\t', '"', true, {}}), (Rows{{"a", "b"}, {"", ""}}));
}

TEST(RecordCutter, RaggedRows) {
  EXPECT_TRUE(has(fault("a,b\n\n1,2\n3\n", 2), "x.csv:4: expected 2 cells, found 1"));
  EXPECT_TRUE(has(fault("a,b\n\"x\ny\",2\n3,4,5\n", 2), "x.csv:4: expected 2 cells, found 3"));
}

TEST(RecordCutter, TwoShortRowsAreNotOne) {
  const std::string whole = "1,2,3,4\n1,2,3,4\n";
  EXPECT_EQ(fault(whole + "1,2\n3,4\n" + whole, 4).substr(0, 25), "x.csv:3: expected 4 cells");
  EXPECT_EQ(fault(whole + "1\n2\n3\n4\n", 4).substr(0, 25), "x.csv:3: expected 4 cells");
  EXPECT_EQ(cut(whole + "1,\"2\n\",3,4\n", 4).back(), (Rows::value_type{"1", "2\n", "3", "4"}));
}

TEST(RecordCutter, StrayQuotesNameTheLineAndTheRemedy) {
  const std::string inside = fault("a,b\n1,2\n3,5\" pipe\n4,5\n", 2);
  EXPECT_TRUE(has(inside, "x.csv:3: a quote inside a cell that is not quoted")) << inside;
  EXPECT_TRUE(has(inside, "if quotes are plain text here, read them so"));
  const std::string behind = fault("a,b\n\"1\"x,2\n", 2);
  EXPECT_TRUE(has(behind, "x.csv:2: text behind a closing quote: 'x'")) << behind;
  EXPECT_TRUE(has(fault("\"a\" \"b\"\n", 1), "text behind a closing quote"));
  EXPECT_EQ(cut("3,5\" pipe\n", 2, {',', 0, true, {}}), (Rows{{"3", "5\" pipe"}}));
}

TEST(RecordCutter, NulBytes) {
  EXPECT_TRUE(has(fault(std::string("a,b\n1,\0\n", 8), 2), "x.csv:2: a NUL byte"));
  EXPECT_TRUE(has(fault(std::string("a,b\n1,\"\n\n\0\"\n", 12), 2), "x.csv:4: a NUL byte"));
  EXPECT_TRUE(has(fault(std::string("\"a\"\0,b\n", 7), 2), "x.csv:1:"));
}

TEST(RecordCutter, AQuoteThatIsNeverClosed) {
  Block block = block_of("a,b\n\"x\ny\",\"2\n3,4\n");
  block.ending = Block::Ending::kOpen;
  RecordCutter cutter({}, "x.csv");
  cutter.start(block);
  std::vector<Cell> cells(2);
  EXPECT_TRUE(cutter.next(2, cells.data()));
  const std::string message = message_of([&] { cutter.next(2, cells.data()); });
  EXPECT_TRUE(has(message, "x.csv:3: a quote is opened here and never closed")) << message;
}

TEST(RecordCutter, ARecordThatIsTooLong) {
  for (const char* text : {"a,b\n1,2222222", "a,b\n1,\"22\n22222"}) {
    Block block = block_of(text);
    block.ending = Block::Ending::kTooLong;
    RecordCutter cutter({}, "x.csv");
    cutter.start(block);
    std::vector<Cell> cells(2);
    EXPECT_TRUE(cutter.next(2, cells.data()));
    const std::string message = message_of([&] { cutter.next(2, cells.data()); });
    EXPECT_TRUE(has(message, "x.csv:2: a record is longer than ")) << message;
  }
}

// Runs of simple records and the careful cutter in turn, as a parser takes them.
TEST(RecordCutter, RunsAndSingleRecordsInTurn) {
  std::mt19937 random(6);
  for (int round = 0; round < 200; ++round) {
    const std::size_t columns = 1 + random() % 4;
    WrittenTable table = random_table(random, 300, columns);
    if (table.text.back() != '\n') table.text += '\n';
    Block block = block_of(table.text);
    RecordCutter cutter({}, "x.csv");
    cutter.start(block);
    const std::size_t most = 1 + random() % 10;
    std::vector<Cell> cells(most * columns);
    std::size_t row = 0;
    for (std::size_t count = 1; count > 0; row += count) {
      std::int64_t line = cutter.next_line();
      count = cutter.next_plain(columns, cells.data(), most);
      if (count == 0 && cutter.next(columns, cells.data())) {
        line = cutter.line();
        count = 1;
      }
      ASSERT_LE(row + count, table.cells.size());
      for (std::size_t i = 0; i < count; ++i) {
        ASSERT_EQ(line + static_cast<std::int64_t>(i), table.lines[row + i]);
        for (std::size_t j = 0; j < columns; ++j) {
          const CellColumn column{block.bytes.get(), &cells[i * columns + j], 1, 1, true};
          ASSERT_EQ(column.at(0), table.cells[row + i][j]) << "row " << row + i;
        }
      }
    }
    ASSERT_EQ(row, table.cells.size());
  }
}

// The window ends within, before and behind each byte of a record that is not simple.
TEST(RecordCutter, RecordsAtTheEndOfAWindow) {
  for (std::size_t before = 8192 - 40; before <= 8192 + 4; ++before) {
    const std::string first(before - 3, 'w');
    const Rows rows = cut(first + ",u\n" + "\"a\"\"\n,\" ,b\r\n\n \t\nc,\r\n,\"\"\n", 2);
    ASSERT_EQ(rows, (Rows{{first, "u"}, {"a\"\n,", "b"}, {"c", ""}, {"", ""}})) << before;
    EXPECT_TRUE(has(fault(first + ",u\nx\n", 2), "x.csv:2: expected 2 cells, found 1"));
    EXPECT_TRUE(has(fault(first + ",u\nx,y\"\n", 2), "x.csv:2: a quote inside a cell"));
  }
}

}  // namespace
}  // namespace tally::csv
