// SPDX-License-Identifier: Apache-2.0
// Expected counts in the model's file: tables of their own, which come and go as a whole.
#include <gtest/gtest.h>

#include "tally/base/error.h"
#include "tally/count/text/text_tally.h"
#include "tally/model.h"
#include "tally/model/model_tables.h"
#include "tally/model/model_testing.h"

namespace tally {
namespace {

Schema small_schema() {
  Schema schema;
  schema.columns = {feature("colour", Family::kCategorical, ValueType::kText),
                    feature("x", Family::kGaussian),
                    column_with_role("w", Role::kWeight, ValueType::kNumber),
                    column_with_role("y", Role::kTarget, ValueType::kText)};
  schema.columns[1].histogram = true;
  return validated(schema);
}

// Rows of two classes, each counted `weight` times.
Counts some_counts(const Schema& schema, double weight) {
  TestTable table;
  table.texts("colour", {"red", "blue", "", "red"})
      .numbers("x", {1.5, 2.25, TestTable::kMissing, -3})
      .numbers("w", {weight, weight, weight / 3, weight})
      .texts("y", {"a", "b", "a", "b"});
  Counts counts(schema);
  counts.add(table.batch());
  return counts;
}

Model plain_model() { return {some_counts(small_schema(), 1), ""}; }

Model model_with_layer(double weight = 0.1) {
  Model model = plain_model();
  model.expected = ExpectedCounts{some_counts(schema_of_expected(small_schema()), weight), 4,
                                  weight, 0.25, false};
  return model;
}

class ExpectedInTheFile : public ::testing::Test {
 protected:
  const TemporaryFolder folder_;
  const std::string path_ = folder_ / "m";
};

void expect_same(const Model& a, const Model& b) {
  EXPECT_EQ(to_bytes({a.counts, ""}), to_bytes({b.counts, ""}));
  ASSERT_EQ(a.expected.has_value(), b.expected.has_value());
  if (!a.expected) return;
  EXPECT_EQ(to_bytes({a.expected->counts, ""}), to_bytes({b.expected->counts, ""}));
  EXPECT_EQ(a.expected->rows, b.expected->rows);
  EXPECT_EQ(a.expected->weight, b.expected->weight);
  EXPECT_EQ(a.expected->gain, b.expected->gain);
  EXPECT_EQ(a.expected->stale, b.expected->stale);
  EXPECT_EQ(a.expected->slope, b.expected->slope);
}

TEST_F(ExpectedInTheFile, ComeBackAsTheyWere) {
  const Model model = model_with_layer();
  save_model(model, path_);
  expect_same(load_model(path_), model);
  expect_same(load_to_ask(path_), model);
  expect_same(from_bytes(to_bytes(model)), model);
  EXPECT_EQ(ModelInPlace(path_).outline().expected->rows, 4);
  const ModelCheck check = check_model(path_);
  EXPECT_EQ(check.format, 5);
  EXPECT_TRUE(check.canonical);
  EXPECT_EQ(sql(path_, "SELECT value FROM meta WHERE key = 'expected'"),
            std::vector<std::string>{"rows=4 weight=0.1 gain=0.25 stale=no"});
}

// A text has its pairs among the counts, which no family hears, and not among those expected.
Model text_model(float slope) {
  Schema schema;
  schema.columns = {feature("text", Family::kText, ValueType::kText),
                    column_with_role("y", Role::kTarget, ValueType::kText)};
  schema.columns[0].text.pairs = true;
  schema = validated(schema);
  TestTable table;
  table.terms("text", {"a b a", "b c", "-", ""})
      .terms("text.pair", {"a+b b+a", "b+c", "-", ""})
      .texts("y", {"ham", "spam", "ham", "spam"});
  Model model{Counts(schema), ""};
  model.counts.add(table.batch());
  Schema layer = schema_of_expected(schema);
  EXPECT_FALSE(layer.has_pairs());
  Counts counts(layer);
  TestTable others;
  others.terms("text", {"c d d", "a"}).texts("y", {"spam", "ham"});
  counts.add(others.batch());
  model.expected = ExpectedCounts{counts, 2, 1, 0.5, false, slope};
  return model;
}

TEST_F(ExpectedInTheFile, OfTextsComeBackWithTheirSlope) {
  for (const float slope : {1.0F, 0.25F, 0.1F, 0.32389608F}) {
    const Model model = text_model(slope);
    save_model(model, path_);
    expect_same(load_model(path_), model);
    expect_same(from_bytes(to_bytes(model)), model);
    EXPECT_EQ(bytes_of(path_), to_bytes(model));
    const Counts both = together(model.counts, *model.expected);
    EXPECT_EQ(both.find("text.pair"), nullptr);
    const TextTally& text = dynamic_cast<const TextTally&>(*both.find("text"));
    EXPECT_EQ(text.possible_values(), 4);
  }
  for (const char* wrong : {"0", "-0.5", "1.5", "nan", "0.30000000000000004", "x"}) {
    save_model(text_model(0.25F), path_);
    sql(path_, std::string("UPDATE meta SET value = 'rows=2 weight=1 gain=0.5 stale=no slope=") +
                   wrong + "' WHERE key = 'expected'");
    EXPECT_THROW(load_model(path_), Error) << wrong;
  }
}

TEST_F(ExpectedInTheFile, AModelWithoutThemIsWhatItWas) {
  save_model(plain_model(), path_);
  EXPECT_EQ(check_model(path_).format, 3);
  EXPECT_EQ(sql(path_, "SELECT count(*) FROM sqlite_schema"),
            std::vector<std::string>{std::to_string(all_tables().size())});
}

TEST_F(ExpectedInTheFile, ComeAndGoInPlace) {
  save_model(plain_model(), path_);
  const std::vector<std::byte> plain = bytes_of(path_);
  const Model layered = model_with_layer();
  change_model(path_, [&](Model& model) { model.expected = layered.expected; });
  expect_same(load_model(path_), layered);
  EXPECT_EQ(check_model(path_).format, 5);
  compact_model(path_);
  EXPECT_EQ(bytes_of(path_), to_bytes(layered));
  change_model(path_, [&](Model& model) { model.expected->stale = true; });
  EXPECT_TRUE(load_model(path_).expected->stale);
  change_model(path_, [&](Model& model) { model.expected.reset(); });
  EXPECT_FALSE(load_model(path_).expected);
  EXPECT_EQ(check_model(path_).format, 3);
  compact_model(path_);
  EXPECT_EQ(bytes_of(path_), plain);
}

// Whoever has the file open sees the other tables.
TEST_F(ExpectedInTheFile, AreSeenByWhoHasTheFileOpen) {
  save_model(plain_model(), path_);
  sqlite3* db = nullptr;
  ASSERT_EQ(sqlite3_open(path_.c_str(), &db), SQLITE_OK);
  const auto rows_of = [&](const char* statement) {
    int rows = -1;
    const auto take = [](void* out, int, char** texts, char**) {
      *static_cast<int*>(out) = std::atoi(texts[0]);
      return 0;
    };
    sqlite3_exec(db, statement, take, &rows, nullptr);
    return rows;
  };
  EXPECT_EQ(rows_of("SELECT count(DISTINCT class) FROM classes"), 2);
  save_model(model_with_layer(), path_);
  EXPECT_GT(rows_of("SELECT count(*) FROM expected_counts"), 0);
  save_model(plain_model(), path_);
  EXPECT_EQ(rows_of("SELECT count(*) FROM expected_counts"), -1);
  EXPECT_EQ(rows_of("SELECT count(DISTINCT class) FROM classes"), 2);
  sqlite3_close(db);
}

TEST_F(ExpectedInTheFile, MergeAsAWhole) {
  Model both = model_with_layer(0.5);
  merge(both, model_with_layer(0.5));
  EXPECT_EQ(both.expected->rows, 8);
  EXPECT_EQ(both.expected->weight, 0.5);
  EXPECT_TRUE(both.expected->stale);
  Model twice = model_with_layer(0.5);
  twice.expected->counts.merge(model_with_layer(0.5).expected->counts);
  EXPECT_EQ(to_bytes({both.expected->counts, ""}), to_bytes({twice.expected->counts, ""}));

  Model one = plain_model();
  merge(one, model_with_layer());
  ASSERT_TRUE(one.expected);
  EXPECT_TRUE(one.expected->stale);
  Model other = model_with_layer();
  merge(other, plain_model());
  expect_same(one, other);

  Model same = model_with_layer();
  merge(same, Model{Counts(small_schema()), ""});
  expect_same(same, model_with_layer());

  Model uneven = model_with_layer(0.5);
  merge(uneven, model_with_layer(1));
  EXPECT_EQ(uneven.expected->weight, 0.75);
}

TEST_F(ExpectedInTheFile, CopyWithAndWithoutThem) {
  save_model(model_with_layer(), path_);
  copy_model(path_, folder_ / "with");
  expect_same(load_model(folder_ / "with"), model_with_layer());
  copy_model(path_, folder_ / "without", kPatience, CopyRows::kAll, CopyExpected::kNo);
  expect_same(load_model(folder_ / "without"), plain_model());
}

TEST_F(ExpectedInTheFile, CountTogetherWhenAsked) {
  const Model model = model_with_layer(0.5);
  const Counts both = together(model.counts, *model.expected);
  EXPECT_EQ(both.histogram("x"), nullptr);
  EXPECT_EQ(both.classes()[1].weight, ExactSum(3));
  both.check();
}

TEST_F(ExpectedInTheFile, MakeNoClass) {
  Model model = model_with_layer();
  TestTable b;
  b.texts("colour", {"blue", "red"})
      .numbers("x", {2.25, -3})
      .numbers("w", {1, 1})
      .texts("y", {"b", "b"});
  Counts piece(small_schema());
  piece.add(b.batch());
  model.counts.subtract(piece);
  EXPECT_EQ(together(model.counts, *model.expected).class_labels(), model.counts.class_labels());
}

// A stranger's layer is checked as counts are.
TEST_F(ExpectedInTheFile, AreRefusedIfTheyCannotBe) {
  const std::vector<std::byte> sound = to_bytes(model_with_layer());
  for (const char* const harm :
       {"UPDATE expected_counts SET amount = -amount",
        "UPDATE expected_counts SET amount = amount + 1 WHERE part = 'value'",
        "UPDATE expected_counts SET tally = 'none' WHERE tally = 'x'",
        "UPDATE expected_counts SET part = 'x' WHERE part = 'weight'",
        "UPDATE expected_counts SET exponent = exponent + 1",
        "DELETE FROM expected_classes",
        "UPDATE expected_classes SET amount = -1",
        "DELETE FROM expected_counts",
        "UPDATE expected_counts SET amount = 'x'",
        "INSERT INTO expected_counts VALUES ('x.histogram', '0', 'value', 'a', 0, 1)",
        "DELETE FROM meta WHERE key = 'expected'",
        "UPDATE meta SET value = 'rows=0 weight=0.1 gain=0.25 stale=no' WHERE key = 'expected'",
        "UPDATE meta SET value = 'rows=4 weight=0.1 gain=-1 stale=no' WHERE key = 'expected'",
        "UPDATE meta SET value = 'rows=4 weight=0.1 gain=inf stale=no' WHERE key = 'expected'",
        "UPDATE meta SET value = 'rows=4 weight=2 gain=0 stale=no' WHERE key = 'expected'",
        "UPDATE meta SET value = 'rows=4 weight=nan gain=0 stale=no' WHERE key = 'expected'",
        "UPDATE meta SET value = 'rows=4 weight=0.10 gain=0 stale=no' WHERE key = 'expected'",
        "UPDATE meta SET value = 'rows=4 weight=0.1 gain=0.25 stale=maybe' WHERE key = 'expected'",
        "UPDATE meta SET value='rows=9999999999999999999 weight=1 stale=no' WHERE key='expected'",
        "DROP TABLE expected_classes",
        "DROP TABLE expected_classes; DROP TABLE expected_counts",
        "PRAGMA user_version=4"}) {
    write_bytes(path_, sound);
    sql(path_, harm);
    EXPECT_THROW(load_model(path_), Error) << harm;
    EXPECT_THROW(check_model(path_), Error) << harm;
  }
}

}  // namespace
}  // namespace tally
