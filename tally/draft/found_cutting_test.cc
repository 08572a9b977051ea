// SPDX-License-Identifier: Apache-2.0
#include "tally/draft/found_cutting.h"

#include <gtest/gtest.h>

#include <random>

#include "tally/batch/table_testing.h"

namespace tally {
namespace {

Schema two_texts() {
  Schema schema;
  schema.columns = {feature("title", Family::kText, ValueType::kText),
                    feature("body", Family::kText, ValueType::kText),
                    column_with_role("y", Role::kTarget, ValueType::kText)};
  return validated(schema);
}

// Rows of one text for all columns, and which columns were asked for.
class Rows {
 public:
  void add(const std::string& text, const std::string& klass) {
    texts_.push_back(text);
    classes_.push_back(klass);
  }

  ReadUncut reader(const Schema& schema) {
    return [this, schema](const std::vector<std::string>& columns) {
      asked_.push_back(columns);
      UncutRows rows(schema, columns);
      TestTable table;
      table.texts("y", classes_);
      Batch batch = table.batch();
      const std::vector<std::string_view> cells(texts_.begin(), texts_.end());
      for (const std::string& column : columns) {
        batch.columns.push_back({column, Texts{cells.data()}});
      }
      rows.add(batch);
      return rows;
    };
  }

  const std::vector<std::vector<std::string>>& asked() const { return asked_; }

 private:
  std::vector<std::string> texts_, classes_;
  std::vector<std::vector<std::string>> asked_;
};

// Only that there is a telephone number tells the class: no number comes twice.
Rows told_by_numbers() {
  std::mt19937 random(3);
  Rows rows;
  for (int i = 0; i < 400; ++i) {
    const bool is_call = random() % 2 == 0;
    std::string text = "see you at the " + std::string(random() % 2 == 0 ? "bridge" : "river");
    if (is_call) text += " call " + std::to_string(10'000'000 + random() % 80'000'000);
    if (!is_call && random() % 3 > 0) text += " call me";
    rows.add(text, is_call ? "a" : "b");
  }
  return rows;
}

TEST(FoundCutting, AsksForTextsWithoutSpacesAlone) {
  Rows rows;
  for (int i = 0; i < 4; ++i) rows.add("北京", i % 2 == 0 ? "a" : "b");
  const Schema schema = two_texts();
  const FoundCutting found = find_cutting(schema, {"title"}, rows.reader(schema), 2);
  EXPECT_EQ(rows.asked(), (std::vector<std::vector<std::string>>{{"title"}}));
  EXPECT_EQ(found.columns, std::vector<std::string>{"title"});
  EXPECT_EQ(found.cutting, Cutting::kWords);
  EXPECT_FALSE(found.digits_alike);
  EXPECT_FALSE(found.remark);  // too few rows to tell
}

TEST(FoundCutting, DigitsOfAllTextsThatReadThemApart) {
  Rows rows = told_by_numbers();
  Schema schema = two_texts();
  const FoundCutting found = find_cutting(schema, {}, rows.reader(schema), 2);
  EXPECT_EQ(rows.asked(), (std::vector<std::vector<std::string>>{{"body", "title"}}));
  ASSERT_TRUE(found.digits_alike);
  EXPECT_FALSE(found.cutting);
  ASSERT_TRUE(found.remark);
  EXPECT_TRUE(found.remark->sentence.starts_with("digits are read alike in body, title: "))
      << found.remark->sentence;
  EXPECT_EQ(found.remark->remedies,
            std::vector<Remedy>{Remedy::of(RemedyKind::kNameCutting, "word")});

  schema = with_cutting(found, std::move(schema));
  EXPECT_TRUE(schema.find("title")->text.digits_alike);
  EXPECT_TRUE(schema.find("body")->text.digits_alike);
  EXPECT_FALSE(find_cutting(schema, {}, rows.reader(schema), 2).any());
  EXPECT_EQ(rows.asked().size(), 1U) << "nothing was left to find out";
}

TEST(FoundCutting, NothingWithoutTexts) {
  Schema schema;
  schema.columns = {feature("x", Family::kGaussian),
                    column_with_role("y", Role::kTarget, ValueType::kText)};
  Rows rows;
  EXPECT_FALSE(find_cutting(validated(schema), {}, rows.reader(schema), 1).any());
  EXPECT_TRUE(rows.asked().empty());
}

TEST(FoundCutting, ChangesTheColumnsItIsAbout) {
  const FoundCutting found{{"title"}, Cutting::kCharacters, false, std::nullopt};
  const Schema schema = with_cutting(found, two_texts());
  EXPECT_EQ(schema.find("title")->text,
            cut_into(Cutting::kCharacters, two_texts().find("title")->text));
  EXPECT_EQ(schema.find("body")->text, two_texts().find("body")->text);
}

}  // namespace
}  // namespace tally
