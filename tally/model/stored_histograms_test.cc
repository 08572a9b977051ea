// SPDX-License-Identifier: Apache-2.0
#include "tally/model/stored_histograms.h"

#include "tally/count/histogram_tally.h"
#include "tally/model.h"
#include "tally/model/model_testing.h"

namespace tally {
namespace {

constexpr const char* kOdd = "a\nb\\ c";

ColumnSchema with_histogram(ColumnSchema column, double origin) {
  column.histogram = true;
  column.origin = origin;
  return column;
}

Schema three_columns() {
  Schema schema;
  schema.columns = {with_histogram(feature("year", Family::kGaussian), 2000),
                    with_histogram(feature(kOdd, Family::kPoisson), 0),
                    feature("bare", Family::kGaussian),
                    feature("colour", Family::kCategorical, ValueType::kText),
                    column_with_role("y", Role::kTarget, ValueType::kText)};
  return validated(schema);
}

TestTable some_years() {
  TestTable table;
  table.numbers("year", {1999, 2003.5, TestTable::kMissing, 1999})
      .numbers(kOdd, {0, 7, 1, 3})
      .numbers("bare", {1, 2, 3, 4})
      .texts("colour", {"red", "red", "blue", ""})
      .texts("y", {"k", "l", "k", "k"});
  return table;
}

Model some_histograms() {
  Model model{Counts(three_columns()), ""};
  const TestTable table = some_years();
  model.counts.add(table.batch());
  return model;
}

TEST(StoredHistograms, AreLinesSortedByName) {
  EXPECT_EQ(stored_histograms(three_columns()), "0 a\\nb\\\\ c\n2000 year");
  EXPECT_EQ(stored_histograms(every_family()), "");
}

TEST(StoredHistograms, ThereAndBack) {
  const TemporaryFolder folder;
  const std::string path = folder / "m";
  const Model model = some_histograms();
  save_model(model, path);
  EXPECT_EQ(sql(path, "PRAGMA user_version"), std::vector<std::string>{"3"});
  EXPECT_EQ(bytes_of(path), to_bytes(model));
  EXPECT_TRUE(same(load_model(path), model));
  EXPECT_TRUE(same(from_bytes(to_bytes(model)), model));
  check_model(path);
  EXPECT_EQ(sql(path, "SELECT key, part, class, amount FROM counts WHERE tally = 'year.histogram'"),
            (std::vector<std::string>{"|missing|k|1", "-2095104|value|k|2", "2098688|value|l|1"}));
  // A model of another format in its place, and back.
  save_model(some_model(1), path);
  EXPECT_EQ(sql(path, "PRAGMA user_version"), std::vector<std::string>{"1"});
  save_model(model, path);
  EXPECT_EQ(bytes_of(path), to_bytes(model));
  // In place it is read whole.
  ModelInPlace in_place(path);
  const TestTable row = some_years();
  const Counts counts = in_place.counts_for(row.batch());
  ASSERT_NE(counts.histogram("year"), nullptr);
  EXPECT_EQ(counts.histogram("year")->cells().size(), 2U);
}

TEST(StoredHistograms, WhatAnotherProgramWroteIsCheckedAsAStrangers) {
  const TemporaryFolder folder;
  const std::string path = folder / "m";
  const Model model = some_histograms();
  const auto refused = [&](const std::string& change, const std::string& sentence) {
    save_model(model, path);
    sql(path, change);
    const std::vector<std::byte> before = bytes_of(path);
    for (const auto& read : std::vector<std::function<void()>>{
             [&] { load_model(path); }, [&] { check_model(path); }, [&] { compact_model(path); },
             [&] { ModelInPlace in_place(path); }, [&] { from_bytes(bytes_of(path)); }}) {
      expect_error(ErrorKind::kData, sentence, read);
    }
    EXPECT_EQ(bytes_of(path), before);
  };
  const auto value = [](const std::string& text) {
    return "UPDATE meta SET value = " + text + " WHERE key = 'histograms'";
  };
  const std::string odd = R"('0 a\nb\\ c')", line = " || char(10) || ";
  refused(value(odd + line + "'2000 month'"), "a histogram of the column 'month'");
  refused(value(odd + line + "'2000 colour'"), "'colour', which holds no numbers");
  refused(value(odd + line + "'2000 y'"), "'y', which holds no numbers");
  refused(value(odd + line + "'nan year'"), "the origin 'nan' of the column 'year'");
  refused(value(odd + line + "'inf year'"), "the origin 'inf' of the column 'year'");
  refused(value(odd + line + "'2e290 year'"), "the origin '2e290' of the column 'year'");
  refused(value(odd + line + "'x year'"), "the origin 'x' of the column 'year'");
  const std::string form = "a list of histograms that is not in canonical form";
  refused(value(odd + line + "'2000.0 year'"), form);
  refused(value(odd + line + "'-0 year'"), form);
  refused(value("'2000 year'" + line + odd), form);
  refused(value(odd + line + "'2000 year'" + line + "'2000 year'"), form);
  refused(value(odd + line + "'2000 year'" + line + "''"), form);
  refused(value("''"), form);
  refused(value("'2000'"), "a histogram of the column ''");
  refused("PRAGMA user_version=2", "a column has a histogram, which format 2 does not have");
}

TEST(StoredHistograms, CountsThatNoRowsHaveAreRefused) {
  const TemporaryFolder folder;
  const std::string path = folder / "m";
  const auto refused = [&](const std::string& change, const std::string& sentence) {
    save_model(some_histograms(), path);
    sql(path, change);
    expect_error(ErrorKind::kData, sentence, [&] { load_model(path); });
    expect_error(ErrorKind::kData, sentence, [&] { check_model(path); });
  };
  refused("DELETE FROM counts WHERE tally = 'year.histogram' AND class = 'l'", "do not add up");
  refused("UPDATE counts SET amount = 3 WHERE tally = 'year.histogram' AND class = 'l'",
          "do not add up");
  refused("UPDATE counts SET key = '02' WHERE tally = 'year.histogram' AND class = 'l'",
          "which the tally cannot have");
  refused("UPDATE counts SET key = '4192256' WHERE tally = 'year.histogram' AND class = 'l'",
          "which the tally cannot have");
  refused("UPDATE counts SET part = 'sum' WHERE tally = 'year.histogram' AND class = 'l'",
          "which the tally cannot have");
  refused("UPDATE counts SET tally = 'bare.histogram' WHERE tally = 'year.histogram'",
          "of no feature");
  refused(
      "UPDATE counts SET amount = -1 WHERE tally = 'year.histogram' AND class = 'l'; "
      "INSERT INTO counts VALUES ('year.histogram', '5', 'value', 'l', 0, 2)",
      "a negative count of the cell 2098688");
}

}  // namespace
}  // namespace tally
