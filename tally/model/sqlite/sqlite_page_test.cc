// SPDX-License-Identifier: Apache-2.0
#include "tally/model/sqlite/sqlite_page.h"

#include <limits>

#include "tally/model/model_testing.h"
#include "tally/model/sqlite/sqlite_db.h"

namespace tally {
namespace {

constexpr std::size_t kPageSize = 4096;
constexpr std::size_t kLeafHeader = 8;

// The second page of a database that SQLite itself has written: the root of its only table.
std::vector<std::byte> root_of(const std::string& rows) {
  Database db = Database::in_memory();
  db.run("CREATE TABLE t(a TEXT, b TEXT, i INTEGER, PRIMARY KEY(a, b)) WITHOUT ROWID; " + rows);
  const std::vector<std::byte> bytes = db.serialized();
  return {bytes.begin() + kPageSize, bytes.begin() + 2 * kPageSize};
}

std::vector<std::byte> some_leaf() {
  return root_of("INSERT INTO t VALUES ('a', 'x', 1), ('b', '', -7), ('b', 'é', 300)");
}

TEST(SqlitePage, GivesTheRowsThatSqliteWrote) {
  const std::vector<std::byte> bytes = some_leaf();
  const std::optional<SqlitePage> page = SqlitePage::over(bytes);
  ASSERT_TRUE(page && page->is_leaf());
  ASSERT_EQ(page->cells(), 3U);
  std::vector<std::string> rows;
  for (std::size_t i = 0; i < 3; ++i) {
    std::optional<SqliteRecord> row = page->record(i);
    const std::string a(row->text().value()), b(row->text().value());
    rows.push_back(a + "|" + b + "|" + std::to_string(row->integer().value()));
    EXPECT_FALSE(row->text());
  }
  EXPECT_EQ(rows, (std::vector<std::string>{"a|x|1", "b||-7", "b|é|300"}));
}

TEST(SqlitePage, IntegersOfEverySizeComeBack) {
  std::vector<std::int64_t> numbers{0, 1, std::numeric_limits<std::int64_t>::min(),
                                    std::numeric_limits<std::int64_t>::max()};
  for (int bit = 0; bit < 63; ++bit) {
    const std::int64_t power = std::int64_t{1} << bit;
    numbers.insert(numbers.end(), {power, -power, power - 1, -power - 1});
  }
  for (const std::int64_t number : numbers) {
    const std::vector<std::byte> bytes = root_of("INSERT INTO t VALUES ('a', 'b', CAST('" +
                                                 std::to_string(number) + "' AS INTEGER))");
    std::optional<SqliteRecord> row = SqlitePage::over(bytes)->record(0);
    ASSERT_TRUE(row->text() && row->text());
    EXPECT_EQ(row->integer(), number);
  }
}

TEST(SqlitePage, WhatIsOfAnotherTypeIsNotGiven) {
  const std::vector<std::byte> bytes =
      root_of("INSERT INTO t VALUES ('a', x'00', NULL), ('b', 'c', 1.5)");
  const std::optional<SqlitePage> page = SqlitePage::over(bytes);
  std::optional<SqliteRecord> row = page->record(0);
  EXPECT_FALSE(row->integer());
  row = page->record(0);
  EXPECT_TRUE(row->text());
  EXPECT_FALSE(row->text());  // a blob
  row = page->record(1);
  ASSERT_TRUE(row->text() && row->text());
  EXPECT_FALSE(row->integer());  // a fraction
}

TEST(SqlitePage, ComparesTwoTextsAtOnce) {
  const std::vector<std::byte> bytes = root_of("INSERT INTO t VALUES ('body', 'money', 1)");
  const std::optional<SqlitePage> page = SqlitePage::over(bytes);
  const auto sign = [&](const std::string& first, const std::string& second) {
    const int order = page->record(0)->compare(first + second, first.size()).value();
    return order < 0 ? -1 : order > 0 ? 1 : 0;
  };
  EXPECT_EQ(sign("body", "money"), 0);
  for (const char* first : {"", "a", "bod", "body", "bodym", "bodz", "c", "z", "\xFF"}) {
    for (const char* second : {"", "mon", "money", "money1", "monez", "oney", "é"}) {
      const auto row = std::pair<std::string, std::string>("body", "money");
      const auto key = std::pair<std::string, std::string>(first, second);
      EXPECT_EQ(sign(first, second), row < key ? -1 : row == key ? 0 : 1) << first << second;
    }
  }
}

TEST(SqlitePage, ARowThatSpillsOverIsNotGiven) {
  // The most that stays in a page of 4,096 bytes, as SQLite's description of its format has it.
  constexpr int kMost = (4096 - 12) * 64 / 255 - 23;
  constexpr int kAround = 1 + 1 + 2 + 1 + 1;  // the header of the record, and 'a'
  for (const auto& [size, fits] :
       {std::pair(kMost - kAround, true), {kMost - kAround + 1, false}}) {
    // At the end of the page, or before a row whose bytes could be taken for the rest of it.
    for (const std::string before :
         {"", "INSERT INTO t VALUES ('b', printf('%.900c', 'y'), 0); "}) {
      const std::vector<std::byte> bytes = root_of(
          before + "INSERT INTO t VALUES ('a', printf('%." + std::to_string(size) + "c', 'x'), 0)");
      EXPECT_EQ(SqlitePage::over(bytes)->record(0).has_value(), fits) << size;
    }
  }
}

TEST(SqlitePage, PagesOfOtherKindsAreNone) {
  std::vector<std::byte> bytes = some_leaf();
  for (int kind = 0; kind < 256; ++kind) {
    bytes[0] = static_cast<std::byte>(kind);
    EXPECT_EQ(SqlitePage::over(bytes).has_value(), kind == 2 || kind == 10);
  }
  EXPECT_FALSE(SqlitePage::over({}));
  bytes = some_leaf();
  bytes[3] = std::byte{8};  // 2,048 cells and more, whose places alone would fill it
  EXPECT_FALSE(SqlitePage::over(bytes));
}

TEST(SqlitePage, NamesThePagesBelow) {
  std::string rows;
  for (int i = 100; i < 400; ++i) {
    rows += "INSERT INTO t VALUES ('k" + std::to_string(i) + "', printf('%.50c', 'x'), 0); ";
  }
  std::vector<std::byte> bytes = root_of(rows);
  const std::optional<SqlitePage> page = SqlitePage::over(bytes);
  ASSERT_TRUE(page && !page->is_leaf());
  std::set<std::uint32_t> children;
  for (std::size_t i = 0; i <= page->cells(); ++i) children.insert(page->child(i));
  EXPECT_EQ(children.size(), page->cells() + 1);
  EXPECT_GE(*children.begin(), 3U);
  EXPECT_LE(*children.rbegin(), page->cells() + 3);
  bytes[12] = bytes[13] = std::byte{255};  // the place of the first cell
  EXPECT_EQ(page->child(0), 0U);
  EXPECT_FALSE(page->record(0));
}

// Every byte of the page as everything that changes it most: what is given lies inside the page.
TEST(SqlitePage, NothingIsReadBeyondThePage) {
  const std::vector<std::byte> sound = some_leaf();
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < kLeafHeader + 6; ++i) places.push_back(i);
  for (std::size_t i = kPageSize - 40; i < kPageSize; ++i) places.push_back(i);
  for (const std::size_t place : places) {
    for (int value = 0; value < 256; ++value) {
      std::vector<std::byte> bytes = sound;
      bytes[place] = static_cast<std::byte>(value);
      const std::optional<SqlitePage> page = SqlitePage::over(bytes);
      for (std::size_t i = 0; page && i < page->cells(); ++i) {
        if (!page->is_leaf()) page->child(i);
        std::optional<SqliteRecord> row = page->record(i);
        while (row) {
          const std::optional<std::string_view> text = row->text();
          if (!text) break;
          const auto* const first = reinterpret_cast<const char*>(bytes.data());
          ASSERT_GE(text->data(), first);
          ASSERT_LE(text->data() + text->size(), first + kPageSize);
        }
        row = page->record(i);
        while (row && row->integer()) continue;
      }
    }
  }
}

}  // namespace
}  // namespace tally
