// SPDX-License-Identifier: Apache-2.0
// A thin hold on SQLite: connections and statements that close themselves, and errors that say what
// to do. Everything here treats a database as a stranger's: defensive mode, no triggers, no views,
// no extensions, small limits, no memory mapping (a file cut short must not kill the reader).
//
//   Database db = Database::open("iris.tally", Access::kRead, kPatience);
//   Statement rows = db.prepare("SELECT class, amount FROM classes");
//   while (rows.step()) use(rows.text(0), rows.integer(1));
#pragma once

#include <sqlite3.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tally/base/error.h"

namespace tally {

/// What SQLite refused, with its extended result code.
class SqliteError : public Error {
 public:
  SqliteError(int code, ErrorKind kind, Remark remark, Place place)
      : Error(kind, std::move(remark), std::move(place)), code_(code) {}
  int code() const { return code_; }

 private:
  int code_;
};

/// A label, a row, a statement: nothing that Tally writes is longer.
inline constexpr int kLongestInDatabase = 16 << 20;
/// The texts of a row together: what SQLite puts beside them has room.
inline constexpr std::size_t kLongestRow = kLongestInDatabase - 1024;
/// Throws Error (kData): a text is longer.
[[noreturn]] void throw_too_long(const Place& place);

enum class Access {
  kRead,       ///< read-only
  kChange,     ///< read and write; also rolls back what a crash has left
  kImmutable,  ///< read-only, without locks: for a folder that nobody can write
};

class Statement;

/// A connection. Not to be shared by threads, nor moved while it has statements.
class Database {
 public:
  /// Opens an existing file. Throws SqliteError, by what SQLite says: kNoInput or kNoPermission,
  /// kTryAgain (another process held it for `patience`), kData (not a database, or damaged).
  /// REQUIRES: `path` is a regular file.
  static Database open(const std::string& path, Access access, std::chrono::milliseconds patience);
  /// A new, empty database in memory.
  static Database in_memory();
  /// A read-only database over the bytes of a file. Throws SqliteError. REQUIRES: `image` outlives
  /// it.
  static Database over(std::span<const std::byte> image);

  /// Runs statements that give no rows (or whose rows do not matter).
  void run(const std::string& sql);
  Statement prepare(const std::string& sql);
  /// The one integer or text that a statement gives; none if it gives no row or another type.
  std::optional<std::int64_t> integer(const std::string& sql);
  std::optional<std::string> text(const std::string& sql);

  /// Lets statements run as long as they take. Until then, one over a file or an image is stopped
  /// (kData) when it takes longer than a few tables could explain: the pages of a crafted file may
  /// refer to each other many times over, and SQLite reads the schema before anybody can look at
  /// it.
  void trust_schema();

  /// The bytes of the database as a file would have them.
  std::vector<std::byte> serialized();

  /// Whether it was opened as Access::kImmutable: changes of the file are not seen.
  bool is_immutable() const;

  /// The size of the file behind it; 0 if there is none. REQUIRES: something has been read from it.
  std::int64_t file_size();
  /// The size of all its pages, be they in a file, in a log beside it or in memory.
  std::int64_t size();

  sqlite3* handle() const { return handle_.get(); }
  const std::string& name() const { return name_; }  ///< the path, or empty
  Place place() const { return {name_, -1, -1, ""}; }
  /// Throws what `code` means.
  [[noreturn]] void fail(int code) const;
  void check(int code) const {
    if (code != SQLITE_OK) fail(code);
  }

 private:
  struct Close {
    void operator()(sqlite3* handle) const { sqlite3_close(handle); }
  };
  Database(const std::string& name, const std::string& uri, int flags);
  void distrust_schema();

  std::string name_;
  std::unique_ptr<sqlite3, Close> handle_;
};

/// A prepared statement. Columns and parameters count from 0. REQUIRES: its Database stays.
class Statement {
 public:
  Statement(const Database& db, const std::string& sql);

  void bind(int parameter, std::string_view text);
  /// The same without a copy. REQUIRES: `text` stays until the parameter is bound anew.
  void bind_view(int parameter, std::string_view text);
  void bind(int parameter, std::int64_t integer);
  /// Runs a statement that gives no row, and makes it ready to run again.
  void run();
  /// Goes to the next row; false at the end.
  bool step();
  /// Makes it ready to run again; what was bound stays.
  void reset() { sqlite3_reset(handle_.get()); }

  bool is_text(int column) const { return type(column) == SQLITE_TEXT; }
  bool is_integer(int column) const { return type(column) == SQLITE_INTEGER; }
  /// Valid until the next step. REQUIRES: is_text(column).
  std::string_view text(int column) const;
  /// REQUIRES: is_integer(column).
  std::int64_t integer(int column) const { return sqlite3_column_int64(handle_.get(), column); }

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* handle) const { sqlite3_finalize(handle); }
  };
  int type(int column) const { return sqlite3_column_type(handle_.get(), column); }

  const Database* db_;
  std::unique_ptr<sqlite3_stmt, Finalize> handle_;
};

}  // namespace tally
