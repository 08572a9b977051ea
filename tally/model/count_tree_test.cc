// SPDX-License-Identifier: Apache-2.0
#include "tally/model/count_tree.h"

#include "tally/model/model_tables.h"
#include "tally/model/model_testing.h"

namespace tally {
namespace {

using Found = std::vector<std::string>;

// The rows as SQLite gives them.
Found by_query(Database& db, const std::string& tally, const std::string& key) {
  Statement row = db.prepare(
      "SELECT part || '|' || class || '|' || exponent || '|' || amount FROM counts "
      "WHERE tally = ? AND key = ? ORDER BY part, class, exponent");
  row.bind(0, tally);
  row.bind(1, key);
  Found found;
  while (row.step()) found.emplace_back(row.text(0));
  return found;
}

Found rows_of(const CountTree& tree) {
  Found found;
  for (const CountTree::Row& row : tree.rows()) {
    found.push_back(row.part + "|" + row.klass + "|" + std::to_string(row.exponent) + "|" +
                    std::to_string(row.amount));
  }
  return found;
}

std::string term(std::mt19937& random) {
  std::string text;
  for (std::size_t i = random() % 12; i > 0; --i) text += "abcé"[random() % 5];
  return text;
}

// A table that SQLite itself has filled, in no order, and that has been written to again since.
class Trees : public ::testing::Test {
 protected:
  void fill(int rows, const std::string& before = "") {
    Database db = Database::open(path_, Access::kChange, kPatience);
    db.trust_schema();
    db.run(before + "; PRAGMA synchronous=OFF; BEGIN");
    create_tables(db, "main");
    std::mt19937 random(1);
    Statement put = db.prepare("INSERT OR REPLACE INTO counts VALUES (?, ?, ?, ?, ?, ?)");
    for (int i = 0; i < rows; ++i) {
      put.bind(0, std::vector<std::string>{"a", "body", "pair"}[random() % 3]);
      keys_.push_back(term(random));
      put.bind(1, keys_.back());
      put.bind(2, random() % 2 == 0 ? "value" : "repeat");
      put.bind(3, std::vector<std::string>{"ham", "spam", "news"}[random() % 3]);
      put.bind(4, static_cast<std::int64_t>(random() % 3) * 32 - 32);
      put.bind(5, static_cast<std::int64_t>(random()) - (std::int64_t{1} << 31));
      put.run();
    }
    db.run("DELETE FROM counts WHERE amount % 5 = 0; COMMIT");
    for (int i = 0; i < 300; ++i) keys_.push_back(term(random));
  }

  void expect_same(const std::vector<std::string>& keys) {
    Database db = Database::open(path_, Access::kRead, kPatience);
    db.run("BEGIN");
    std::optional<CountTree> tree = CountTree::of(db);
    ASSERT_TRUE(tree);
    db.trust_schema();
    // The pages are kept: none of them, a few, all.
    for (const std::size_t most : {0, 100'000, 100'000'000}) {
      tree->keep(most);
      expect_same(db, *tree, keys);
    }
  }
  static void expect_same(Database& db, CountTree& tree, const std::vector<std::string>& keys) {
    for (const char* tally : {"", "a", "body", "bodz", "pair"}) {
      for (const std::string& key : keys) {
        ASSERT_TRUE(tree.find(tally, key));
        EXPECT_EQ(rows_of(tree), by_query(db, tally, key)) << tally << " " << key;
      }
    }
  }

  Trees() { write_bytes(path_, {}); }

  const TemporaryFolder folder_;
  const std::string path_ = folder_ / "x";
  std::vector<std::string> keys_;
};

TEST_F(Trees, FindsWhatSqliteFindsInAnyOrder) {
  fill(20000);
  expect_same(keys_);
  std::sort(keys_.begin(), keys_.end());
  expect_same(keys_);
}

TEST_F(Trees, FindsWhatSqliteFindsInPagesOfAnySize) {
  for (const char* size : {"512", "1024", "65536"}) {
    write_bytes(path_, {});
    fill(3000, "PRAGMA page_size=" + std::string(size));
    std::sort(keys_.begin(), keys_.end());
    expect_same(keys_);
  }
}

TEST_F(Trees, AnEmptyTableHasNoRows) {
  fill(0);
  expect_same({"", "x"});
}

TEST_F(Trees, RowsOfOneKeyMayFillManyPages) {
  fill(0);
  {
    Database db = Database::open(path_, Access::kChange, kPatience);
    db.run(
        "WITH RECURSIVE n(i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) "
        "INSERT INTO counts SELECT 'body', 'k', 'value', 'class ' || i, 0, i FROM n");
  }
  expect_same({"j", "k", "l"});
}

TEST_F(Trees, WhatNeedsMoreThanAPageIsLeftToSqlite) {
  fill(0);
  Database db = Database::open(path_, Access::kChange, kPatience);
  const std::string long_text(2000, 'x');
  db.run("INSERT INTO counts VALUES ('body', '" + long_text +
         "', 'value', 'ham', 0, 1); BEGIN; "
         "SELECT * FROM classes");
  EXPECT_FALSE(CountTree::of(db)->find("body", long_text));
}

TEST_F(Trees, ValuesOfOtherTypesAreLeftToSqlite) {
  for (const char* row :
       {"'body', 'k', 'value', 'ham', 0, 1.5", "'body', 'k', x'00', 'ham', 0, 1",
        "'body', x'00', 'value', 'ham', 0, 1", "'body', 'k', CAST(x'FF' AS TEXT), 'ham', 0, 1",
        "'body', 'k', 'value', CAST(x'FF' AS TEXT), 0, 1"}) {
    write_bytes(path_, {});
    fill(0);
    sql(path_, std::string("INSERT INTO counts VALUES (") + row + ")");
    Database db = Database::open(path_, Access::kRead, kPatience);
    db.run("BEGIN; SELECT * FROM classes");
    EXPECT_FALSE(CountTree::of(db)->find("body", "k")) << row;
    std::optional<CountTree> keeps = CountTree::of(db);
    keeps->keep(1 << 20);
    EXPECT_FALSE(keeps->find("body", "k")) << row;
  }
}

TEST_F(Trees, AFileWhosePagesAreNotAllThereIsHasNone) {
  Database in_memory = Database::in_memory();
  create_tables(in_memory, "main");
  EXPECT_FALSE(CountTree::of(in_memory));
  fill(10);
  sql(path_, "PRAGMA journal_mode=WAL");
  Database logged = Database::open(path_, Access::kChange, kPatience);
  logged.run("BEGIN; SELECT * FROM classes");
  EXPECT_FALSE(CountTree::of(logged));
}

TEST_F(Trees, AFileOfWideCharactersHasNone) {
  fill(10, "PRAGMA encoding='UTF-16le'");
  Database wide = Database::open(path_, Access::kRead, kPatience);
  wide.run("BEGIN; SELECT * FROM classes");
  EXPECT_FALSE(CountTree::of(wide));
}

// Pages that refer to each other, as no sound file has them: to say that it is not is enough.
TEST_F(Trees, PagesInACircleComeToAnEnd) {
  fill(3000);
  const std::string root = sql(path_, "SELECT rootpage FROM sqlite_schema WHERE name='counts'")[0];
  std::vector<std::byte> bytes = bytes_of(path_);
  std::byte* const page = &bytes[(std::stoul(root) - 1) * 4096];
  ASSERT_EQ(page[0], std::byte{2});
  const auto name_itself = [&](std::byte* at) { at[3] = static_cast<std::byte>(std::stoul(root)); };
  name_itself(page + 8);
  page[8] = page[9] = page[10] = std::byte{0};
  write_bytes(path_, bytes);
  Database db = Database::open(path_, Access::kRead, kPatience);
  db.run("BEGIN; SELECT * FROM classes");
  std::optional<CountTree> tree = CountTree::of(db);
  EXPECT_FALSE(tree->find("z", "beyond all rows"));
  EXPECT_TRUE(tree->find("", "before all rows"));
}

TEST_F(Trees, DamageIsNeverMoreThanAWrongAnswer) {
  fill(400);
  const std::vector<std::byte> sound = bytes_of(path_);
  std::mt19937 random(2);
  for (int round = 0; round < 500; ++round) {
    std::vector<std::byte> bytes = sound;
    for (int i = 0; i < 60; ++i) {
      bytes[100 + random() % (bytes.size() - 100)] = static_cast<std::byte>(random());
    }
    write_bytes(path_, bytes);
    try {
      Database db = Database::open(path_, Access::kRead, kPatience);
      db.run("BEGIN; SELECT 1 FROM sqlite_schema");
      std::optional<CountTree> tree = CountTree::of(db);
      for (std::size_t i = 0; tree && i < keys_.size(); i += 7) tree->find("body", keys_[i]);
    } catch (const Error&) {
      // SQLite may have looked at what is damaged.
    }
  }
}

}  // namespace
}  // namespace tally
