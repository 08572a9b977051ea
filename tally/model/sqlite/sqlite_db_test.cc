// SPDX-License-Identifier: Apache-2.0
#include "tally/model/sqlite/sqlite_db.h"

#include <thread>

#include "tally/model/model_testing.h"

namespace tally {
namespace {

constexpr std::chrono::milliseconds kShort{50};

TEST(SqliteDb, BindsAndGivesWhatWasBound) {
  Database db = Database::in_memory();
  db.run("CREATE TABLE t(a TEXT, b INTEGER)");
  const std::string with_zero("a\0b", 3);
  Statement insert = db.prepare("INSERT INTO t VALUES (?, ?)");
  for (const std::string_view text : {std::string_view(with_zero), std::string_view()}) {
    insert.bind(0, text);
    insert.bind(1, std::int64_t{-9223372036854775807 - 1});
    EXPECT_FALSE(insert.step());
    insert.reset();
  }
  Statement rows = db.prepare("SELECT a, b, NULL, 1.5 FROM t ORDER BY rowid");
  ASSERT_TRUE(rows.step());
  EXPECT_TRUE(rows.is_text(0));
  EXPECT_EQ(rows.text(0), with_zero);
  EXPECT_EQ(rows.integer(1), -9223372036854775807 - 1);
  EXPECT_FALSE(rows.is_integer(2) || rows.is_text(2) || rows.is_integer(3));
  ASSERT_TRUE(rows.step());
  EXPECT_EQ(rows.text(0), "");
  EXPECT_FALSE(rows.step());
  EXPECT_EQ(db.integer("SELECT count(*) FROM t"), 2);
  EXPECT_EQ(db.text("SELECT 'x'"), "x");
  EXPECT_EQ(db.integer("SELECT 'x'"), std::nullopt);
  EXPECT_EQ(db.integer("SELECT 1 WHERE 0"), std::nullopt);
}

TEST(SqliteDb, SerializedBytesOpenAgainReadOnly) {
  Database db = Database::in_memory();
  db.run("CREATE TABLE t(a); INSERT INTO t VALUES (7)");
  const std::vector<std::byte> bytes = db.serialized();
  Database copy = Database::over(bytes);
  EXPECT_EQ(copy.integer("SELECT a FROM t"), 7);
  expect_error(ErrorKind::kNoPermission, "", [&] { copy.run("INSERT INTO t VALUES (8)"); });
}

TEST(SqliteDb, TranslatesWhatGoesWrong) {
  const TemporaryFolder folder;
  const std::string path = folder / "x";
  expect_error(
      ErrorKind::kNoInput, "", [&] { Database::open(path, Access::kRead, kShort); }, path);
  write_bytes(path, std::vector<std::byte>(1000, std::byte{'x'}));
  expect_error(
      ErrorKind::kData, "not a Tally model",
      [&] { Database::open(path, Access::kRead, kShort).run("SELECT * FROM sqlite_schema"); },
      path);
  Database db = Database::in_memory();
  expect_error(ErrorKind::kData, "no such table", [&] { db.run("SELECT * FROM nobody"); });
  db.run("CREATE TABLE t(a)");
  expect_error(ErrorKind::kData, "16 MiB",
               [&] { db.run("INSERT INTO t VALUES (zeroblob(20000000))"); });
}

TEST(SqliteDb, WaitsForOthersAndThenSaysSo) {
  const TemporaryFolder folder;
  const std::string path = folder / "x";
  sql(path, "CREATE TABLE t(a)");
  Database one = Database::open(path, Access::kChange, kShort);
  one.run("BEGIN IMMEDIATE");
  Database other = Database::open(path, Access::kChange, kShort);
  expect_error(
      ErrorKind::kTryAgain, "another process", [&] { other.run("BEGIN IMMEDIATE"); }, path);
  Database patient = Database::open(path, Access::kChange, std::chrono::seconds(20));
  std::thread release([&] {
    std::this_thread::sleep_for(kShort);
    one.run("COMMIT");
  });
  EXPECT_NO_THROW(patient.run("BEGIN IMMEDIATE"));
  release.join();
}

TEST(SqliteDb, OddNamesAreJustNames) {
  const TemporaryFolder folder;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  for (const std::string name : {"file:odd?mode=memory", ":memory:", "a b%41#c", "-x"}) {
    sql("./" + name, "CREATE TABLE t(a); INSERT INTO t VALUES (7)");
    for (const Access access : {Access::kRead, Access::kChange, Access::kImmutable}) {
      EXPECT_EQ(Database::open(name, access, kShort).integer("SELECT a FROM t"), 7) << name;
    }
  }
  std::filesystem::current_path(before);
}

TEST(SqliteDb, DistrustsWhatAFileBrings) {
  const TemporaryFolder folder;
  const std::string path = folder / "x";
  sql(path,
      "CREATE TABLE t(a); CREATE TABLE log(a);"
      "CREATE TRIGGER r AFTER INSERT ON t BEGIN INSERT INTO log VALUES (1); END;"
      "CREATE VIEW v AS SELECT a FROM t");
  Database db = Database::open(path, Access::kChange, kShort);
  db.run("INSERT INTO t VALUES (1)");
  EXPECT_EQ(db.integer("SELECT count(*) FROM log"), 0);
  EXPECT_THROW(db.run("SELECT * FROM v"), Error);
  db.run("PRAGMA writable_schema=ON");
  EXPECT_THROW(db.run("DELETE FROM sqlite_schema"), Error);
}

}  // namespace
}  // namespace tally
