// SPDX-License-Identifier: Apache-2.0
#include "tally/draft/uncut_rows.h"

#include <gtest/gtest.h>

#include <random>

#include "tally/batch/table_testing.h"

namespace tally {
namespace {

Schema review_schema() {
  Schema schema;
  schema.columns = {feature("age", Family::kGaussian, ValueType::kNumber),
                    feature("body", Family::kText, ValueType::kText),
                    feature("title", Family::kText, ValueType::kText),
                    column_with_role("y", Role::kTarget, ValueType::kText),
                    column_with_role("w", Role::kWeight, ValueType::kNumber)};
  for (ColumnSchema& column : schema.columns) {
    column.text.pairs = column.family == Family::kText && column.role == Role::kFeature;
  }
  return validated(schema);
}

// Rows as a reader gives them: texts as they were written.
struct Reviews {
  std::vector<std::string> bodies, classes;
  std::vector<double> weights;

  std::vector<std::string_view> cells;
  TestTable rest;
  Batch batch(std::size_t begin, std::size_t end) {
    cells.clear();
    for (std::size_t i = begin; i < end; ++i) {
      cells.push_back(bodies[i] == "-" ? std::string_view() : std::string_view(bodies[i]));
    }
    rest = TestTable();
    rest.texts("y", {classes.begin() + static_cast<std::ptrdiff_t>(begin),
                     classes.begin() + static_cast<std::ptrdiff_t>(end)});
    rest.numbers("w", {weights.begin() + static_cast<std::ptrdiff_t>(begin),
                       weights.begin() + static_cast<std::ptrdiff_t>(end)});
    Batch out = rest.batch();
    out.columns.push_back({"body", Texts{cells.data()}});
    return out;
  }
};

Reviews ugly_reviews(std::size_t number) {
  std::mt19937 random(3);
  Reviews out;
  for (std::size_t i = 0; i < number; ++i) {
    std::string body;
    for (unsigned words = random() % 9; words > 0; --words)
      body += "好\\n酒 店\n" + std::to_string(random() % 50);
    out.bodies.push_back(random() % 15 == 0 ? "-" : body);
    out.classes.emplace_back(random() % 20 == 0 ? "" : random() % 3 == 0 ? "a" : "b");
    out.weights.push_back(random() % 10 == 0 ? 0 : 1 + random() % 4);
  }
  return out;
}

TEST(UncutRows, PiecesGiveTheSampleOfTheWhole) {
  Reviews reviews = ugly_reviews(500);
  UncutRows whole(review_schema(), {"body"}, 100), first(review_schema(), {"body"}, 100),
      second = first;
  whole.add(reviews.batch(0, 500));
  second.add(reviews.batch(170, 500));
  first.add(reviews.batch(0, 20));
  first.add(reviews.batch(20, 170));
  second.merge(first);
  EXPECT_EQ(whole.sample(), second.sample());
  EXPECT_EQ(whole.sample().size(), 100);
}

TEST(UncutRows, TextsAreAsTheyWereWritten) {
  Reviews reviews = ugly_reviews(60);
  UncutRows rows(review_schema(), {"body"});
  rows.add(reviews.batch(0, 60));
  std::map<std::pair<std::string, std::string>, int> expected, found;
  for (std::size_t i = 0; i < 60; ++i) {
    if (reviews.classes[i].empty() || reviews.weights[i] == 0) continue;
    const std::string body = reviews.bodies[i] == "-" ? "" : reviews.bodies[i];
    expected[{reviews.classes[i], body}] = 1;
  }
  for (const SampledRow& row : rows.sample().rows()) {
    std::string body;
    for (const SampledColumn& column : row.columns) {
      if (column.column == "body") column.for_each([&](std::string_view text) { body = text; });
    }
    found[{row.klass, body}] = 1;
  }
  EXPECT_EQ(expected, found);
}

TEST(UncutRows, AreOfTheClassTheWeightAndTheTextsAsked) {
  const Schema schema = UncutRows(review_schema(), {"body"}).schema();
  ASSERT_EQ(schema.columns.size(), 3U);
  EXPECT_NE(schema.find("w"), nullptr);
  EXPECT_EQ(schema.find("title"), nullptr);
  EXPECT_FALSE(schema.find("body")->text.pairs);
}

TEST(UncutRows, OfALongTextTheBeginningIsEnough) {
  std::string text(UncutRows::kMostBytes - 1, 'x');
  Reviews reviews;
  reviews.bodies = {text + "好店", text + "x", text + "坏"};
  reviews.classes = {"a", "b", "a"};
  reviews.weights = {1, 1, 1};
  UncutRows rows(review_schema(), {"body"});
  rows.add(reviews.batch(0, 3));
  EXPECT_EQ(rows.sample().size(), 2);  // no half of a character is left
  for (const SampledRow& row : rows.sample().rows()) {
    EXPECT_EQ(row.columns.at(0).terms, row.klass == "a" ? text : text + "x");
    EXPECT_EQ(row.times, row.klass == "a" ? 2 : 1);
  }
}

}  // namespace
}  // namespace tally
