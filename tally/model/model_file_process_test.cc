// SPDX-License-Identifier: Apache-2.0
// What happens to a model when several processes use it, and when they are killed.
#include <chrono>
#include <random>
#include <thread>

#include "tally/model/model_process_testing.h"

namespace tally {
namespace {

constexpr std::chrono::milliseconds kShort{50};
constexpr std::chrono::milliseconds kLong{60000};

void set_mode(const std::string& path, unsigned mode) {
  std::filesystem::permissions(path, static_cast<std::filesystem::perms>(mode));
}

TEST(ModelFileProcess, ConcurrentChangesLoseNothing) {
  const TemporaryFolder folder;
  const std::string path = folder / "m";
  constexpr int kChanges = 15;
  Model expected{Counts(every_family()), ""};
  save_model(expected, path);
  const auto change_often = [&](unsigned seed) {
    return [&path, seed] {
      const Counts piece = some_model(seed).counts;
      for (int i = 0; i < kChanges; ++i) {
        change_model(
            path, [&](Model& model) { model.counts.merge(piece); }, kLong);
      }
      return 0;
    };
  };
  Child one(change_often(1)), two(change_often(2)), compacting([&] {
    for (int i = 0; i < kChanges; ++i) compact_model(path, kLong);
    return 0;
  });
  for (int i = 0; i < kChanges; ++i) {
    EXPECT_NO_THROW(load_model(path, kLong));
    std::filesystem::remove(folder / "copy");
    copy_model(path, folder / "copy", kLong);
    EXPECT_TRUE(check_model(folder / "copy").canonical);
  }
  EXPECT_EQ(one.wait(), 0);
  EXPECT_EQ(two.wait(), 0);
  EXPECT_EQ(compacting.wait(), 0);
  for (int i = 0; i < kChanges; ++i) {
    expected.counts.merge(some_model(1).counts);
    expected.counts.merge(some_model(2).counts);
  }
  compact_model(path);
  EXPECT_EQ(bytes_of(path), to_bytes(expected));
}

TEST(ModelFileProcess, SaysTryAgainWhileAnotherHoldsIt) {
  const TemporaryFolder folder;
  const std::string path = folder / "m";
  save_model(some_model(1), path);
  const auto change = [&] {
    change_model(
        path, [](Model&) {}, kShort);
  };
  const auto save = [&] { save_model(some_model(2), path, kShort); };
  const auto compact = [&] { compact_model(path, kShort); };
  {
    const Holder writer(path, "BEGIN EXCLUSIVE");
    expect_error(
        ErrorKind::kTryAgain, "another process", [&] { load_model(path, kShort); }, path);
    expect_error(ErrorKind::kTryAgain, "another process", change, path);
    expect_error(ErrorKind::kTryAgain, "another process", save, path);
    expect_error(ErrorKind::kTryAgain, "another process", compact, path);
  }
  {
    const Holder reader(path, "BEGIN; SELECT * FROM meta");
    EXPECT_NO_THROW(load_model(path, kShort));
    expect_error(ErrorKind::kTryAgain, "another process", save, path);
    expect_error(ErrorKind::kTryAgain, "another process", [&] {
      change_model(
          path, [](Model& model) { model.default_question = "{}"; }, kShort);
    });
  }
  {
    const Holder log(path, "PRAGMA journal_mode=WAL; BEGIN; SELECT * FROM meta");
    EXPECT_NO_THROW(load_model(path, kShort));
    EXPECT_NO_THROW(change());
    expect_error(ErrorKind::kTryAgain, "another process", save, path);
    expect_error(ErrorKind::kTryAgain, "another process", compact, path);
  }
  EXPECT_TRUE(same(load_model(path), some_model(1)));
}

// Closing a file drops every lock that the process has on it, whoever took them.
TEST(ModelFileProcess, KeepsTheLocksThatItsOwnProcessHolds) {
  const TemporaryFolder folder;
  const std::string path = folder / "m";
  save_model(some_model(1), path);
  sqlite3* db = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &db), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(db, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr), SQLITE_OK);
  EXPECT_NO_THROW(load_model(path));
  EXPECT_NO_THROW(check_model(path));
  EXPECT_NO_THROW(copy_model(path, folder / "copy"));
  EXPECT_THROW(save_model(some_model(2), path, kShort), Error);
  EXPECT_THROW(compact_model(path, kShort), Error);
  EXPECT_EQ(Child([&] {
              return kind_thrown([&] {
                change_model(
                    path, [](Model&) {}, kShort);
              });
            }).wait(),
            75);
  sqlite3_close(db);
}

// A connection remembers pages and the schema from one transaction to the next.
TEST(ModelFileProcess, ConnectionsThatStayOpenSeeWhatWasReplaced) {
  const TemporaryFolder folder;
  const std::string path = folder / "m";
  save_model(some_model(1), path);
  sqlite3* db = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &db), SQLITE_OK);
  const auto total = [&](sqlite3* connection) {
    sqlite3_stmt* statement = nullptr;
    sqlite3_prepare_v2(connection, "SELECT group_concat(class || amount) FROM classes", -1,
                       &statement, nullptr);
    sqlite3_step(statement);
    std::string out = reinterpret_cast<const char*>(sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
    return out;
  };
  for (unsigned seed = 1; seed < 6; ++seed) {
    const std::string before = total(db);
    EXPECT_EQ(Child([&] {
                save_model(some_model(seed + 1), path);
                return 0;
              }).wait(),
              0);
    EXPECT_NE(total(db), before);
    EXPECT_EQ(total(db), sql(path, "SELECT group_concat(class || amount) FROM classes").at(0));
  }
  sqlite3_close(db);
}

TEST(ModelFileProcess, KilledWhileSavingLeavesTheOldOrTheNew) {
  const TemporaryFolder folder;
  const std::string path = folder / "m";
  const Model small = some_model(1, 30), large = some_model(2, 3000);
  save_model(small, path);
  std::mt19937 random(1);
  for (int i = 0; i < 50; ++i) {
    Child child([&] {
      for (;;) {
        save_model(large, path);
        save_model(small, path);
      }
      return 0;
    });
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 30000));
    child.kill_and_wait();
    const Model found = load_model(path);
    EXPECT_TRUE(same(found, small) || same(found, large));
    EXPECT_NO_THROW(check_model(path));
  }
  save_model(small, path);
  EXPECT_EQ(bytes_of(path), to_bytes(small));
}

TEST(ModelFileProcess, KilledWhileChangingKeepsWhatWasAcknowledged) {
  const TemporaryFolder folder;
  const std::string path = folder / "m";
  const Counts piece = some_model(2, 500).counts;
  Model expected = some_model(1);
  save_model(expected, path);
  std::mt19937 random(2);
  for (int i = 0; i < 50; ++i) {
    Signal acknowledged;
    Child child([&] {
      for (;;) {
        change_model(path, [&](Model& model) { model.counts.merge(piece); });
        acknowledged.send();
      }
      return 0;
    });
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 40000));
    child.kill_and_wait();
    for (int n = acknowledged.drain(); n > 0; --n) expected.counts.merge(piece);
    const Model found = load_model(path);
    if (!same(found, expected)) expected.counts.merge(piece);  // done, but killed before it said so
    ASSERT_TRUE(same(found, expected));
  }
  compact_model(path);
  EXPECT_EQ(bytes_of(path), to_bytes(expected));
}

// Some pages are in the file already, and the journal knows what was there before.
void leave_a_hot_journal(const std::string& path) {
  Holder writer(path,
                "PRAGMA cache_size=2; BEGIN IMMEDIATE; UPDATE counts SET amount = amount + 1;"
                "UPDATE classes SET amount = amount + 1");
  writer.kill_and_wait();
  ASSERT_TRUE(std::filesystem::exists(path + "-journal"));
}

TEST(ModelFileProcess, RollsBackWhatACrashLeft) {
  const TemporaryFolder folder;
  const std::string path = folder / "m";
  const Model model = some_model(1, 4000);
  save_model(model, path);
  leave_a_hot_journal(path);
  EXPECT_NE(bytes_of(path), to_bytes(model));
  EXPECT_TRUE(same(load_model(path), model));
  leave_a_hot_journal(path);
  save_model(some_model(2), path);
  EXPECT_EQ(bytes_of(path), to_bytes(some_model(2)));
  EXPECT_EQ(folder.names(), std::vector<std::string>{"m"});
}

// The sentence that is thrown without the rights of root holds `words`: 0; other than an Error: 99.
template <class F>
int says(const std::string& words, const F& f) {
  return without_rights([&] {
    try {
      f();
    } catch (const Error& error) {
      const std::string sentence = error.what();
      if (sentence.find(words) == std::string::npos) ::fprintf(stderr, "%s\n", sentence.c_str());
      return sentence.find(words) == std::string::npos ? 1 : static_cast<int>(error.kind());
    }
    return 99;
  });
}

// A model in write-ahead mode keeps that mode where it may not be changed, as it does while others
// use it; and a log beside a model that may not be read is nobody's use of it.
TEST(ModelFileProcess, WhatMayNotBeDoneIsNotInUse) {
  if (without_rights([] { return 0; }) != 0) GTEST_SKIP() << "cannot give up the rights of root";
  const TemporaryFolder folder;
  const std::string path = folder / "m";
  const Model model = some_model(1);
  save_model(model, path);
  sql(path, "PRAGMA journal_mode=WAL");
  set_mode(path, 0444);
  for (const mode_t mode : {0777, 0555}) {
    set_mode(folder.path(), mode);
    EXPECT_EQ(says("may not be written", [&] { save_model(model, path); }), 77) << mode;
    EXPECT_EQ(says("may not be written", [&] { compact_model(path); }), 77) << mode;
  }
  set_mode(folder.path(), 0777);
  write_bytes(path + "-wal", {std::byte{0}});
  set_mode(path, 0000);
  EXPECT_EQ(says("cannot open: Permission denied", [&] { load_model(path); }), 77);
  EXPECT_EQ(says("cannot open: Permission denied", [&] { save_model(model, path); }), 77);
  set_mode(path, 0444);
  set_mode(path + "-wal", 0000);
  EXPECT_EQ(says("m-wal', which may not be read", [&] { load_model(path); }), 77);
  std::filesystem::remove(path + "-wal");
  set_mode(folder.path(), 0000);
  EXPECT_EQ(says("Permission denied", [&] { load_model(path); }), 77);
  EXPECT_EQ(says("Permission denied", [&] { save_model(model, path); }), 77);
  set_mode(folder.path(), 0755);
}

TEST(ModelFileProcess, ReadsInAFolderThatItMayNotWrite) {
  const TemporaryFolder folder;
  const std::string path = folder / "m";
  const Model model = some_model(1, 4000);
  save_model(model, path);
  set_mode(path, 0444);
  set_mode(folder.path(), 0555);
  const auto loads = [&] { return kind_thrown([&] { load_model(path); }); };
  const auto changes = [&] {
    return kind_thrown(
        [&] { change_model(path, [](Model& changed) { changed.default_question = "{}"; }); });
  };
  if (without_rights([] { return 0; }) != 0) GTEST_SKIP() << "cannot give up the rights of root";
  EXPECT_EQ(without_rights(loads), 0);
  EXPECT_EQ(without_rights(changes), 77);
  EXPECT_EQ(without_rights([&] { return kind_thrown([&] { save_model(model, path); }); }), 77);
  EXPECT_EQ(without_rights([&] { return kind_thrown([&] { compact_model(path); }); }), 77);
  set_mode(path, 0666);
  EXPECT_EQ(without_rights(changes), 77);

  set_mode(folder.path(), 0755);
  sql(path, "PRAGMA journal_mode=WAL");
  set_mode(folder.path(), 0555);
  EXPECT_EQ(without_rights(loads), 0);
  EXPECT_EQ(without_rights(changes), 77);
  set_mode(folder.path(), 0755);
  write_bytes(path + "-wal", {std::byte{0}});
  set_mode(path + "-wal", 0000);
  set_mode(folder.path(), 0555);
  EXPECT_EQ(without_rights(loads), 77);

  set_mode(folder.path(), 0755);
  std::filesystem::remove(path + "-wal");
  compact_model(path);
  leave_a_hot_journal(path);
  set_mode(path, 0444);
  set_mode(folder.path(), 0555);
  EXPECT_EQ(without_rights(loads), 77);
  EXPECT_TRUE(::geteuid() != 0 || same(load_model(path), model));
  set_mode(path, 0000);
  EXPECT_EQ(without_rights(loads), 77);
}

}  // namespace
}  // namespace tally
