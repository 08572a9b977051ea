// SPDX-License-Identifier: Apache-2.0
#include "tally/model/sqlite/sqlite_image.h"

#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <random>

#include "tally/model/sqlite/sqlite_db.h"

namespace tally {
namespace {

using Rows = std::map<std::pair<std::string, std::int64_t>, std::pair<std::string, std::int64_t>>;

const std::vector<SqliteImage::Table> kTables{
    {"a", "CREATE TABLE a(t TEXT, i INTEGER, PRIMARY KEY(t)) WITHOUT ROWID"},
    {"b", "CREATE TABLE b(t TEXT, u TEXT, i INTEGER, j INTEGER, PRIMARY KEY(t, u)) WITHOUT ROWID"}};

void expect_sound(Database& db) {
  EXPECT_EQ(db.text("PRAGMA integrity_check"), "ok");
  EXPECT_EQ(db.text("PRAGMA encoding"), "UTF-8");
}

TEST(SqliteImage, WithoutRowsHasEmptyTables) {
  const std::vector<std::byte> image = SqliteImage(kTables).finish().joined();
  EXPECT_EQ(image.size(), 3 * SqliteImage::kPage);
  Database db = Database::over(image);
  expect_sound(db);
  EXPECT_EQ(db.integer("SELECT (SELECT count(*) FROM a) + (SELECT count(*) FROM b)"), 0);
  EXPECT_EQ(db.text("SELECT sql FROM sqlite_schema WHERE rootpage = 3"), kTables[1].sql);
}

TEST(SqliteImage, IntegersOfEverySizeComeBack) {
  std::vector<std::int64_t> numbers{0, 1, -1, 2};
  for (int bit = 1; bit < 63; ++bit) {
    for (const std::int64_t sign : {1, -1}) {
      for (const std::int64_t near : {-1, 0, 1}) {
        numbers.push_back(sign * ((std::int64_t{1} << bit) + near));
      }
    }
  }
  numbers.push_back(std::numeric_limits<std::int64_t>::min());
  numbers.push_back(std::numeric_limits<std::int64_t>::max());
  SqliteImage image(kTables);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    image.add(0, {std::to_string(1000 + i)}, {numbers[i]});
  }
  const std::vector<std::byte> bytes = image.finish().joined();
  Database db = Database::over(bytes);
  expect_sound(db);
  Statement rows = db.prepare("SELECT i FROM a ORDER BY t");
  for (const std::int64_t number : numbers) {
    ASSERT_TRUE(rows.step());
    EXPECT_EQ(rows.integer(0), number);
  }
  EXPECT_FALSE(rows.step());
}

// SQLite itself finds every row: in a scan, and by its key, which goes down the tree.
void expect_found(std::size_t rows, std::size_t longest, unsigned seed) {
  std::mt19937 random(seed);
  std::map<std::pair<std::string, std::string>, std::pair<std::int64_t, std::int64_t>> expected;
  while (expected.size() < rows) {
    std::string t(1 + random() % 30, 'x'), u(random() % longest, 'y');
    for (char& c : t) c = static_cast<char>('a' + random() % 4);
    for (char& c : u) c = static_cast<char>('0' + random() % 10);
    expected[{t, u}] = {static_cast<std::int64_t>(random()), -static_cast<std::int64_t>(random())};
  }
  SqliteImage image(kTables);
  for (const auto& [key, value] : expected) {
    image.add(1, {key.first, key.second}, {value.first, value.second});
  }
  const std::vector<std::byte> bytes = image.finish().joined();
  Database db = Database::over(bytes);
  db.trust_schema();
  expect_sound(db);
  Statement scan = db.prepare("SELECT t, u, i, j FROM b ORDER BY t, u");
  Statement find = db.prepare("SELECT i FROM b WHERE t = ? AND u = ?");
  for (const auto& [key, value] : expected) {
    ASSERT_TRUE(scan.step());
    ASSERT_EQ(scan.text(0), key.first);
    ASSERT_EQ(scan.text(1), key.second);
    ASSERT_EQ(scan.integer(2), value.first);
    ASSERT_EQ(scan.integer(3), value.second);
    find.reset();
    find.bind(0, key.first);
    find.bind(1, key.second);
    ASSERT_TRUE(find.step());
    ASSERT_EQ(find.integer(0), value.first);
  }
  EXPECT_FALSE(scan.step());
}

TEST(SqliteImage, SqliteFindsEveryRow) {
  for (const std::size_t rows : {1U, 2U, 50U, 100U, 101U, 1000U, 40'000U}) {
    expect_found(rows, 60, static_cast<unsigned>(rows));
  }
}

// Around the sizes at which a record spills into pages of its own, and far beyond.
TEST(SqliteImage, LongTextsSpill) {
  expect_found(300, 1200, 1);
  expect_found(300, 9000, 2);
  expect_found(20, 100'000, 3);
}

TEST(SqliteImage, EverySizeAroundTheSpillIsSound) {
  SqliteImage image(kTables);
  std::map<std::string, std::int64_t> expected;
  for (std::size_t size = 940; size < 1060; ++size) expected[std::string(size, 'x')] = 7;
  for (std::size_t size = 4560; size < 4640; ++size) expected[std::string(size, 'x')] = 300;
  for (const auto& [text, number] : expected) image.add(0, {text}, {number});
  const std::vector<std::byte> bytes = image.finish().joined();
  Database db = Database::over(bytes);
  expect_sound(db);
  Statement rows = db.prepare("SELECT t, i FROM a ORDER BY t");
  for (const auto& [text, number] : expected) {
    ASSERT_TRUE(rows.step());
    ASSERT_EQ(rows.text(0), text);
    ASSERT_EQ(rows.integer(1), number);
  }
}

// What SQLite adds to such a database, it finds again.
TEST(SqliteImage, CanBeChangedBySqlite) {
  SqliteImage image(kTables);
  for (int i = 10'000; i < 20'000; i += 2) image.add(0, {std::to_string(i)}, {i});
  const std::vector<std::byte> bytes = image.finish().joined();
  Database source = Database::over(bytes);
  Database db = Database::in_memory();
  sqlite3_backup* const backup = sqlite3_backup_init(db.handle(), "main", source.handle(), "main");
  sqlite3_backup_step(backup, -1);
  db.check(sqlite3_backup_finish(backup));
  Statement put = db.prepare("INSERT INTO a VALUES (?, ?)");
  for (std::int64_t i = 10'001; i < 20'000; i += 2) {
    put.bind(0, std::string_view(std::to_string(i)));
    put.bind(1, i);
    put.run();
  }
  db.run("DELETE FROM a WHERE i % 3 = 0");
  expect_sound(db);
  EXPECT_EQ(db.integer("SELECT count(*) FROM a"), 10'000 - 3'333);
}

}  // namespace
}  // namespace tally
