#include "tally/count/model_in_place.h"

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <unistd.h>

#include <filesystem>

#include "tally/batch/test_table.h"

namespace tally {
namespace {

class InPlace : public ::testing::Test {
 protected:
  InPlace() {
    Schema schema;
    schema.columns = {feature("colour", Family::kCategorical, ValueType::kText),
                      feature("a", Family::kMultinomial), feature("b", Family::kMultinomial),
                      feature("size", Family::kGaussian),
                      column_with_role("y", Role::kTarget, ValueType::kText)};
    TestTable table;
    table.texts("colour", {"red", "blue", "red", "green", ""})
        .numbers("a", {1, 0, 2, 1, 0.5})
        .numbers("b", {0, 3, 0, 1, 0.25})
        .numbers("size", {1.5, 2, 0.1, 4, 5})
        .texts("y", {"k", "k", "l", "l", "l"});
    Counts counts(schema);
    counts.add(table.batch());
    save_model({counts, R"({"lambda":2.0})"}, path_);
  }
  ~InPlace() override { std::filesystem::remove(path_); }

  static Counts ask(ModelInPlace& model, const std::string& colour, double a) {
    TestTable row;
    row.texts("colour", {colour}).numbers("a", {a}).numbers("b", {0}).numbers("size", {1});
    return model.counts_for(row.batch());
  }

  const std::string path_ =
      testing::TempDir() + "model_in_place_" + std::to_string(::getpid()) + ".tally";
};

TEST_F(InPlace, TheFrameIsTheModelWithoutItsFeatures) {
  const ModelInPlace model(path_);
  EXPECT_EQ(model.frame().default_question, R"({"lambda":2.0})");
  EXPECT_EQ(model.frame().counts.total_weight().to_double(), 5);
  EXPECT_TRUE(model.frame().counts.find("colour")->values().empty());
}

TEST_F(InPlace, OnlyTheValuesAtHandAreReadAndTotalsSpeakOfAll) {
  ModelInPlace model(path_);
  const Counts counts = ask(model, "red", 1);
  const Tally& colour = *counts.find("colour");
  ASSERT_EQ(colour.values().size(), 1U);
  EXPECT_EQ(colour.possible_values(), 3);
  const auto classes = counts.classes();
  EXPECT_EQ(colour.total(classes[0].code).to_double(), 2);
  EXPECT_EQ(colour.total(classes[1].code).to_double(), 2);
  const Tally& terms = *counts.find("multinomial");
  EXPECT_EQ(terms.total(classes[1].code).to_double(), 3.5 + 1.25);
  EXPECT_EQ(terms.at(classes[1].code, terms.find_slot(Label::of("a"))).to_double(), 3.5);
  EXPECT_TRUE(terms.at(classes[1].code, terms.find_slot(Label::of("b"))).is_zero());
  EXPECT_EQ(counts.find("size")->at(classes[0].code, Part::kSum).to_double(), 3.5);
}

TEST_F(InPlace, AnUnseenValueHasNoCountsButTheTotals) {
  ModelInPlace model(path_);
  const Counts counts = ask(model, "violet", 0);
  EXPECT_TRUE(counts.find("colour")->values().empty());
  EXPECT_EQ(counts.find("colour")->possible_values(), 3);
}

TEST_F(InPlace, WhatIsAskedIsOfOneMoment) {
  ModelInPlace model(path_);
  TestTable row;
  row.texts("colour", {"red"})
      .numbers("a", {0})
      .numbers("b", {0})
      .numbers("size", {1})
      .texts("y", {"k"});
  EXPECT_THROW(change_model(
                   path_, [&](Model& changed) { changed.counts.add(row.batch()); },
                   std::chrono::milliseconds(50)),
               Error);  // in rollback mode a writer waits for its readers
  EXPECT_EQ(ask(model, "red", 0).total_weight().to_double(), 5);
}

TEST_F(InPlace, ACountThatNoClassCanHaveIsRefused) {
  sqlite3* db = nullptr;
  ASSERT_EQ(sqlite3_open(path_.c_str(), &db), SQLITE_OK);
  ASSERT_EQ(
      sqlite3_exec(db, "INSERT INTO counts VALUES ('colour', 'red', 'value', 'stranger', 0, 1)",
                   nullptr, nullptr, nullptr),
      SQLITE_OK);
  sqlite3_close(db);
  ModelInPlace model(path_);
  EXPECT_THROW(ask(model, "red", 0), Error);
}

TEST_F(InPlace, WhatIsNoModelIsRefused) {
  EXPECT_THROW(ModelInPlace("/nowhere/at/all"), Error);
  EXPECT_THROW(ModelInPlace{testing::TempDir()}, Error);
}

}  // namespace
}  // namespace tally
