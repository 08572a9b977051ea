// SPDX-License-Identifier: Apache-2.0
#include "tally/read/column_guess.h"

#include "tally/read/read_testing.h"

namespace tally {
namespace {

using Use = ColumnGuess::Use;

using Cells = std::vector<std::pair<std::string, std::int64_t>>;

// All cells of a column.
ColumnSample counted(const std::string& name, const Cells& cells) {
  ColumnSample sample = sample_of(name, cells, 0);
  sample.is_whole = true;
  return sample;
}

ColumnSample whole(const std::string& name, const std::vector<std::string>& texts) {
  Cells cells;
  for (const std::string& text : texts) cells.emplace_back(text, 1);
  return counted(name, cells);
}

std::vector<std::string> numbered(const std::string& before, int count) {
  std::vector<std::string> out;
  for (int i = 0; i < count; ++i) out.push_back(before + std::to_string(i));
  return out;
}

TEST(ColumnGuess, TextsThatAllDifferAreLeftOut) {
  EXPECT_EQ(guess_column(whole("iban", numbered("DE", 10))).use, Use::kLeftOut);
  EXPECT_EQ(guess_column(whole("iban", numbered("DE", 9))).use, Use::kFeature);
  std::vector<std::string> twice = numbered("DE", 30);
  twice.emplace_back("DE3");
  EXPECT_EQ(guess_column(whole("iban", twice)).use, Use::kFeature);
  ColumnSample part = whole("iban", numbered("DE", 30));
  part.is_whole = false;
  EXPECT_EQ(guess_column(part).use, Use::kFeature);
}

TEST(ColumnGuess, NumbersThatAllDifferAreLeftOutIfTheyAreARunOrAnId) {
  ColumnSample numbers = whole("income", numbered("7", 30));
  EXPECT_TRUE(numbers.all_differ);
  EXPECT_EQ(guess_column(numbers).use, Use::kFeature);
  numbers.is_run = true;
  EXPECT_EQ(guess_column(numbers).use, Use::kLeftOut);
  for (const char* name : {"id", "user_id", "UserId", "row id", "ID"}) {
    EXPECT_EQ(guess_column(whole(name, numbered("7", 30))).use, Use::kLeftOut) << name;
  }
  EXPECT_EQ(guess_column(whole("humid", numbered("7", 30))).use, Use::kFeature);
}

TEST(ColumnGuess, SentencesThatAllDifferAreTextsAllTheSame) {
  const std::vector<std::string> texts = numbered("one two three four five six seven eight ", 30);
  EXPECT_EQ(guess_column(whole("body", texts)).family, Family::kText);
}

TEST(ColumnGuess, MarksAloneAreNoValue) {
  EXPECT_EQ(guess_column(whole("x", {"?", "NA"})).use, Use::kNoValue);
  EXPECT_EQ(guess_column(whole("x", {})).use, Use::kNoValue);
}

TEST(ColumnGuess, NotesAreGrouped) {
  std::vector<ColumnSample> samples;
  for (const char* name : {"a", "b", "c", "d"}) {
    samples.push_back(whole(name, {"1", "2", "1", "2"}));
    samples.back().better = Family::kCategorical;
  }
  samples[3].better = Family::kBernoulli;
  samples[1].decides_target = true;
  std::vector<GuessedColumn> guesses;
  for (const ColumnSample& sample : samples) guesses.push_back({&sample, guess_column(sample)});
  const std::vector<Remark> notes = notes_on(guesses, "y");
  ASSERT_EQ(notes.size(), 2U);
  EXPECT_EQ(notes[0].sentence,
            "whole numbers with few values are taken as categorical: a, b, c; as bernoulli (0 and "
            "1): d (leave-one-out says what predicts 'y' better)");
  EXPECT_EQ(notes[0].remedies, std::vector<Remedy>{Remedy::family("", "")});
  EXPECT_EQ(notes[1].sentence, "b alone decides 'y': a leak?");
  EXPECT_EQ(notes[1].remedies, std::vector<Remedy>{Remedy::ignore(
                                   "b", "if it is known only after 'y', leave it out")});
}

TEST(ColumnGuess, MarksAreNoNumbers) {
  const ColumnSample flags = counted("flag", {{"?", 900}, {"P", 9}});
  EXPECT_EQ(notes_on({{&flags, guess_column(flags)}}, "y"), std::vector<Remark>{});
}

TEST(ColumnGuess, WordsAmongNumbersShareANote) {
  const ColumnSample a = counted("a", {{"1", 50}, {"2", 50}, {"P", 9}});
  const ColumnSample b = counted("b", {{"1", 50}, {"2", 50}, {"Q", 9}});
  const std::vector<Remark> shared{
      {"taken as words, since some cells are no numbers: a (9 cells 'P' of 109), b (9 cells 'Q' of "
       "109)",
       {Remedy::missing("P", "if they mean missing")}}};
  EXPECT_EQ(notes_on({{&a, guess_column(a)}, {&b, guess_column(b)}}, "y"), shared);
}

TEST(ColumnGuess, NearlyNumbersAreNeverSilentlyWords) {
  std::vector<std::string> cells(95, "7");
  for (int i = 0; i < 5; ++i) cells.emplace_back("n.a.");
  const ColumnSample sample = whole("x", cells);
  const ColumnGuess guess = guess_column(sample);
  EXPECT_EQ(guess.type, ValueType::kText);
  const std::vector<Remark> notes = notes_on({{&sample, guess}}, "y");
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0].sentence,
            "column 'x' is taken as words, since 5 of 100 cells are no numbers: 5 cells 'n.a.'");
  EXPECT_EQ(notes[0].remedies,
            std::vector<Remedy>{Remedy::missing("n.a.", "if they mean missing")});
}

}  // namespace
}  // namespace tally
