// SPDX-License-Identifier: Apache-2.0
#include "tally/read/cells/column_observer.h"

#include <gtest/gtest.h>

#include "tally/read/cells/missing_marks.h"

namespace tally {
namespace {

ColumnSample sample(const std::vector<std::string>& cells) {
  const MissingMarks marks({"?"});
  ColumnObserver observer("x");
  for (const std::string& cell : cells) {
    marks.contains(cell) ? observer.see_missing() : observer.see(cell);
  }
  return std::move(observer).finish();
}

TEST(ColumnObserver, Numbers) {
  const ColumnSample whole = sample({"1", "-2", "", "?", "1.0", "NaN", "1"});
  EXPECT_EQ(whole.name, "x");
  EXPECT_EQ(whole.cells, 4);
  EXPECT_TRUE(whole.numbers && whole.integers && !whole.booleans);
  EXPECT_EQ(whole.distinct, 3);
  EXPECT_EQ(whole.not_a_number, "");
  const ColumnSample real = sample({"1", "2.5", "+1e3"});
  EXPECT_TRUE(real.numbers && !real.integers);
  const ColumnSample infinite = sample({"1", "-inf", "1e400"});
  EXPECT_TRUE(infinite.numbers && !infinite.integers);
}

TEST(ColumnObserver, WhereNumbersLie) {
  const NumberRange numbers = sample({"1", "3", "?", "NaN", "word", "1", "3", "1e400"}).range;
  EXPECT_EQ(numbers.mean, 0);  // too many words: no numbers
  std::vector<std::string> cells(200, "1");
  cells.insert(cells.end(), 200, "3");
  EXPECT_EQ(sample(cells).range.mean, 2);
  EXPECT_EQ(sample(cells).range.deviation, 1);
  cells.emplace_back("-inf");
  cells.emplace_back("n/a");
  EXPECT_EQ(sample(cells).range.mean, 2);
  const NumberRange days = sample({"1970-01-02", "1970-01-04"}).range;
  EXPECT_EQ(days.mean, 2 * 86400);
  EXPECT_EQ(days.deviation, 86400);
  EXPECT_EQ(sample({"PT1S", "PT3S"}).range.mean, 2);
  EXPECT_EQ(sample({"a", "b"}).range.deviation, 0);
}

TEST(ColumnObserver, NamesMadeOfDigitsAreNoNumbers) {
  const ColumnSample codes = sample({"100", "007", "020"});
  EXPECT_FALSE(codes.numbers || codes.integers);
  EXPECT_EQ(codes.not_a_number, "");
  EXPECT_FALSE(sample({"-01"}).numbers);
  EXPECT_TRUE(sample({"0", "0.5", "-0", "10"}).numbers);
}

TEST(ColumnObserver, BooleansAndTexts) {
  const ColumnSample booleans = sample({"true", "False", ""});
  EXPECT_TRUE(booleans.booleans && !booleans.numbers);
  EXPECT_EQ(booleans.cells, 2);
  const ColumnSample texts = sample({"a", "nan", "b", "nan"});
  EXPECT_FALSE(texts.booleans || texts.numbers);
  EXPECT_EQ(texts.cells, 4);
  EXPECT_EQ(texts.distinct, 3);
  EXPECT_EQ(texts.not_a_number, "a");
  EXPECT_FALSE(sample({"true", "1"}).booleans);
  EXPECT_FALSE(sample({"true", "1"}).numbers);
}

TEST(ColumnObserver, TimesAndDurations) {
  const ColumnSample times = sample({"2024-02-29", "?", " 2024-02-29T12:00Z", "", "nan"});
  EXPECT_TRUE(times.times && !times.durations && !times.numbers);
  const ColumnSample durations = sample({"12:34", "PT5M"});
  EXPECT_TRUE(durations.durations && !durations.times);
  for (const char* stray : {"20240229", "2024-02-30", "0", "soon", "true"}) {
    const ColumnSample mixed = sample({"2024-02-29", stray});
    EXPECT_FALSE(mixed.times || mixed.durations) << stray;
  }
  EXPECT_FALSE(sample({"2024-02-29", "12:34"}).times || sample({"2024-02-29", "12:34"}).durations);
  EXPECT_FALSE(sample({"", "?"}).times || sample({"", "?"}).durations);
}

TEST(ColumnObserver, NothingButMissing) {
  EXPECT_EQ(sample({"", "?", "nan", "NaN"}).cells, 0);
  EXPECT_EQ(sample({}).cells, 0);
}

TEST(ColumnObserver, DistinctTextsAndOfMeasurementsUpToABound) {
  std::vector<std::string> words, reals, codes;
  for (int i = 0; i < 1000; ++i) {
    words.push_back("v" + std::to_string(i % 500));
    reals.push_back(std::to_string(i % 500) + ".5");
    codes.push_back(std::to_string(i % 500));
  }
  EXPECT_EQ(sample(words).distinct, 500);
  EXPECT_EQ(sample(reals).distinct, 64);
  EXPECT_GE(sample(codes).distinct, 64);
}

TEST(ColumnObserver, AllCellsDiffer) {
  std::vector<std::string> cells;
  for (int i = 0; i < 300; ++i) cells.push_back(std::to_string(7 * i));
  EXPECT_TRUE(sample(cells).all_differ);
  cells.emplace_back("");
  EXPECT_TRUE(sample(cells).all_differ);
  cells.emplace_back("14");
  EXPECT_FALSE(sample(cells).all_differ);
  EXPECT_TRUE(sample({"b", "a", "c"}).all_differ);
  EXPECT_FALSE(sample({"b", "a", "b"}).all_differ);
  EXPECT_FALSE(sample({"1.5", "2.5"}).all_differ);  // measurements may well
}

TEST(ColumnObserver, UsualMarksAreMissingAmongNumbersAndValuesAmongWords) {
  for (const std::string_view mark : kUsualMarks) {
    const ColumnSample numbers = sample({"1", std::string(mark), "2.5", std::string(mark)});
    EXPECT_TRUE(numbers.numbers) << mark;
    EXPECT_EQ(numbers.cells, 2) << mark;
    EXPECT_EQ(numbers.missing, 2) << mark;
    EXPECT_EQ(numbers.distinct, 2) << mark;
    if (mark == "?") continue;  // which is given as a mark besides
    EXPECT_EQ(numbers.strays.marks.at(std::string(mark)), 2) << mark;
    const ColumnSample words = sample({"a", std::string(mark), "b"});
    EXPECT_EQ(words.cells, 3) << mark;
    EXPECT_EQ(words.distinct, 3) << mark;
    EXPECT_EQ(words.missing, 0) << mark;
  }
  EXPECT_FALSE(sample({"1", "na", "2"}).numbers);
  EXPECT_FALSE(sample({"1", "--", "2"}).numbers);
  EXPECT_EQ(sample({"NA", "-", "."}).cells, 0);
}

TEST(ColumnObserver, AStrayWordLeavesAColumnOneOfNumbers) {
  std::vector<std::string> cells;
  for (int i = 0; i < 200; ++i) cells.push_back(std::to_string(i % 5));
  cells.insert(cells.begin() + 77, "abc");
  const ColumnSample one = sample(cells);
  EXPECT_TRUE(one.numbers && one.integers);
  EXPECT_EQ(one.cells, 200);
  EXPECT_EQ(one.missing, 1);
  EXPECT_EQ(one.distinct, 5);
  EXPECT_EQ(one.strays.words.at("abc"), 1);
  EXPECT_EQ(one.not_a_number, "abc");
  for (int i = 0; i < 3; ++i) cells.emplace_back("x");
  const ColumnSample four = sample(cells);
  EXPECT_FALSE(four.numbers);
  EXPECT_EQ(four.cells, 204);
  EXPECT_EQ(four.distinct, 7);
}

TEST(ColumnObserver, WordsOfACell) {
  EXPECT_EQ(sample({"one two  three", "four"}).mean_words, 2);
  EXPECT_EQ(sample({"?", ""}).mean_words, 0);
  EXPECT_EQ(sample({"距离川沙公路较近"}).mean_words, 1 + 4);  // eight letters without spaces
  EXPECT_EQ(sample({"ฉันรัก"}).mean_words, 1 + 3);
  EXPECT_EQ(sample({"élan vital"}).mean_words, 2);
}

TEST(ColumnObserver, WordsOfScriptsWithoutSpaces) {
  EXPECT_EQ(sample({"one two  three", "four"}).unspaced, 0);
  EXPECT_EQ(sample({"距离川沙公路较近"}).unspaced, 8.0 / 10);
  EXPECT_EQ(sample({"距离 hotel", "good, near"}).unspaced, 2.0 / 10);
  EXPECT_EQ(sample({"ひらがな"}).unspaced, 4.0 / 6);
  EXPECT_EQ(sample({"한국어 낱말"}).unspaced, 0);  // Hangul has spaces
  EXPECT_EQ(sample({"3", "4.5"}).unspaced, 0);
}

}  // namespace
}  // namespace tally
