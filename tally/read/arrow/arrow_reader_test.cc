// SPDX-License-Identifier: Apache-2.0
#include "tally/read/arrow/arrow_reader.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tally/read.h"
#include "tally/read/arrow/arrow_testing.h"

namespace tally {
namespace {

Schema drafted(Table& table) {
  Declarations declarations;
  declarations.target = "y";
  return draft_schema(table.sample(), declarations, table.options().missing).schema;
}

std::vector<TableColumn> some_columns() {
  return {{"y", ValueType::kText, {}, {"u", "v", "?"}},
          {"x", ValueType::kNumber, {1.5, std::nan(""), -999}, {}},
          {"b", ValueType::kBoolean, {1, 0, std::nan("")}, {}}};
}

// Row by row: the class, x (NaN: missing), b (−1: missing).
struct Row {
  std::string y;
  double x;
  int b;
};

std::vector<Row> rows_of(Table& table, int threads) {
  std::vector<Row> out;
  table.read(drafted(table), threads, [&](const Batch& batch, int) -> Table::Finish {
    std::vector<Row> rows;
    const auto& y = std::get<Codes>(*batch.find("y"));
    const auto& x = std::get<Numbers>(*batch.find("x"));
    const auto& b = std::get<Bits>(*batch.find("b"));
    for (std::int64_t row = 0; row < batch.rows; ++row) {
      const double code = y.indices.at(row);
      rows.push_back({code < 0 ? "" : y.dictionary->label(static_cast<int>(code)).to_string(),
                      x.at(row),
                      !b.validity.at(row) ? -1
                      : b.at(row)         ? 1
                                          : 0});
    }
    return [&, rows] { out.insert(out.end(), rows.begin(), rows.end()); };
  });
  return out;
}

TEST(ArrowReader, SeveralFilesMarksAndThreads) {
  TALLY_NEEDS_ARROW();
  const TestFolder folder;
  ReadOptions options;
  options.missing = {"?", "-999"};
  for (const FileFormat format :
       {FileFormat::kParquet, FileFormat::kArrowFile, FileFormat::kArrowStream}) {
    const std::string a = write_table(folder, "a", format, some_columns(), 2);
    const std::string b = write_table(folder, "b", format, some_columns());
    for (const int threads : {1, 3}) {
      Table table({a, b}, options);
      const std::vector<Row> rows = rows_of(table, threads);
      ASSERT_EQ(rows.size(), 9U);
      for (std::size_t i = 0; i < 9; i += 3) {
        EXPECT_EQ(rows[i].y, "u");
        EXPECT_EQ(rows[i].x, 1.5);
        EXPECT_EQ(rows[i].b, 1);
        EXPECT_TRUE(std::isnan(rows[i + 1].x));
        EXPECT_EQ(rows[i + 1].b, 0);
        EXPECT_EQ(rows[i + 2].y, "");
        EXPECT_TRUE(std::isnan(rows[i + 2].x));
        EXPECT_EQ(rows[i + 2].b, -1);
      }
    }
  }
}

TEST(ArrowReader, SelectedRows) {
  TALLY_NEEDS_ARROW();
  const TestFolder folder;
  ReadOptions options;
  options.rows = RowSelection{"rows.json", {1, 3, 4}};
  const std::string file = write_table(folder, "a", FileFormat::kArrowFile, some_columns(), 2);
  Table table({file}, options);
  const std::vector<Row> rows = rows_of(table, 2);
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].y, "v");
  EXPECT_EQ(rows[1].y, "u");
  EXPECT_EQ(rows[1].b, 1);
  EXPECT_EQ(rows[2].b, 0);
  options.rows->rows.push_back(6);
  Table another({file}, options);
  EXPECT_TRUE(has(message_of([&] { rows_of(another, 1); }), "row 6 is selected"));
}

TEST(ArrowReader, FilesThatDifferAreRefused) {
  TALLY_NEEDS_ARROW();
  const TestFolder folder;
  std::vector<TableColumn> columns = some_columns();
  const std::string a = write_table(folder, "a", FileFormat::kParquet, columns);
  columns.pop_back();
  const std::string b = write_table(folder, "b", FileFormat::kParquet, columns);
  const std::string c = folder.write("c.csv", "y,x,b\n");
  EXPECT_TRUE(has(message_of([&] { Table({a, b}, ReadOptions{}); }), "has no column 'b'"));
  EXPECT_TRUE(has(message_of([&] {
                    Table({a, c}, ReadOptions{});
                  }),
                  "is delimited text, but " + a + " is a Parquet file"));
}

TEST(ArrowReader, AnInfiniteNumberHasItsRowAndColumn) {
  TALLY_NEEDS_ARROW();
  const TestFolder folder;
  std::vector<TableColumn> columns = some_columns();
  columns[1].numbers[1] = HUGE_VAL;
  Table table({write_table(folder, "a", FileFormat::kParquet, columns)}, ReadOptions{});
  EXPECT_TRUE(has(message_of([&] { rows_of(table, 1); }),
                  "row 1: column 'x': expected a finite number, found 'inf'"));
}

TEST(ArrowReader, JsonLines) {
  TALLY_NEEDS_ARROW();
  const TestFolder folder;
  std::string text;
  for (int i = 0; i < 40000; ++i) text += "{\"y\":\"2020-01-01\",\"x\":1,\"b\":true}\n";
  text += "{\"b\":null,\"x\":1.5,\"y\":\"v\",\"new\":3}\n";
  Table table({folder.write("a.jsonl", text)}, ReadOptions{});
  const std::vector<Row> rows = rows_of(table, 2);
  ASSERT_EQ(rows.size(), 40001U);
  EXPECT_EQ(rows[0].y, "2020-01-01");
  EXPECT_EQ(rows.back().x, 1.5);
  EXPECT_EQ(rows.back().b, -1);
}

}  // namespace
}  // namespace tally
