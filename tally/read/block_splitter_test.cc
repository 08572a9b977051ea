// SPDX-License-Identifier: Apache-2.0
#include "tally/read/block_splitter.h"

#include "tally/read/csv/structural_index.h"
#include "tally/read/read_testing.h"
#include "tally/read/slow_source_testing.h"

namespace tally {
namespace {

using csv::Dialect;
using csv::random_table;
using csv::records_of;
using csv::WrittenTable;

struct Pieces {
  std::string text;
  std::vector<std::int64_t> first_lines;
  std::vector<std::int64_t> first_rows;
  std::vector<std::size_t> starts;
  Block::Ending last = Block::Ending::kWhole;
  std::int64_t rows = 0;
};

Pieces split(const std::string& text, std::size_t block, std::size_t longest = 1 << 20,
             const Dialect& dialect = {}) {
  BlockSplitter splitter(std::make_unique<StringSource>(text), {block, longest});
  splitter.start();
  Pieces pieces;
  while (const std::optional<Block> next = splitter.next(records_of(dialect))) {
    EXPECT_EQ(pieces.last, Block::Ending::kWhole);
    EXPECT_LT(next->begin, next->end);
    pieces.starts.push_back(pieces.text.size());
    pieces.text.append(next->bytes.get() + next->begin, next->end - next->begin);
    pieces.first_lines.push_back(next->first_line);
    pieces.first_rows.push_back(next->first_row);
    pieces.last = next->ending;
  }
  pieces.rows = splitter.rows();
  return pieces;
}

TEST(BlockSplitter, BlocksEndBehindRecordsAndKnowTheirPlace) {
  std::mt19937 random(4);
  for (int round = 0; round < 20; ++round) {
    const WrittenTable table = random_table(random, 12, 1 + round % 4);
    // Where each record starts, by its line.
    std::vector<std::size_t> line_starts{0};
    for (std::size_t i = 0; i < table.text.size(); ++i) {
      if (table.text[i] == '\n') line_starts.push_back(i + 1);
    }
    for (std::size_t size = 1; size <= 200; ++size) {
      const Pieces pieces = split(table.text, size);
      const std::string whole = table.text + (table.text.back() == '\n' ? "" : "\n");
      ASSERT_EQ(pieces.text, whole);
      ASSERT_EQ(pieces.last, Block::Ending::kWhole);
      ASSERT_EQ(pieces.rows, static_cast<std::int64_t>(table.cells.size()));
      for (std::size_t i = 0; i < pieces.starts.size(); ++i) {
        const auto line = static_cast<std::size_t>(pieces.first_lines[i]);
        ASSERT_EQ(line_starts[line - 1], pieces.starts[i]);
        std::int64_t rows_before = 0;
        for (const std::int64_t at : table.lines) rows_before += at < pieces.first_lines[i] ? 1 : 0;
        ASSERT_EQ(pieces.first_rows[i], rows_before);
      }
    }
  }
}

TEST(BlockSplitter, TheByteOrderMarkIsDropped) {
  for (std::size_t size = 1; size < 10; ++size) {
    EXPECT_EQ(split("\xEF\xBB\xBF"
                    "a,b\n1,2\n",
                    size)
                  .text,
              "a,b\n1,2\n");
  }
  BlockSplitter splitter(std::make_unique<StringSource>("\xEF\xBB\xBF"
                                                        "a,b\n"),
                         {});
  EXPECT_EQ(splitter.start(), "a,b\n");
}

TEST(BlockSplitter, NothingGivesNothing) { EXPECT_TRUE(split("", 10).starts.empty()); }

TEST(BlockSplitter, AnOpenQuoteMakesTheLastBlockOpen) {
  for (std::size_t size = 1; size < 30; ++size) {
    const Pieces pieces = split("a\nb\n\"c\nd\ne", size);
    EXPECT_EQ(pieces.last, Block::Ending::kOpen);
    EXPECT_EQ(pieces.first_lines.back(), 3);
    EXPECT_EQ(pieces.text, "a\nb\n\"c\nd\ne\n");
  }
}

TEST(BlockSplitter, WithoutQuotesEveryNewlineEnds) {
  EXPECT_EQ(split("a\n\"b\nc\n", 2, 100, {',', 0, true, {}}).rows, 3);
}

TEST(BlockSplitter, ARecordThatIsTooLongEndsTheSplitting) {
  const Pieces pieces = split("a\n" + std::string(1000, 'x') + "\nb\n", 8, 100);
  EXPECT_EQ(pieces.last, Block::Ending::kTooLong);
  EXPECT_EQ(pieces.first_lines.back(), 2);
  EXPECT_LT(pieces.text.size(), 400U);
}

// Records that end, one byte after the other, without lines that hold nothing but padding.
std::int64_t rows_of(const std::string& text) {
  std::int64_t rows = 0;
  bool inside = false, is_blank = true;
  for (const char byte : text) {
    if (byte == '"') inside = !inside;
    if (byte == '\n' && !inside) {
      rows += is_blank ? 0 : 1;
      is_blank = true;
    } else {
      is_blank = is_blank && Dialect().is_padding(byte);
    }
  }
  return rows;
}

// The buffer ends at, before and behind every byte: with a newline at the end, without, within
// quotes.
TEST(BlockSplitter, EveryEndOfEveryBuffer) {
  const std::string text = "a,b\r\n\n\"q\n\"\"\",\" \"\n  \n1,2\n\n";
  for (std::size_t size = 1; size <= text.size(); ++size) {
    const std::string start = text.substr(0, size);
    const bool is_open = std::count(start.begin(), start.end(), '"') % 2 == 1;
    for (std::size_t block = 1; block <= size + 3; ++block) {
      const Pieces pieces = split(start, block);
      ASSERT_EQ(pieces.text, start + (start.back() == '\n' ? "" : "\n")) << block;
      ASSERT_EQ(pieces.last, is_open ? Block::Ending::kOpen : Block::Ending::kWhole) << start;
      ASSERT_EQ(pieces.rows, rows_of(pieces.text)) << start;
    }
  }
}

// A record up to the limit is always taken; one that is refused is longer.
TEST(BlockSplitter, RecordsAsLongAsAllowed) {
  constexpr std::size_t kLongest = 100;
  for (std::size_t block = 1; block <= kLongest + 2; ++block) {
    for (std::size_t size = 60; size <= 260; ++size) {
      const std::string text = "a\n" + std::string(size - 1, 'x') + "\nb\n";
      const Pieces pieces = split(text, block, kLongest);
      const bool is_whole = pieces.last == Block::Ending::kWhole;
      ASSERT_TRUE(is_whole || size > kLongest) << block << " " << size;
      ASSERT_TRUE(!is_whole || size <= 2 * (kLongest + 2)) << block << " " << size;
      ASSERT_TRUE(is_whole || pieces.last == Block::Ending::kTooLong);
      ASSERT_EQ(pieces.text, is_whole ? text : text.substr(0, pieces.text.size()));
    }
  }
}

TEST(BlockSplitter, RowsAreHandedOnAsTheyComeIfAsked) {
  // One byte at a time, and a pause before each: a block for each record.
  BlockSplitter splitter(std::make_unique<SlowSource>("a,b\n\n1,\"x\ny\"\n2,z", 1, 1), {}, true);
  EXPECT_EQ(splitter.start([](std::string_view start) { return start.ends_with('\n'); }), "a,b\n");
  std::vector<std::string> blocks;
  const Dialect dialect;
  while (const std::optional<Block> block = splitter.next(records_of(dialect))) {
    blocks.emplace_back(block->bytes.get() + block->begin, block->end - block->begin);
  }
  EXPECT_EQ(blocks, (std::vector<std::string>{"a,b\n", "\n1,\"x\ny\"\n", "2,z\n"}));
  EXPECT_EQ(splitter.rows(), 3);
}

// As the records of a dialect without quotes, whose delimiter is no padding.
TEST(BlockSplitter, LinesAreFoundAsRecordsWithoutQuotesAre) {
  const Dialect dialect{'\x1f', 0, true, {}};
  std::mt19937 random(9);
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (std::size_t size = random() % 200; text.size() < size;)
      text += "ab1:\"\n\n \t\r"[random() % 11];
    const RecordScan lines = find_lines(text), records = records_of(dialect)(text);
    ASSERT_EQ(lines.end, records.end) << text;
    ASSERT_EQ(lines.rows, records.rows) << text;
    ASSERT_EQ(lines.lines, records.lines) << text;
  }
}

}  // namespace
}  // namespace tally
