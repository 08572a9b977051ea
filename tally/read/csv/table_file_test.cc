// SPDX-License-Identifier: Apache-2.0
#include "tally/read/csv/table_file.h"

#include "tally/read/read_testing.h"
#include "tally/read/slow_source_testing.h"

namespace tally::csv {
namespace {

std::string fault(const std::string& bytes, ReadOptions options = {}) {
  const TestFolder folder;
  const std::string file = folder.write("x.csv", bytes);
  const auto error = error_of([&] { TableFile(file, options, {}); });
  if (!error) return "";
  EXPECT_EQ(error->kind(), ErrorKind::kData) << error->what();
  EXPECT_TRUE(has(error->what(), file)) << error->what();
  return error->what();
}

TEST(TableFile, HeaderAndRows) {
  const TestFolder folder;
  const std::string file =
      folder.write("x.csv", "\xEF\xBB\xBF\r\n  a , \"b\nc\" ,\"d\"\"\"\r\n1,2,3\r\n\r\n4,5,6");
  for (std::size_t size = 1; size < 60; ++size) {
    TableFile table(file, {}, {size, 1000});
    EXPECT_EQ(table.columns(), (std::vector<std::string>{"a", "b\nc", "d\""}));
    ASSERT_NE(table.first_block(), nullptr);
    EXPECT_EQ(table.first_block()->first_line, 4);
    std::string text;
    std::int64_t rows = 0;
    while (const std::optional<Block> block = table.next()) {
      EXPECT_TRUE(!text.empty() || block->first_row == 0);
      text.append(block->bytes.get() + block->begin, block->end - block->begin);
      EXPECT_LE(block->first_row, table.rows());
      rows = table.rows();
    }
    EXPECT_EQ(text, "1,2,3\r\n\r\n4,5,6\n") << size;
    EXPECT_EQ(rows, 2);
  }
}

TEST(TableFile, WithoutAHeaderColumnsAreNumbered) {
  const TestFolder folder;
  ReadOptions options;
  options.header = false;
  TableFile table(folder.write("x.tsv", "1\t2,3\n"), options, {});
  EXPECT_EQ(table.columns(), (std::vector<std::string>{"c1", "c2"}));
  EXPECT_EQ(table.dialect().delimiter, '\t');
  EXPECT_TRUE(table.next());
  EXPECT_EQ(table.rows(), 1);
}

TEST(TableFile, AHeaderAloneIsATableWithoutRows) {
  const TestFolder folder;
  for (const char* bytes : {"a,b\n", "a,b", "a,b\n\n \n"}) {
    TableFile table(folder.write("x.csv", bytes), {}, {});
    EXPECT_EQ(table.columns().size(), 2U);
    EXPECT_EQ(table.first_block(), nullptr);
    EXPECT_EQ(table.rows(), 0);
  }
}

TEST(TableFile, NothingToRead) {
  EXPECT_TRUE(has(fault(""), "x.csv: is empty"));
  EXPECT_TRUE(has(fault("\xEF\xBB\xBF"), "nothing but blank lines"));
  EXPECT_TRUE(has(fault("\n \r\n\n"), "nothing but blank lines"));
}

TEST(TableFile, BadHeaders) {
  EXPECT_TRUE(has(fault("a,,c\n1,2,3\n"), "column 2 has no name"));
  EXPECT_TRUE(has(fault("a,b,a\n"), "the column 'a' is there twice"));
  EXPECT_TRUE(has(fault("a,caf\xE9\n"), "'caf\\xe9' is not valid UTF-8"));
  EXPECT_TRUE(has(fault("a,b\r1,2\r3,4\r"), "CR alone"));
  EXPECT_TRUE(has(fault("a,b\"c\n"), "x.csv:1: a quote inside a cell"));
  EXPECT_TRUE(has(fault("a,\"b\n1,2\n"), "x.csv:1: a quote is opened here and never closed"));
  EXPECT_TRUE(has(fault(std::string("a\0b\n", 4)), "x.csv:1: a NUL byte"));
}

TEST(TableFile, OtherFormatsAreNamed) {
  EXPECT_TRUE(has(fault(std::string("PK\x03\x04\x14\0\x06\0", 8)), "spreadsheet"));
  EXPECT_TRUE(has(fault(std::string("PAR1\x15\0\x15\xff", 8)), "Parquet"));
  EXPECT_TRUE(has(fault(std::string("\xFF\xFE"
                                    "a\0,\0b\0\n\0",
                                    10)),
                  "UTF-16"));
  EXPECT_EQ(fault("PAR1,BZh\n1,2\n"), "");
}

TEST(TableFile, ADelimiterThatIsTheQuoteIsMisuse) {
  const TestFolder folder;
  const std::string file = folder.write("x.csv", "a,b\n");
  ReadOptions options;
  options.delimiter = '"';
  EXPECT_EQ(error_of([&] { TableFile(file, options, {}); })->kind(), ErrorKind::kUsage);
}

// All that is known of a file: names, how it is written, where blocks of which bytes stand.
std::string account_of(std::unique_ptr<ByteSource> source, const ReadOptions& options) {
  TableFile table("-", std::move(source), options, {});
  std::string account;
  for (const std::string& name : table.columns()) account += name + "|";
  account += table.dialect().delimiter;
  std::int64_t rows = 0;
  while (const std::optional<Block> block = table.next()) {
    EXPECT_EQ(block->first_row, rows);
    account.append(block->bytes.get() + block->begin, block->end - block->begin);
    rows = table.rows();
  }
  const NumberForm numbers = table.dialect().numbers;
  return account + std::to_string(rows) + numbers.decimal + (numbers.grouped ? "g" : "");
}

TEST(TableFile, BytesThatComeInAnyPiecesAreTheSameTable) {
  std::mt19937 random(9);
  std::vector<std::string> texts{"x y\n1 2\n3 4\n",
                                 "first name\nAnna Maria\n1 2 3\n",
                                 "text\nbuy now 3\n",
                                 "a\tb\n1\t2\n3\t4,5\n1\t2\n",
                                 "a;b\n1;2\n;\n3,5;4\n",
                                 "#a;b\n1;2.5\n",
                                 "\xEF\xBB\xBF a;b\n1,5;2\n\n\n3;4"};
  for (const char delimiter : {',', ';', '\t', '|'}) {
    for (int i = 0; i < 10; ++i)
      texts.push_back(random_table(random, 6, 1 + i % 4, delimiter).text);
  }
  for (const std::string& text : texts) {
    ReadOptions options;
    // Numbers in columns that turn out to be words are the one thing that rows cannot tell one by
    // one.
    if (text.find("name0") != std::string::npos) options.decimal = '.';
    const std::string whole = account_of(std::make_unique<StringSource>(text, 1 << 20), options);
    options.at_once = true;
    for (const std::size_t most : {1, 2, 7, 40}) {
      for (const std::uint32_t pauses : {1, 2, 5}) {
        EXPECT_EQ(account_of(std::make_unique<SlowSource>(text, random(), most, pauses), options),
                  whole);
      }
    }
  }
}

}  // namespace
}  // namespace tally::csv
