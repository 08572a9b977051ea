// SPDX-License-Identifier: Apache-2.0
#include "tally/model/model_tables.h"

#include "tally/model/model_testing.h"

namespace tally {
namespace {

Database with_tables() {
  Database db = Database::in_memory();
  db.run("PRAGMA application_id=1413565529; PRAGMA user_version=1");
  create_tables(db, "main");
  return db;
}

TEST(ModelTables, AcceptsItsOwnTablesAndNothingElse) {
  {
    Database db = with_tables();
    EXPECT_TRUE(has_application_id(db));
    EXPECT_NO_THROW(check_tables(db));
  }
  for (const char* change :
       {"CREATE TABLE more(a)", "CREATE VIEW v AS SELECT 1", "CREATE INDEX i ON counts(class)",
        "CREATE TRIGGER r AFTER INSERT ON meta BEGIN DELETE FROM counts; END", "DROP TABLE missing",
        "ALTER TABLE meta ADD COLUMN more", "ANALYZE",
        "DROP TABLE missing; CREATE TABLE missing(mark TEXT  PRIMARY KEY) WITHOUT ROWID",
        "DROP TABLE missing; CREATE TABLE missing(mark TEXT PRIMARY KEY)",
        "CREATE VIRTUAL TABLE f USING fts5(a)"}) {
    Database db = with_tables();
    db.run("INSERT INTO meta VALUES ('question', '{}')");
    db.run(change);
    expect_error(ErrorKind::kData, "not sound: its schema", [&] { check_tables(db); });
  }
}

TEST(ModelTables, KnowsOtherApplicationsAndVersions) {
  Database db = with_tables();
  db.run("PRAGMA user_version=" + std::to_string(kFormatVersion + 1));
  expect_error(ErrorKind::kData,
               "written by a newer Tally; format " + std::to_string(kFormatVersion + 1) +
                   ", this program reads up to " + std::to_string(kFormatVersion),
               [&] { check_tables(db); });
  for (const char* version : {"0", "-1"}) {
    db.run(std::string("PRAGMA user_version=") + version);
    expect_error(ErrorKind::kData, "there is no format", [&] { check_tables(db); });
  }
  db.run("PRAGMA application_id=7");
  EXPECT_FALSE(has_application_id(db));
  expect_error(ErrorKind::kData, "not a Tally model", [&] { check_tables(db); });
}

TEST(ModelTables, RowsComeBackInTheOrderOfTheirKey) {
  Database db = with_tables();
  RowWriter writer(db, "main", kCountsTable);
  writer.put({"t", "k", "value", "b"}, {0, 1});
  writer.put({"t", "k", "value", "a"}, {32, 2});
  writer.put({"t", "k", "value", "a"}, {-32, 3});
  writer.put({"t", "é", "value", "a"}, {0, 4});
  writer.put({"t", std::string_view("k\0k", 3), "value", "a"}, {0, 5});
  std::vector<std::int64_t> amounts;
  for (RowReader row(db, kCountsTable); row.next();) amounts.push_back(row.integer(1));
  EXPECT_EQ(amounts, (std::vector<std::int64_t>{3, 2, 1, 5, 4}));
}

TEST(ModelTables, RefusesValuesOfOtherTypes) {
  for (const char* row :
       {"'a', 0, 1.5", "'a', 0, 'x'", "'a', 0, x'00'", "x'61', 0, 1", "'a', 0.5, 1", "'a', 'x', 1",
        "'a', 0, 9e999", "'a', 0, 9223372036854775808"}) {
    Database db = with_tables();
    db.run(std::string("INSERT INTO classes VALUES (") + row + ")");
    RowReader reader(db, kClassesTable);
    expect_error(ErrorKind::kData, "the table 'classes' holds a value that is not",
                 [&] { reader.next(); });
  }
}

TEST(ModelTables, TakesAndGivesOnlyUtf8) {
  for (const char* hex :
       {"ff", "80", "c080", "c2", "e08080", "eda080", "f4908080", "f0808080", "e282"}) {
    Database db = with_tables();
    db.run(std::string("INSERT INTO missing VALUES (CAST(x'") + hex + "' AS TEXT))");
    RowReader reader(db, kMissingTable);
    expect_error(ErrorKind::kData, "not UTF-8", [&] { reader.next(); });
  }
  for (const std::string good :
       {"", "a", "é", "绿", "\xf4\x8f\xbf\xbf", "\xed\x9f\xbf", "\xe0\xa0\x80"}) {
    Database db = with_tables();
    RowWriter(db, "main", kMissingTable).put({good});
    RowReader reader(db, kMissingTable);
    ASSERT_TRUE(reader.next());
    EXPECT_EQ(reader.text(0), good);
  }
  Database db = with_tables();
  RowWriter writer(db, "main", kMissingTable);
  expect_error(ErrorKind::kData, "'\\xff' (missing) is not UTF-8", [&] { writer.put({"\xff"}); });
}

TEST(ModelTables, ReplacesOnlyWhatDiffers) {
  Database db = with_tables();
  db.run("ATTACH ':memory:' AS fresh");
  create_tables(db, "fresh");
  db.run(
      "INSERT INTO classes VALUES ('a', 0, 1), ('b', 0, 2), ('c', 0, 3);"
      "INSERT INTO fresh.classes VALUES ('b', 0, 2), ('c', 0, 4), ('d', 32, 5);"
      "INSERT INTO fresh.missing VALUES ('?')");
  const int before = sqlite3_total_changes(db.handle());
  replace_rows(db, "fresh");
  EXPECT_EQ(sqlite3_total_changes(db.handle()) - before, 1 + 2 + 1);
  EXPECT_EQ(db.text("SELECT group_concat(class || exponent || amount) FROM classes"),
            "b02,c04,d325");
  EXPECT_EQ(db.text("SELECT mark FROM missing"), "?");
}

// No honest table has more text than its database has bytes, however long its rows are; and one
// that has grown since may have more than it had.
TEST(ModelTables, TextsAreBoundByTheSizeOfTheDatabase) {
  Database db = with_tables();
  RowWriter writer(db, "main", kMissingTable);
  const auto put = [&](int number) {
    writer.put({std::to_string(number) + std::string(9000, 'x')});
  };
  put(100);
  RowReader reader(db, kMissingTable);
  ASSERT_TRUE(reader.next());
  const std::int64_t before = db.size();
  for (int i = 1; i < 30; ++i) put(100 + i);
  std::int64_t read = 9003;
  while (reader.next()) read += static_cast<std::int64_t>(reader.text(0).size());
  EXPECT_EQ(read, 30 * 9003);
  EXPECT_GT(read, before);
}

}  // namespace
}  // namespace tally
