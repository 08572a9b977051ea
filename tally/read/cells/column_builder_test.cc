// SPDX-License-Identifier: Apache-2.0
#include "tally/read/cells/column_builder.h"

#include <cmath>
#include <cstdlib>
#include <map>
#include <random>

#include "tally/read/cells/cells_testing.h"
#include "tally/read/read_testing.h"

namespace tally {
namespace {

std::vector<std::int32_t> codes_of(const Column& column, std::int64_t rows) {
  std::vector<std::int32_t> codes;
  for_each_code(std::get<Codes>(column), rows,
                [&](std::int64_t, std::int32_t code) { codes.push_back(code); });
  return codes;
}

TEST(ColumnBuilder, NumbersAndWhatIsMissing) {
  const MissingMarks marks({"?", "-999"});
  NumberBuilder builder(marks);
  const LaidOutCells cells({"1.5", " -2\t", "", "?", "NaN", "-999", "007", "1e-400"});
  ASSERT_EQ(builder.append(cells.column()), 8U);
  const auto numbers = std::get<Numbers>(builder.finish());
  EXPECT_EQ(numbers.at(0), 1.5);
  EXPECT_EQ(numbers.at(1), -2);
  for (const int row : {2, 3, 4, 5}) EXPECT_TRUE(std::isnan(numbers.at(row))) << row;
  EXPECT_EQ(numbers.at(6), 7);
  EXPECT_EQ(numbers.at(7), 0);
  builder.start();
  ASSERT_EQ(builder.append(LaidOutCells({"4"}).column()), 1U);
  ASSERT_EQ(builder.append(LaidOutCells({"\t5 "}, "", true).column()), 1U);
  EXPECT_EQ(std::get<Numbers>(builder.finish()).at(1), 5);
}

TEST(ColumnBuilder, NumbersStopAtTheFirstThatIsNone) {
  const MissingMarks marks;
  for (const char* text : {"abc", "inf", "-Infinity", "+INF", "1e400", "-1e400", "true", "1,5"}) {
    NumberBuilder builder(marks);
    EXPECT_EQ(builder.append(LaidOutCells({"1", "2", text, "x"}).column()), 2U) << text;
  }
}

TEST(ColumnBuilder, TimesAndDurations) {
  const MissingMarks marks({"?", "1900-01-01"});
  NumberBuilder times(marks, Strays::kRefuse, ValueType::kTime);
  ASSERT_EQ(times.append(LaidOutCells({"1970-01-02", " 1970-01-01T00:00:01.5Z\t", "", "?", "NaN",
                                       "1900-01-01"})
                             .column()),
            6U);
  auto numbers = std::get<Numbers>(times.finish());
  EXPECT_EQ(numbers.holds, ValueType::kTime);
  EXPECT_EQ(numbers.at(0), 86400);
  EXPECT_EQ(numbers.at(1), 1.5);
  for (const int row : {2, 3, 4, 5}) EXPECT_TRUE(std::isnan(numbers.at(row))) << row;
  for (const char* text : {"0", "86400", "abc", "12:34", "inf"}) {
    times.start();
    EXPECT_EQ(times.append(LaidOutCells({"1970-01-02", text, "x"}).column()), 1U) << text;
  }
  NumberBuilder durations(marks, Strays::kRefuse, ValueType::kDuration);
  ASSERT_EQ(durations.append(LaidOutCells({"00:01", "PT1H", ""}).column()), 3U);
  numbers = std::get<Numbers>(durations.finish());
  EXPECT_EQ(numbers.holds, ValueType::kDuration);
  EXPECT_EQ(numbers.at(0), 60);
  EXPECT_EQ(numbers.at(1), 3600);
  for (const char* text : {"60", "1970-01-02", "24:00"}) {
    durations.start();
    EXPECT_EQ(durations.append(LaidOutCells({text}).column()), 0U) << text;
  }
  // Many cells, in more than one call.
  times.start();
  const std::vector<std::string> many(1000, "1970-01-01T00:00:07");
  for (int i = 0; i < 3; ++i) ASSERT_EQ(times.append(LaidOutCells(many).column()), 1000U);
  numbers = std::get<Numbers>(times.finish());
  for (const int row : {0, 999, 1000, 2999}) EXPECT_EQ(numbers.at(row), 7);
}

TEST(ColumnBuilder, CodesOfTextsComeInOrderAndStay) {
  const MissingMarks marks({"?"});
  CodeBuilder builder(marks, ValueType::kText);
  ASSERT_EQ(builder.append(LaidOutCells({"b", "a", "", "b", "?", "是"}).column()), 6U);
  EXPECT_EQ(codes_of(builder.finish(), 6), (std::vector<std::int32_t>{0, 1, -1, 0, -1, 2}));
  const Dictionary* const address = &builder.dictionary();
  builder.start();
  ASSERT_EQ(builder.append(LaidOutCells({"c", "a", "nan"}).column()), 3U);
  EXPECT_EQ(codes_of(builder.finish(), 3), (std::vector<std::int32_t>{3, 1, 4}));
  EXPECT_EQ(&builder.dictionary(), address);
  EXPECT_EQ(builder.dictionary().label(2), Label::of("是"));
  EXPECT_EQ(builder.append(LaidOutCells({"ok", "caf\xE9"}).column()), 1U);
}

TEST(ColumnBuilder, CodesOfNumbersAreOfTheirValues) {
  const MissingMarks marks;
  CodeBuilder builder(marks, ValueType::kNumber);
  const LaidOutCells cells({"1", "1.0", "+1", " 1 ", "2", "NaN", "1e0", "9007199254740993", "01"});
  ASSERT_EQ(builder.append(cells.column()), 9U);
  EXPECT_EQ(codes_of(builder.finish(), 9), (std::vector<std::int32_t>{0, 0, 0, 0, 1, -1, 0, 2, 0}));
  EXPECT_EQ(builder.dictionary().label(2), Label::of(std::int64_t{9007199254740993}));
  for (const char* text : {"x", "inf", "1e400", "true"}) {
    EXPECT_EQ(builder.append(LaidOutCells({"1", text}).column()), 1U) << text;
  }
}

TEST(ColumnBuilder, CodesOfBooleans) {
  const MissingMarks marks;
  CodeBuilder builder(marks, ValueType::kBoolean);
  ASSERT_EQ(builder.append(LaidOutCells({"true", "FALSE", "True", ""}).column()), 4U);
  EXPECT_EQ(codes_of(builder.finish(), 4), (std::vector<std::int32_t>{0, 1, 0, -1}));
  EXPECT_EQ(builder.append(LaidOutCells({"yes"}).column()), 0U);
}

TEST(ColumnBuilder, BitsWithTheirValidity) {
  const MissingMarks marks({"?"});
  BitBuilder builder(marks);
  std::vector<std::string> texts;
  for (int i = 0; i < 100; ++i)
    texts.emplace_back(i % 3 == 0 ? "True" : i % 3 == 1 ? "?" : "false");
  ASSERT_EQ(builder.append(LaidOutCells(texts).column()), 100U);
  const auto bits = std::get<Bits>(builder.finish());
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(bits.validity.at(i), i % 3 != 1) << i;
    EXPECT_EQ(bits.at(i), i % 3 == 0) << i;
  }
  EXPECT_EQ(builder.append(LaidOutCells({"true", "1"}).column()), 1U);
}

TEST(ColumnBuilder, TheSchemaChoosesTheBuilder) {
  const MissingMarks marks;
  ColumnSchema column;
  const auto kind = [&] { return builder_for(column, marks).index(); };
  EXPECT_EQ(kind(), 0U);
  column.family = Family::kCategorical;
  EXPECT_EQ(kind(), 1U);
  column.family = Family::kBernoulli;
  EXPECT_EQ(kind(), 0U);
  column.type = ValueType::kBoolean;
  EXPECT_EQ(kind(), 2U);
  column.role = Role::kTarget;
  EXPECT_EQ(kind(), 1U);
  column.type = ValueType::kNumber;
  column.role = Role::kWeight;
  EXPECT_EQ(kind(), 0U);
}

TEST(ColumnBuilder, ComplaintsNameTheRemedy) {
  ColumnSchema column;
  column.name = "age";
  const Remedy ignore = Remedy::ignore("age");
  EXPECT_EQ(complaint(column, "abc"),
            (Remark{"expected a number, found 'abc'",
                    {Remedy::family("age", "categorical"), Remedy::missing("abc"), ignore}}));
  EXPECT_EQ(complaint(column, " -inf"),
            (Remark{"expected a finite number, found ' -inf'", {Remedy::missing("-inf"), ignore}}));
  column.family = Family::kCategorical;
  EXPECT_EQ(complaint(column, "abc").remedies,
            (std::vector<Remedy>{Remedy::missing("abc"), ignore}));
  column.type = ValueType::kText;
  EXPECT_TRUE(has(to_string(complaint(column, "caf\xE9")), "iconv"));
  column.role = Role::kWeight;
  column.type = ValueType::kNumber;
  EXPECT_EQ(complaint(column, "a b"),
            (Remark{"expected a number, found 'a b'",
                    {Remedy::in_words("mend it"), Remedy::missing("a b")}}));
}

TEST(ColumnBuilder, TextsAreTakenAsTheyAre) {
  ColumnSchema column;
  column.name = "body";
  column.type = ValueType::kText;
  column.family = Family::kText;
  const MissingMarks marks({"?"});
  ColumnBuilder builder = builder_for(column, marks);
  auto& texts = std::get<TextBuilder>(builder);
  const LaidOutCells cells({"free money", "", "?", " caf\xE9 ", "12"});
  ASSERT_EQ(texts.append(cells.column()), 5U);
  const auto found = std::get<Texts>(texts.finish());
  EXPECT_EQ(found.cells[0], "free money");
  EXPECT_TRUE(found.is_missing(1) && found.is_missing(2));
  EXPECT_EQ(found.cells[3], "caf\xE9");
  EXPECT_EQ(found.cells[4], "12");
  texts.start();
  ASSERT_EQ(texts.append(cells.column()), 5U);
  EXPECT_EQ(std::get<Texts>(texts.finish()).cells[0], "free money");
}

// A number as the definition has it: strtod of what is left without blanks.
double number_of(const std::string& text) {
  return std::strtod(std::string(trimmed(text)).c_str(), nullptr);
}

// 128 cells are read together; what the fast way leaves is read alone, wherever it stands.
TEST(ColumnBuilder, NumbersOfBothWaysSideBySide) {
  const MissingMarks marks, with_marks({"-999", "12"});
  const std::vector<std::string> others{" 1.5 ", "1e3", "+7",   "1234567890123456",
                                        "NaN",   "",    "-.5e1"};
  for (const std::size_t rows : {1U, 7U, 8U, 9U, 127U, 128U, 129U, 257U}) {
    for (std::size_t at = 0; at < rows; ++at) {
      std::vector<std::string> texts;
      for (std::size_t i = 0; i < rows; ++i) texts.push_back(std::to_string(i % 20) + ".25");
      texts[at] = others[at % others.size()];
      texts[rows - 1 - at] = "12";
      for (const MissingMarks* chosen : {&marks, &with_marks}) {
        NumberBuilder builder(*chosen);
        ASSERT_EQ(builder.append(LaidOutCells(texts).column()), rows);
        ASSERT_EQ(builder.append(LaidOutCells(texts, "sixteen bytes...").column()), rows);
        const auto numbers = std::get<Numbers>(builder.finish());
        for (std::size_t i = 0; i < 2 * rows; ++i) {
          const std::string& text = texts[i % rows];
          const double got = numbers.at(static_cast<std::int64_t>(i));
          const bool is_missing =
              text.empty() || text == "NaN" || (chosen == &with_marks && text == "12");
          ASSERT_EQ(std::isnan(got), is_missing) << i << " " << text;
          ASSERT_TRUE(is_missing || got == number_of(text)) << i << " " << text;
        }
      }
      texts[at] = "bad";
      NumberBuilder builder(marks);
      ASSERT_EQ(builder.append(LaidOutCells(texts).column()), at);
    }
  }
}

// Texts of 16 bytes are looked up together, longer ones and those with blanks one by one, and a new
// one is learned in the middle of them all.
TEST(ColumnBuilder, CodesOfBothWaysSideBySide) {
  const MissingMarks marks({"?", "a mark of more than sixteen bytes"});
  std::mt19937 random(4);
  for (const bool is_quoted : {false, true}) {
    for (const std::size_t rows : {1U, 8U, 9U, 127U, 128U, 129U, 300U}) {
      CodeBuilder builder(marks, ValueType::kText);
      std::map<std::string, std::int32_t> map{
          {"", -1}, {"?", -1}, {"a mark of more than sixteen bytes", -1}};
      std::int32_t next = 0;
      for (int round = 0; round < 20; ++round) {
        std::vector<std::string> texts;
        for (std::size_t i = 0; i < rows; ++i) {
          std::string text = std::to_string(random() % (100U << (round / 2)));
          if (random() % 2 == 0) text.insert(0, 14 + random() % 4 - text.size() % 3, 'k');
          if (random() % 20 == 0) text = random() % 2 == 0 ? " " + text : text + "\t";
          if (random() % 20 == 0) text = "?";
          if (random() % 40 == 0) text = "a mark of more than sixteen bytes";
          texts.push_back(text);
        }
        builder.start();
        ASSERT_EQ(builder.append(LaidOutCells(texts, "", is_quoted).column()), rows);
        const std::vector<std::int32_t> codes =
            codes_of(builder.finish(), static_cast<std::int64_t>(rows));
        for (std::size_t i = 0; i < rows; ++i) {
          const std::string text(is_quoted ? std::string_view(texts[i]) : trimmed(texts[i]));
          const auto [entry, added] = map.emplace(text, next);
          next += added ? 1 : 0;
          ASSERT_EQ(codes[i], entry->second) << i << " \"" << text << '"';
        }
      }
    }
  }
}

// A mark stands among cells that the fast path reads, at every place of its groups.
TEST(ColumnBuilder, UsualMarksAmongNumbersAreMissingAndCounted) {
  const MissingMarks marks;
  for (const std::size_t place : {0, 1, 7, 8, 31, 32, 63, 64, 99}) {
    for (std::size_t mark = 0; mark < kUsualMarks.size(); ++mark) {
      std::vector<std::string> texts(100, "2.5");
      texts[place] = kUsualMarks[mark];
      NumberBuilder numbers(marks);
      CodeBuilder codes(marks, ValueType::kNumber);
      ASSERT_EQ(numbers.append(LaidOutCells(texts).column()), 100U);
      ASSERT_EQ(codes.append(LaidOutCells(texts).column()), 100U);
      const auto values = std::get<Numbers>(numbers.finish());
      const std::vector<std::int32_t> found = codes_of(codes.finish(), 100);
      for (std::size_t i = 0; i < 100; ++i) {
        EXPECT_EQ(std::isnan(values.at(static_cast<std::int64_t>(i))), i == place);
        EXPECT_EQ(found[i], i == place ? -1 : 0);
      }
      EXPECT_EQ(numbers.strays().marks[mark], 1);
      EXPECT_EQ(codes.strays().marks[mark], 1);
      EXPECT_TRUE(numbers.strays().words.empty() && codes.strays().words.empty());
    }
  }
}

TEST(ColumnBuilder, UsualMarksAmongWordsAreWords) {
  const MissingMarks marks;
  CodeBuilder builder(marks, ValueType::kText);
  ASSERT_EQ(builder.append(LaidOutCells({"a", "NA", "?", "-", ""}).column()), 5U);
  EXPECT_EQ(codes_of(builder.finish(), 5), (std::vector<std::int32_t>{0, 1, 2, 3, -1}));
}

TEST(ColumnBuilder, StraysAreTakenOnlyWhereTheKindWasGuessed) {
  const MissingMarks marks;
  const LaidOutCells cells({"1", "abc", "2", "NA", "abc", "3"});
  EXPECT_EQ(NumberBuilder(marks).append(cells.column()), 1U);
  EXPECT_EQ(CodeBuilder(marks, ValueType::kNumber).append(cells.column()), 1U);
  NumberBuilder numbers(marks, Strays::kTake);
  CodeBuilder codes(marks, ValueType::kNumber, Strays::kTake);
  for (int block = 0; block < 2; ++block) {
    numbers.start();
    codes.start();
    ASSERT_EQ(numbers.append(cells.column()), 6U);
    ASSERT_EQ(codes.append(cells.column()), 6U);
    const std::vector<std::pair<std::size_t, std::string>> words{{1, "abc"}, {4, "abc"}};
    EXPECT_EQ(numbers.strays().words, words);
    EXPECT_EQ(codes.strays().words, words);
    EXPECT_EQ(codes_of(codes.finish(), 6), (std::vector<std::int32_t>{0, -1, 1, -1, -1, 2}));
  }
  EXPECT_EQ(numbers.strays().marks[usual_mark("NA")], 2);
  // What is not finite is an error all the same.
  NumberBuilder infinite(marks, Strays::kTake);
  EXPECT_EQ(infinite.append(LaidOutCells({"1", "inf"}).column()), 1U);
}

TEST(ColumnBuilder, BitsWithStrays) {
  const MissingMarks marks;
  BitBuilder builder(marks, Strays::kTake);
  builder.start();
  ASSERT_EQ(builder.append(LaidOutCells({"true", "maybe", "FALSE"}).column()), 3U);
  EXPECT_EQ(builder.strays().words,
            (std::vector<std::pair<std::size_t, std::string>>{{1, "maybe"}}));
}

// "1.234" is read by the fast path where a point is the decimal, and is 1234 where it is not.
TEST(ColumnBuilder, ADecimalCommaTakesTheCarefulPath) {
  const MissingMarks marks;
  NumberBuilder numbers(marks);
  CodeBuilder codes(marks, ValueType::kNumber);
  const LaidOutCells cells({"1.234", "2,5", "7", "1.234"});
  CellColumn column = cells.column();
  column.numbers = {',', true};
  ASSERT_EQ(numbers.append(column), 4U);
  ASSERT_EQ(codes.append(column), 4U);
  const auto values = std::get<Numbers>(numbers.finish());
  EXPECT_EQ(values.at(0), 1234);
  EXPECT_EQ(values.at(1), 2.5);
  EXPECT_EQ(values.at(2), 7);
  EXPECT_EQ(codes.dictionary().label(0), Label::of(1234.0));
  // Even where each cell of a block would be a plain decimal.
  const LaidOutCells plain(std::vector<std::string>(3 * CellWords::kMost + 5, "1.234"));
  column = plain.column();
  column.numbers = {',', true};
  numbers.start();
  ASSERT_EQ(numbers.append(column), column.rows);
  const auto grouped = std::get<Numbers>(numbers.finish());
  for (std::size_t i = 0; i < column.rows; ++i) {
    ASSERT_EQ(grouped.at(static_cast<std::int64_t>(i)), 1234) << i;
  }
  // The next file has points.
  codes.start();
  ASSERT_EQ(codes.append(LaidOutCells({"1.234", "7"}).column()), 2U);
  EXPECT_EQ(codes_of(codes.finish(), 2), (std::vector<std::int32_t>{3, 2}));
  EXPECT_EQ(codes.dictionary().label(3), Label::of(1.234));
}

}  // namespace
}  // namespace tally
