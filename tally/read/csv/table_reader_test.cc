// SPDX-License-Identifier: Apache-2.0
#include "tally/read/csv/table_reader.h"

#include <cmath>
#include <map>

#include "tally/read/read_testing.h"

namespace tally::csv {
namespace {

ColumnSchema text_column(const std::string& name, Role role = Role::kFeature) {
  ColumnSchema column;
  column.name = name;
  column.role = role;
  column.type = ValueType::kText;
  column.family = Family::kCategorical;
  return column;
}

Schema text_schema(const std::vector<std::string>& names) {
  Schema schema;
  for (const std::string& name : names) schema.columns.push_back(text_column(name));
  return schema;
}

// What one read gave, in the order of the file.
struct Rows {
  std::vector<std::vector<std::string>> cells;
  std::vector<std::int64_t> lines;
  std::vector<std::string> files;
  std::string error;
};

Rows read_rows(const std::vector<std::string>& inputs, const ReadOptions& options,
               const Schema& schema, std::size_t block, int threads) {
  Rows rows;
  rows.error = message_of([&] {
    TableReader reader(inputs, options, {block, 1 << 20});
    reader.read(schema, threads,
                [&](const Batch& batch, int) -> Table::Finish {
                  return [&rows, &batch, &schema] {
                    for (std::int64_t row = 0; row < batch.rows; ++row) {
                      std::vector<std::string>& cells = rows.cells.emplace_back();
                      for (const ColumnSchema& column : schema.columns) {
                        const auto& codes = std::get<Codes>(*batch.find(column.name));
                        const auto code = static_cast<std::int32_t>(codes.indices.at(row));
                        cells.push_back(code < 0 ? "" : codes.dictionary->label(code).to_string());
                      }
                      rows.lines.push_back(batch.lines[static_cast<std::size_t>(row)]);
                      rows.files.push_back(batch.file);
                    }
                  };
                },
                {});
  });
  return rows;
}

TEST(TableReader, RandomTablesForAllBlockSizesAndThreads) {
  const TestFolder folder;
  std::mt19937 random(9);
  for (int round = 0; round < 6; ++round) {
    const std::size_t columns = 1 + random() % 5;
    const WrittenTable table = random_table(random, 40, columns);
    const std::string file = folder.write("x.csv", table.text);
    const Schema schema = text_schema(table.cells[0]);
    for (std::size_t block = 1; block <= 200; ++block) {
      for (const int threads : {1, 2, 3, 7}) {
        const Rows rows = read_rows({file}, {}, schema, block, threads);
        ASSERT_EQ(rows.error, "");
        ASSERT_EQ(rows.cells.size() + 1, table.cells.size());
        for (std::size_t i = 0; i < rows.cells.size(); ++i) {
          ASSERT_EQ(rows.cells[i], table.cells[i + 1]) << i;
          ASSERT_EQ(rows.lines[i], table.lines[i + 1]);
        }
      }
    }
  }
}

// Malformed or not, the outcome depends on the bytes alone.
TEST(TableReader, RandomBytesGiveOneOutcome) {
  const TestFolder folder;
  std::mt19937 random(10);
  int errors = 0;
  for (int round = 0; round < 150; ++round) {
    std::string text = "a,b\n";
    const std::string alphabet = round % 2 == 0 ? "xy,,\n\n\"\r " : "xy,,,\n\n\n";
    for (int i = 0; i < 120; ++i) text += alphabet[random() % alphabet.size()];
    const std::string file = folder.write("x.csv", text);
    const Schema schema = text_schema({"a", "b"});
    const Rows once = read_rows({file}, {}, schema, 1 << 20, 1);
    errors += once.error.empty() ? 0 : 1;
    for (const std::size_t block : {1, 3, 8, 17, 40}) {
      for (const int threads : {1, 3}) {
        const Rows again = read_rows({file}, {}, schema, block, threads);
        ASSERT_EQ(again.error, once.error) << testing::PrintToString(text);
        if (!once.error.empty()) continue;
        ASSERT_EQ(again.cells, once.cells) << testing::PrintToString(text);
      }
    }
  }
  EXPECT_GT(errors, 10);
}

TEST(TableReader, TheErrorOfTheFirstBadRowWhateverTheThreads) {
  const TestFolder folder;
  std::string text = "n,s\n";
  for (int i = 0; i < 300; ++i)
    text += i == 150 ? "1,\xE9\n" : i > 150 && i % 7 == 0 ? "1\n" : "1,a\n";
  const std::string file = folder.write("x.csv", text);
  for (std::size_t block = 1; block < 100; block += 3) {
    for (const int threads : {1, 2, 5}) {
      const Rows rows = read_rows({file}, {}, text_schema({"s"}), block, threads);
      ASSERT_TRUE(has(rows.error, "x.csv:152: column 's'")) << rows.error;
    }
  }
}

TEST(TableReader, StrayQuotesAreFoundWhereTheyStand) {
  const TestFolder folder;
  std::string text = "n,s\n";
  for (int i = 0; i < 200; ++i) text += i == 100 ? "1,5\" pipe\n" : "1,\"a,\nb\"\n";
  const std::string file = folder.write("x.csv", text);
  for (const std::size_t block : {1, 10, 50, 333, 100000}) {
    for (const int threads : {1, 4}) {
      const Rows rows = read_rows({file}, {}, text_schema({"s"}), block, threads);
      ASSERT_TRUE(has(rows.error, "x.csv:202: a quote inside a cell")) << rows.error;
    }
  }
}

TEST(TableReader, FilesMayHaveTheirColumnsInAnotherOrder) {
  const TestFolder folder;
  const std::string a = folder.write("a.csv", "x,y\n1,2\n3,4\n");
  const std::string b = folder.write("b.csv", "y;x\n6;5\n");
  for (const std::size_t block : {1, 5, 1000}) {
    for (const int threads : {1, 3}) {
      const Rows rows = read_rows({a, b}, {}, text_schema({"x", "y"}), block, threads);
      EXPECT_EQ(rows.error, "");
      EXPECT_EQ(rows.cells,
                (std::vector<std::vector<std::string>>{{"1", "2"}, {"3", "4"}, {"5", "6"}}));
      EXPECT_EQ(rows.lines, (std::vector<std::int64_t>{2, 3, 2}));
      EXPECT_EQ(rows.files, (std::vector<std::string>{a, a, b}));
    }
  }
}

TEST(TableReader, FilesThatDifferInTheirColumns) {
  const TestFolder folder;
  const std::string a = folder.write("a.csv", "x,y\n");
  const std::string b = folder.write("b.csv", "x,z\n");
  const std::string c = folder.write("c.csv", "x,y,z\n");
  EXPECT_TRUE(has(message_of([&] { TableReader({a, b}, {}); }), "b.csv: has no column 'y'"));
  EXPECT_TRUE(has(message_of([&] { TableReader({a, c}, {}); }), "c.csv: has a column 'z'"));
  ReadOptions options;
  options.header = false;
  EXPECT_TRUE(has(message_of([&] { TableReader({a, c}, options); }), "has 3 columns"));
}

TEST(TableReader, FirstRowsCountOverAllInputs) {
  const TestFolder folder;
  const std::string a = folder.write("a.csv", "x\n1\n\n2\n3\n");
  const std::string b = folder.write("b.csv", "x\n4\n5\n");
  for (const std::size_t block : {1, 4, 1000}) {
    TableReader reader({a, b}, {}, {block, 1000});
    std::int64_t expected = 0;
    reader.read(text_schema({"x"}), 1,
                [&](const Batch& batch, int) -> Table::Finish {
                  EXPECT_EQ(batch.first_row, expected);
                  expected += batch.rows;
                  return {};
                },
                {});
    EXPECT_EQ(expected, 5);
    EXPECT_EQ(reader.progress().rows, 5);
    EXPECT_EQ(reader.progress().bytes, 9 + 6);
  }
}

TEST(TableReader, SelectedRows) {
  const TestFolder folder;
  const std::string a = folder.write("a.csv", "x\nr0\nr1\n\nr2\n");
  const std::string b = folder.write("b.csv", "x\nr3\nr4\n");
  ReadOptions options;
  options.rows = RowSelection{"split.json", {1, 2, 4}};
  for (const std::size_t block : {1, 6, 1000}) {
    for (const int threads : {1, 3}) {
      const Rows rows = read_rows({a, b}, options, text_schema({"x"}), block, threads);
      EXPECT_EQ(rows.cells, (std::vector<std::vector<std::string>>{{"r1"}, {"r2"}, {"r4"}}));
      EXPECT_EQ(rows.lines, (std::vector<std::int64_t>{3, 5, 3}));
    }
  }
  options.rows->rows.push_back(5);
  EXPECT_EQ(read_rows({a, b}, options, text_schema({"x"}), 1000, 1).error,
            "split.json: row 5 is selected, but there are only 5 rows (counted from 0)");
}

TEST(TableReader, TooManyCategoriesWhateverTheThreads) {
  const TestFolder folder;
  std::string text = "x,y\n";
  for (int i = 0; i < 2000; ++i)
    text += std::to_string(i % 100) + "," + std::to_string(i % 101) + "\n";
  const std::string file = folder.write("x.csv", text);
  ReadOptions options;
  options.max_categories = 100;
  for (const int threads : {1, 2, 7}) {
    EXPECT_EQ(read_rows({file}, options, text_schema({"x"}), 50, threads).error, "");
    EXPECT_TRUE(has(read_rows({file}, options, text_schema({"y"}), 50, threads).error,
                    "column 'y': more than 100 different values"));
  }
}

TEST(TableReader, AbsentColumns) {
  const TestFolder folder;
  const std::string file = folder.write("x.csv", "sepal,petal\n1,2\n");
  Schema schema = text_schema({"petal"});
  schema.columns.push_back(text_column("species", Role::kTarget));
  const auto read = [&](const std::vector<Role>& optional) {
    TableReader({file}, {})
        .read(
            schema, 1,
            [](const Batch& batch, int) -> Table::Finish {
              EXPECT_EQ(batch.columns.size(), 1U);
              return {};
            },
            optional);
  };
  EXPECT_TRUE(has(message_of([&] { read({}); }), "x.csv: there is no column 'species'"));
  EXPECT_EQ(message_of([&] { read({Role::kTarget}); }), "");
}

TEST(TableReader, ARecordThatIsTooLong) {
  const TestFolder folder;
  const std::string file = folder.write("x.csv", "x\n1\n" + std::string(5000, 'x') + "\n2\n");
  TableReader reader({file}, {}, {64, 1000});
  const std::string message = message_of([&] {
    reader.read(text_schema({"x"}), 2, [](const Batch&, int) { return Table::Finish(); }, {});
  });
  EXPECT_TRUE(has(message, "x.csv:3: a record is longer than ")) << message;
}

TEST(TableReader, TheSampleIsTheFirstBlockAndNothingIsLost) {
  const TestFolder folder;
  const std::string file = folder.write("x.csv", "x\n1\n2\nabc\n");
  TableReader reader({file}, {}, {6, 1000});
  EXPECT_TRUE(reader.sample()[0].numbers);
  EXPECT_EQ(reader.sample()[0].cells, 2);
  std::int64_t rows = 0;
  reader.read(text_schema({"x"}), 1,
              [&](const Batch& batch, int) -> Table::Finish {
                rows += batch.rows;
                return {};
              },
              {});
  EXPECT_EQ(rows, 3);
  EXPECT_EQ(error_of([&] { reader.sample(); })->kind(), ErrorKind::kDefect);
}

}  // namespace
}  // namespace tally::csv
