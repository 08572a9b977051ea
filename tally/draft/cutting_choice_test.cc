// SPDX-License-Identifier: Apache-2.0
#include "tally/draft/cutting_choice.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "tally/batch/table_testing.h"

namespace tally {
namespace {

Schema review_schema() {
  Schema schema;
  schema.columns = {feature("review", Family::kText, ValueType::kText),
                    column_with_role("y", Role::kTarget, ValueType::kText)};
  return validated(schema);
}

UncutRows rows_of(const std::vector<std::string>& texts, const std::vector<std::string>& classes) {
  UncutRows rows(review_schema(), {"review"});
  TestTable table;
  table.texts("y", classes);
  Batch batch = table.batch();
  const std::vector<std::string_view> cells(texts.begin(), texts.end());
  batch.columns.push_back({"review", Texts{cells.data()}});
  rows.add(batch);
  return rows;
}

// Texts of random characters, in most of which one of two characters tells the class: a dictionary hides it in words.
UncutRows told_by_characters(std::size_t number) {
  const std::vector<std::string> characters{
      "的", "一", "是", "了", "我", "不", "人", "在", "他", "有", "这", "个", "上", "们", "来",
      "到", "时", "大", "地", "为", "子", "中", "你", "说", "生", "国", "年", "着", "就", "那"};
  std::mt19937 random(5);
  std::vector<std::string> texts, classes;
  for (std::size_t i = 0; i < number; ++i) {
    const bool is_good = random() % 2 == 0;
    const unsigned place = random() % 10;
    std::string& text = texts.emplace_back();
    for (unsigned j = 0; j < 8; ++j) {
      text += j == place ? (is_good ? "好" : "坏") : characters[random() % characters.size()];
    }
    classes.emplace_back(is_good ? "good" : "bad");
  }
  return rows_of(texts, classes);
}

// The class is told by words of two characters; turned around, they are words of the other.
UncutRows told_by_words(std::size_t number) {
  const std::vector<std::string> good{"故事", "人工", "学生", "水井"},
      bad{"事故", "工人", "生学", "井水"};
  const std::vector<std::string> even{"我们", "今天", "酒店", "北京", "知道", "时候"};
  std::mt19937 random(6);
  std::vector<std::string> texts, classes;
  for (std::size_t i = 0; i < number; ++i) {
    const bool is_good = random() % 2 == 0;
    std::string& text = texts.emplace_back();
    for (int j = 0; j < 4; ++j) {
      text += random() % 3 == 0 ? (is_good ? good : bad)[random() % 4] : even[random() % 6];
      text += "，";
    }
    classes.emplace_back(is_good ? "good" : "bad");
  }
  return rows_of(texts, classes);
}

TEST(CuttingChoice, CharactersWhereTheyTellMore) {
  const CuttingChoice choice = choose_cutting(told_by_characters(400), 1);
  EXPECT_EQ(choice.cutting, Cutting::kCharacters);
  EXPECT_GT(choice.rows, 390);
  ASSERT_EQ(choice.tried.size(), 3U);
  EXPECT_LT(choice.tried[1].log_loss, choice.tried[0].log_loss);
  EXPECT_LT(choice.tried[1].log_loss, choice.tried[2].log_loss);
  EXPECT_GT(choice.tried[1].accuracy, 0.8);
}

TEST(CuttingChoice, WordsStayWhereNothingIsSurelyBetter) {
  EXPECT_EQ(choose_cutting(told_by_words(300), 1).cutting, Cutting::kWords);
  // Where nothing tells, nothing is better.
  std::vector<std::string> texts, classes;
  std::mt19937 random(8);
  for (int i = 0; i < 200; ++i) {
    texts.push_back("酒店" + std::to_string(random() % 40));
    classes.emplace_back(random() % 2 == 0 ? "good" : "bad");
  }
  EXPECT_EQ(choose_cutting(rows_of(texts, classes), 1).cutting, Cutting::kWords);
}

TEST(CuttingChoice, IsTheSameOnAnyNumberOfThreads) {
  const UncutRows rows = told_by_characters(350);
  const CuttingChoice one = choose_cutting(rows, 1), three = choose_cutting(rows, 3);
  EXPECT_EQ(one.cutting, three.cutting);
  for (std::size_t i = 0; i < one.tried.size(); ++i) {
    EXPECT_EQ(one.tried[i].log_loss, three.tried[i].log_loss);
  }
}

TEST(CuttingChoice, FewRowsOneClassOrNoneTellNothing) {
  EXPECT_TRUE(choose_cutting(told_by_characters(20), 1).tried.empty());
  EXPECT_TRUE(choose_cutting(rows_of({}, {}), 1).tried.empty());
  const std::vector<std::string> texts{"好酒店", "坏酒店", "大酒店"};
  const CuttingChoice choice = choose_cutting(rows_of(texts, {"a", "a", "a"}), 2);
  EXPECT_TRUE(choice.tried.empty());
  EXPECT_EQ(choice.cutting, Cutting::kWords);
}

TEST(CuttingChoice, IsToldWithItsLosses) {
  CuttingChoice choice;
  choice.cutting = Cutting::kCharacters;
  choice.rows = 2048;
  choice.tried = {{Cutting::kWords, 0.9, 0.25},
                  {Cutting::kCharacters, 0.91, 0.21239},
                  {Cutting::kPairsOfCharacters, 0.9, 0.3}};
  EXPECT_EQ(told(choice, {"review"}),
            "review is cut into characters: log loss 0.2124 on 2,048 rows left out; words 0.2500, "
            "pairs of characters 0.3000");
  EXPECT_EQ(told(CuttingChoice(), {"body", "title"}),
            "body, title are cut into words: too few rows tell whether characters would do better");
}

// Texts of two classes, one of which ends in what `tail` gives for it.
UncutRows with_tails(std::size_t number,
                     const std::function<std::string(bool, std::mt19937&)>& tail) {
  std::mt19937 random(9);
  std::vector<std::string> texts, classes;
  for (std::size_t i = 0; i < number; ++i) {
    const bool is_spam = random() % 2 == 0;
    std::string& text = texts.emplace_back();
    for (unsigned n = 3 + random() % 6; n > 0; --n)
      text += "w" + std::string(1 + random() % 9, 'x') + " ";
    text += tail(is_spam, random);
    classes.emplace_back(is_spam ? "spam" : "ham");
  }
  return rows_of(texts, classes);
}

TEST(DigitsChoice, AlikeWhereNumbersTellByBeingNumbers) {
  const UncutRows rows = with_tails(300, [](bool is_spam, std::mt19937& random) {
    return is_spam && random() % 5 != 0 ? "call " + std::to_string(10000 + random() % 90000)
                                        : "call me";
  });
  const DigitsChoice one = choose_digits(rows, 1), two = choose_digits(rows, 2);
  EXPECT_TRUE(one.alike);
  EXPECT_GT(one.rows, 250);
  EXPECT_LT(one.log_loss_alike, one.log_loss_apart);
  EXPECT_EQ(one.log_loss_alike, two.log_loss_alike);
}

TEST(DigitsChoice, ApartWhereItMattersWhichTheyAre) {
  const DigitsChoice choice =
      choose_digits(with_tails(300,
                               [](bool is_spam, std::mt19937& random) {
                                 return "gate " + std::to_string((is_spam ? 1 : 5) + random() % 4);
                               }),
                    1);
  EXPECT_FALSE(choice.alike);
  EXPECT_GT(choice.log_loss_alike, choice.log_loss_apart);
}

TEST(DigitsChoice, IsNotTriedWithoutDigitsOrWithFewRows) {
  const auto no_digits = [](bool is_spam, std::mt19937&) {
    return std::string(is_spam ? "a" : "b");
  };
  EXPECT_EQ(choose_digits(with_tails(300, no_digits), 1).rows, 0);
  const auto digits = [](bool is_spam, std::mt19937&) { return std::string(is_spam ? "1" : "b"); };
  EXPECT_EQ(choose_digits(with_tails(20, digits), 1).rows, 0);
  EXPECT_EQ(choose_digits(rows_of({}, {}), 1).rows, 0);
}

}  // namespace
}  // namespace tally
