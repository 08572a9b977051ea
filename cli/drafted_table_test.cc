// SPDX-License-Identifier: Apache-2.0
#include "cli/drafted_table.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>

#include "tally/inside/draft.h"

namespace tally::cli {
namespace {

// A folder of its own, gone at the end.
class DraftedTableTest : public ::testing::Test {
 protected:
  DraftedTableTest()
      : folder_(std::filesystem::temp_directory_path() /
                ("tally_drafted_" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~DraftedTableTest() override { std::filesystem::remove_all(folder_); }

  std::string file(const std::string& name, const std::string& content) const {
    std::string path = folder_ / name;
    std::ofstream(path) << content;
    return path;
  }

  // The options as the command line gives them.
  static SchemaOptions columns(std::vector<std::string> words) {
    SchemaOptions options;
    Command command("test", "", "");
    options.attach(command);
    std::vector<char*> values;
    for (std::string& word : words) values.push_back(word.data());
    command.parse({static_cast<int>(values.size()), values.data()});
    return options;
  }

 private:
  std::filesystem::path folder_;
};

std::string complaint(const std::function<void()>& act) {
  try {
    act();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST_F(DraftedTableTest, DraftsWhatIsDeclared) {
  const std::string data = file("data.csv", "x,y\n1,a\n2,b\n");
  const DraftedTable drafted = open_table({data}, {}, columns({"--target", "y"}), "");
  EXPECT_EQ(drafted.draft.schema.target().name, "y");
  EXPECT_EQ(drafted.table.column_names(), (std::vector<std::string>{"x", "y"}));
}

TEST_F(DraftedTableTest, TakesASchemaInstead) {
  const std::string data = file("data.csv", "x,y\n1,a\n2,b\n");
  const std::string schema = file(
      "schema.json", to_json(open_table({data}, {}, columns({"--target", "y"}), "").draft.schema));
  EXPECT_EQ(open_table({data}, {}, {}, schema).draft.schema.target().name, "y");
  EXPECT_NE(complaint([&] {
              open_table({data}, {}, columns({"--target", "y"}), schema);
            }).find("--schema says what the columns are"),
            std::string::npos);
}

TEST_F(DraftedTableTest, ATargetWithoutAValueIsRefused) {
  const std::string data = file("data.csv", "x,y\n1,\n2,\n");
  EXPECT_EQ(complaint([&] {
              open_table({data}, {}, columns({"--target", "y"}), "", "; so what");
            }),
            "no row has a value of the target 'y'; so what");
}

TEST_F(DraftedTableTest, PairsAreOfMail) {
  const std::string data = file("data.csv", "x,y\n1,a\n2,b\n");
  EXPECT_EQ(complaint([&] {
              open_table({data}, {}, columns({"--target", "y", "--no-pairs"}), "");
            }),
            "--no-pairs is about mail, as in: fit mail --class spam=DIR");
  const std::string mail = file("1.eml", "Subject: x\n\n");
  const auto drafted = [&](std::vector<std::string> options) {
    options.insert(options.end(), {"--class", "ham=" + mail});
    return open_table({kMail}, {}, columns(options), "").draft.schema;
  };
  EXPECT_NE(drafted({}).find("pair"), nullptr);
  EXPECT_EQ(drafted({"--no-pairs"}).find("pair"), nullptr);
}

// Five hundred texts of random characters, in most of which one tells the class.
std::string texts_in_chinese() {
  const std::vector<std::string> characters{
      "的", "一", "是", "了", "我", "不", "人", "在", "他", "有", "这", "个", "上", "们", "来",
      "到", "时", "大", "地", "为", "子", "中", "你", "说", "生", "国", "年", "着", "就", "那"};
  std::string out = "y,review,note\n";
  unsigned random = 7;
  const auto draw = [&](unsigned most) {
    random = random * 1664525 + 1013904223;
    return (random >> 16U) % most;
  };
  for (int i = 0; i < 500; ++i) {
    const bool is_good = draw(2) == 0;
    out += is_good ? "good," : "bad,";
    const unsigned place = draw(9);
    for (unsigned j = 0; j < 8; ++j) {
      out += j == place ? (is_good ? "好" : "坏") : characters[draw(30)];
    }
    out += ",in plain English\n";
  }
  return out;
}

// What count_settled makes of a table, and how often it was read for that.
struct Settled {
  Piece counted;
  SchemaDraft draft;
  StraysByColumn strays;
  int readings = 0;
};

Settled settle(DraftedTable drafted, Recount recount = Recount::kRecast, const Kept& kept = {}) {
  Settled out{{{Counts(drafted.draft.schema), ""}, {}}, {}, {}, 0};
  out.counted = count_settled(drafted, recount, [&](Table& table, const Schema& schema) {
    ++out.readings;
    return count_table(table, schema, 2, kept);
  });
  out.draft = drafted.draft;
  out.strays = drafted.table.strays();
  return out;
}

TEST_F(DraftedTableTest, HowChineseIsCutIsFoundOutUnlessItIsSaid) {
  const std::string data = file("texts.csv", texts_in_chinese());
  const auto opened = [&](std::vector<std::string> options) {
    options.insert(options.end(), {"--target", "y", "--family", "review=text,note=text"});
    return open_table({data}, {}, columns(options), "");
  };
  const auto cut = [](const SchemaDraft& draft, const char* column) {
    return to_string(draft.schema.find(column)->text);
  };
  DraftedTable found = opened({});
  EXPECT_EQ(cut(found.draft, "review"), "tokens=char pairs=apart");
  EXPECT_EQ(cut(found.draft, "note"), "tokens=word pairs=apart");
  // It is said, and still so when all cells have been looked at.
  const Settled settled = settle(std::move(found), Recount::kReread);
  EXPECT_EQ(cut(settled.draft, "review"), "tokens=char pairs=apart");
  EXPECT_TRUE(
      std::any_of(settled.draft.notes.begin(), settled.draft.notes.end(), [](const Remark& note) {
        return note.sentence.starts_with("review is cut into characters: log loss 0.");
      }));
  EXPECT_EQ(settled.readings, 1);
  EXPECT_EQ(cut(opened({"--once"}).draft, "review"), "tokens=char pairs=apart count=once");
  EXPECT_EQ(cut(opened({"--tokens", "word"}).draft, "review"), "tokens=word pairs=apart");
  EXPECT_EQ(cut(opened({"--han-pairs"}).draft, "review"), "tokens=word han=pairs pairs=apart");
  EXPECT_EQ(cut(opened({"--ngrams", "1-2"}).draft, "review"), "tokens=word grams=1-2");
}

// More than the first megabyte of x = 0, 1, 2 …, then what is given, and as much again.
std::string long_table(const std::vector<std::string>& amid) {
  constexpr int kRows = 120'000;
  std::string text = "x,z,y\n";
  const auto add = [&](int i, const std::string& x) {
    text += x + "," + std::to_string(i % 977) + ".5," + (i % 2 == 0 ? "a" : "b") + "\n";
  };
  for (int i = 0; i < kRows; ++i) add(i, std::to_string(i % 5000));
  for (const std::string& x : amid) add(1, x);
  for (int i = 0; i < kRows; ++i) add(i, std::to_string(i % 5000));
  return text;
}

TEST_F(DraftedTableTest, AStrayWordFarBehindTheFirstMegabyteIsMissingAndTold) {
  const std::string data = file("data.csv", long_table({"abc", "NA", "?", "?"}));
  const Settled settled = settle(open_table({data}, {}, columns({"--target", "y"}), ""));
  EXPECT_EQ(settled.readings, 1);
  EXPECT_EQ(settled.draft.schema.find("x")->family, Family::kGaussian);
  const StrayCells& x = settled.strays.at("x");
  EXPECT_EQ(x.words, (std::map<std::string, std::int64_t>{{"abc", 1}}));
  EXPECT_EQ(x.marks, (std::map<std::string, std::int64_t>{{"?", 2}, {"NA", 1}}));
  EXPECT_EQ(x.line, 120'002);
  EXPECT_EQ(settled.strays.count("z"), 0U);
}

TEST_F(DraftedTableTest, ManyWordsMakeAColumnOfWordsAndASecondReading) {
  std::vector<std::string> words;
  for (int i = 0; i < 3000; ++i) words.push_back("w" + std::to_string(i % 7));
  const std::string data = file("data.csv", long_table(words));
  const Settled settled = settle(open_table({data}, {}, columns({"--target", "y"}), ""));
  EXPECT_EQ(settled.readings, 2);
  EXPECT_EQ(settled.draft.schema.find("x")->type, ValueType::kText);
  EXPECT_EQ(settled.draft.schema.find("x")->family, Family::kCategorical);
  EXPECT_EQ(values_of(*settled.counted.counts.find("x")).values().size(), 5007U);
  ASSERT_FALSE(settled.draft.notes.empty());
  const std::string note = settled.draft.notes[0].sentence;
  EXPECT_NE(note.find("3000 of 243000 cells are no numbers"), std::string::npos) << note;
  EXPECT_EQ(settled.strays.count("x"), 0U);
}

TEST_F(DraftedTableTest, WhatIsDeclaredIsAPromise) {
  const std::string data = file("data.csv", long_table({"abc"}));
  const std::string error = complaint([&] {
    settle(open_table({data}, {}, columns({"--target", "y", "--family", "x=gaussian"}), ""));
  });
  EXPECT_NE(error.find("expected a number, found 'abc'"), std::string::npos) << error;
}

TEST_F(DraftedTableTest, AColumnThatBeginsWithBlanksIsReadAgain) {
  std::string text = "x,w,y\n";
  for (int i = 0; i < 300'000; ++i) {
    const bool late = i >= 280'000;
    text += (late ? std::to_string(i) + ".5" : "") + std::string(",") + (late ? "u,a\n" : ",b\n");
  }
  const Settled settled =
      settle(open_table({file("data.csv", text)}, {}, columns({"--target", "y"}), ""));
  EXPECT_EQ(settled.readings, 2);
  EXPECT_EQ(settled.draft.schema.find("x")->family, Family::kGaussian);
  EXPECT_EQ(settled.draft.schema.find("w")->family, Family::kCategorical);
  EXPECT_TRUE(settled.draft.undecided.empty());
}

TEST_F(DraftedTableTest, FewWholeNumbersAreSettledByTheirCountsWithoutAnotherReading) {
  std::string text = "bit,pair,code,id,name,y\n";
  for (int i = 0; i < 200; ++i) {
    const bool a = i % 2 == 0;
    text += std::to_string(i % 3 / 2) + "," + std::to_string(1 + i % 5 / 4) + "," +
            std::to_string(i % 8) + "," + std::to_string(1000 - i) + ",n" + std::to_string(i) +
            (a ? ",a\n" : ",b\n");
  }
  const std::string data = file("data.csv", text);
  const Settled settled = settle(open_table({data}, {}, columns({"--target", "y"}), ""));
  EXPECT_EQ(settled.readings, 1);
  const Schema& schema = settled.draft.schema;
  EXPECT_EQ(schema.find("bit")->family, Family::kBernoulli);
  EXPECT_EQ(schema.find("pair")->family, Family::kCategorical);
  EXPECT_EQ(schema.find("code")->family, Family::kCategorical);
  EXPECT_EQ(schema.find("code")->type, ValueType::kNumber);
  EXPECT_EQ(settled.draft.left_out, (std::vector<std::string>{"id", "name"}));
  EXPECT_EQ(settled.counted.counts.schema(), schema);
  // The same as if all had been declared, and as if the rows had been read again.
  const std::string declared = file("schema.json", to_json(schema));
  Counts counts = settle(open_table({data}, {}, {}, declared)).counted.counts;
  const Settled reread =
      settle(open_table({data}, {}, columns({"--target", "y"}), ""), Recount::kReread);
  EXPECT_EQ(reread.readings, 2);
  for (const Counts* other : {&settled.counted.counts, &reread.counted.counts}) {
    Counts left = counts;
    left.subtract(*other);
    EXPECT_TRUE(left.total_weight().is_zero());
  }
  bool has_leak = false;
  for (const Remark& note : settled.draft.notes) {
    has_leak = has_leak || note.sentence.find("code alone decides 'y'") != std::string::npos;
  }
  EXPECT_TRUE(has_leak);
}

// Columns that are counted by value at first, one that is left out, one without a value.
std::string table_to_settle(int rows) {
  std::string text = "bit,code,id,none,y\n";
  for (int i = 0; i < rows; ++i) {
    text += std::to_string(i % 3 / 2) + "," + std::to_string(i * i % 89) + "," +
            std::to_string(1000 - i) + ",," + (i % 2 == 0 ? "a\n" : "b\n");
  }
  return text;
}

TEST_F(DraftedTableTest, ASampleIsThatOfTheSettledColumns) {
  const std::string data = file("data.csv", table_to_settle(300));
  for (const std::int64_t most : {1000, 10}) {
    const Kept kept{RowSample(most), false};
    const auto open = [&] { return open_table({data}, {}, columns({"--target", "y"}), ""); };
    const Settled settled = settle(open(), Recount::kSample, kept);
    EXPECT_EQ(settled.draft.left_out, std::vector<std::string>{"id"});
    EXPECT_EQ(settled.draft.schema.find("bit")->family, Family::kBernoulli);
    // All rows are in the larger sample, so that none need be read again.
    EXPECT_EQ(settled.readings, most == 1000 ? 1 : 2);
    const Settled reread = settle(open(), Recount::kReread, kept);
    EXPECT_EQ(settled.counted.sample, reread.counted.sample);
    EXPECT_TRUE(is_sample_of(settled.counted.sample, settled.draft.schema));
    // Without the column that is left out one reading is always enough.
    const Settled without =
        settle(open_table({data}, {}, columns({"--target", "y", "--ignore", "id"}), ""),
               Recount::kSample, kept);
    EXPECT_EQ(without.readings, 1);
    EXPECT_EQ(without.counted.sample, reread.counted.sample);
  }
}

}  // namespace
}  // namespace tally::cli
