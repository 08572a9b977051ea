// SPDX-License-Identifier: Apache-2.0
#include "tally/read/csv/labelled_lines.h"

#include <random>

#include "tally/read.h"
#include "tally/read/read_testing.h"

namespace tally::csv {
namespace {

std::string translated(const std::string& text, std::size_t piece = 3,
                       std::size_t longest = 1 << 20) {
  LabelledLines lines(std::make_unique<StringSource>(text, piece), "x.ft", longest);
  std::string out;
  char bytes[5];
  while (const std::size_t got = lines.read(bytes, sizeof bytes)) out.append(bytes, got);
  return out;
}

std::string fault(const std::string& text) {
  return message_of([&] { translated(text); });
}

TEST(LabelledLines, EveryLineBecomesOneLine) {
  EXPECT_EQ(translated("__label__spam buy, \"now\"\n\n  \nsee you\n__label__ham\n"),
            "spam\x1f"
            "buy, \"now\"\n\n\n\x1fsee you\nham\x1f\n");
}

TEST(LabelledLines, AnEmptyLabelIsNone) {
  EXPECT_EQ(translated("__label__ a text\n__label__\n"),
            "\x1f"
            "a text\n\x1f\n");
}

TEST(LabelledLines, BlanksByteOrderMarkAndCarriageReturns) {
  EXPECT_EQ(translated("\xEF\xBB\xBF__label__a\t one\ttwo \r\n \f__label__b x\x1fy"),
            "a\x1fone\ttwo\n"
            "b\x1fx y\n");
  EXPECT_EQ(translated(""), "");
  EXPECT_EQ(translated("a"),
            "\x1f"
            "a\n");
}

TEST(LabelledLines, ARowHasOneLabelAndItStandsInFront) {
  EXPECT_EQ(
      fault("__label__a x\n__label__b __label__c y\n"),
      "x.ft:2: the line has a second label, '__label__c', and a row has one class; leave one, "
      "or write the line for each");
  EXPECT_TRUE(has(fault("\n\n__label__a x __label__b"), "x.ft:3: the line has a second label"));
  EXPECT_TRUE(has(fault("x y __label__b z"), "x.ft:1: the label '__label__b' stands behind"));
  EXPECT_EQ(fault("__label__a my__label__b"), "");
}

TEST(LabelledLines, ALineIsNoLongerThanAnyRow) {
  const std::string line(200'000, 'x');
  EXPECT_EQ(translated(line, 7000), "\x1f" + line + "\n");
  EXPECT_TRUE(has(message_of([&] { translated("a\n" + line, 7000, 100'000); }),
                  "x.ft:2: the line is longer than any row"));
}

TEST(LabelledLines, ThePiecesInWhichBytesComeMakeNoDifference) {
  std::mt19937 random(3);
  const std::vector<std::string> parts{"__label__a", "__label__", " ",  "\n",
                                       "\r\n",       "word",      "\t", "é"};
  for (int i = 0; i < 500; ++i) {
    std::string text;
    for (unsigned n = random() % 30; n > 0; --n) text += parts[random() % parts.size()];
    const auto told = [&](std::size_t piece) {
      std::string out;
      const std::string error = message_of([&] { out = translated(text, piece); });
      return error.empty() ? out : error;
    };
    ASSERT_EQ(told(1), told(1000)) << text;
  }
}

// What a table of such lines holds, row by row: class|text.
std::string rows_of(const std::string& file, int threads = 1) {
  Table table({file}, ReadOptions{});
  const Schema schema = draft_schema(table.sample(), {}, {}).schema;
  std::string out;
  Table again({file}, ReadOptions{});
  again.read(schema, threads, [&](const Batch& batch, int) -> Table::Finish {
    std::string rows;
    const auto& classes = std::get<Codes>(*batch.find(kLabelledClass));
    const auto& terms = std::get<Terms>(*batch.find(kLabelledText));
    for (std::int64_t row = 0; row < batch.rows; ++row) {
      const auto code = static_cast<std::int32_t>(classes.indices.at(row));
      rows += (code < 0 ? "-" : classes.dictionary->label(code).to_string()) + "|";
      terms.for_each(row, [&](std::int32_t term, std::int32_t) {
        rows += std::string(terms.dictionary->term(term)) + ",";
      });
      rows += " ";
    }
    return [&out, rows] { out += rows; };
  });
  return out;
}

TEST(LabelledLines, AreATableOfAClassAndAText) {
  const TestFolder folder;
  const std::string file = folder.write(
      "a.txt", "__label__spam Buy, \"now\"\n\nsee you\n__label__ham caf\xe9\n__label__ham\n");
  Table table({file}, ReadOptions{});
  EXPECT_EQ(table.column_names(), (std::vector<std::string>{"class", "text"}));
  const Schema schema = draft_schema(table.sample(), {}, {}).schema;
  EXPECT_EQ(schema.find("class")->role, Role::kTarget);
  EXPECT_EQ(schema.find("text")->family, Family::kText);
  EXPECT_EQ(rows_of(file), "spam|buy,now, -|see,you, ham|caf, ham| ");
  EXPECT_EQ(rows_of(file, 3), rows_of(file));
}

TEST(LabelledLines, ColumnsMayBeNamed) {
  const TestFolder folder;
  ReadOptions options;
  options.header = false;
  options.names = {"kind", "said"};
  Table table({folder.write("a.ft", "__label__a x\n")}, options);
  EXPECT_EQ(table.column_names(), options.names);
  EXPECT_TRUE(table.sample()[0].is_class);
}

}  // namespace
}  // namespace tally::csv
