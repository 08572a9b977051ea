// SPDX-License-Identifier: Apache-2.0
// The tables of a model file: their text, and rows in and out of them.
//
// docs/model-format.md says what each table holds. All of them are WITHOUT ROWID and keyed by text,
// so that the contents depend on what was counted and never on codes or on history. Every table has
// its texts first and then its integers, and the first columns are the key.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tally/batch/schema.h"
#include "tally/model/sqlite/sqlite_db.h"

namespace tally {

inline constexpr std::int64_t kApplicationId = 0x54414C59;  ///< "TALY"
inline constexpr std::int64_t kFormatVersion = 6;           ///< the newest that is read

/// The format that a model of this schema is written in, the oldest that can say it: 3 if a column
/// has a histogram, 2 if one holds times or durations, else 1.
std::int64_t format_of(const Schema& schema);
/// The same of any model with expected counts.
inline constexpr std::int64_t kExpectedFormat = 5;
/// The same of any file that remembers requests (request_log.h).
inline constexpr std::int64_t kRequestsFormat = 6;

struct FileTable {
  const char* name;
  const char* definition;
  const char* key;
  int texts;
  int integers;
  int keys;  ///< how many columns the key has
};

extern const FileTable kMetaTable;
extern const FileTable kMissingTable;
extern const FileTable kColumnsTable;
extern const FileTable kDeclaredTable;
extern const FileTable kClassesTable;
extern const FileTable kCountsTable;
extern const FileTable kHistogramsTable;
extern const FileTable kDigestsTable;
extern const FileTable kUnicodeTable;
extern const FileTable kSampleTable;
extern const FileTable kRuleTable;
extern const FileTable kExpectedClassesTable;
extern const FileTable kExpectedCountsTable;
/// Of a file that was changed by requests with keys: not of its canonical image.
extern const FileTable kRequestsTable;

/// Those that every model has, in the order of the file.
std::span<const FileTable* const> all_tables();
/// Those that a model with expected counts has behind them.
std::span<const FileTable* const> expected_tables();

/// Makes the empty tables in `schema` ("main" or an attached database).
void create_tables(Database& db, const std::string& schema);
/// The same of those for expected counts.
void create_expected_tables(Database& db, const std::string& schema);

/// Whether the model has them. REQUIRES: check_tables(db), so it has all of them or none.
bool has_expected_tables(Database& db);
/// Whether the file has the table of requests. REQUIRES: the same.
bool has_requests_table(Database& db);

/// Makes them or drops them, and sets the format of the file: `format` is that of a model without. Does
/// nothing if it is so already. REQUIRES: inside a transaction.
void set_expected_tables(Database& db, bool wanted, std::int64_t format);

/// Makes the tables of `main` equal to those of the attached `schema`, and touches only rows that
/// differ. REQUIRES: both have the tables that `main` has; inside a transaction.
void replace_rows(Database& db, const std::string& schema);

/// Whether the database says that it is a Tally model. An empty file does not.
bool has_application_id(Database& db);

/// Throws Error (kData) if the format is newer than kFormatVersion.
void refuse_newer_version(Database& db);

/// Throws Error (kData) unless this is a Tally model, of a version that can be read, with exactly
/// the tables above, those for expected counts and for requests or not, and nothing else: no index, view or
/// trigger.
void check_tables(Database& db);

/// Throws Error (kData) if the file's format cannot say what its schema does.
void check_format(Database& db, const Schema& schema);

/// Throws Error (kData): the model is not sound, because of what `sentence` says.
[[noreturn]] void throw_unsound(const Database& db, const std::string& sentence);
/// The same, because the table holds `what`.
[[noreturn]] void throw_wrong(const Database& db, const FileTable& table, const std::string& what);

/// Where the rows of a model go.
class RowSink {
 public:
  virtual ~RowSink() = default;
  /// Throws Error (kData) for a text that is not UTF-8, or longer than a model holds.
  virtual void put(const FileTable& table, std::initializer_list<std::string_view> texts,
                   std::initializer_list<std::int64_t> integers = {}) = 0;
};

/// Throws Error (kData) unless the text is UTF-8, as a text of `table` must be. `place` is the
/// model's.
void require_utf8(std::string_view text, const FileTable& table, const Place& place);

/// The text that creates the table in `schema` ("main." or nothing).
std::string definition(const FileTable& table, const std::string& schema);

/// Inserts rows into one table. REQUIRES: the Database stays.
class RowWriter {
 public:
  RowWriter(Database& db, const std::string& schema, const FileTable& table);

  /// Throws Error (kData) for a text that is not UTF-8.
  void put(std::initializer_list<std::string_view> texts,
           std::initializer_list<std::int64_t> integers = {});

 private:
  const Database& db_;
  const FileTable& table_;
  Statement statement_;
};

/// Inserts rows into all tables. REQUIRES: the Database stays.
class DatabaseRows : public RowSink {
 public:
  DatabaseRows(Database& db, std::string schema) : db_(db), schema_(std::move(schema)) {}
  void put(const FileTable& table, std::initializer_list<std::string_view> texts,
           std::initializer_list<std::int64_t> integers = {}) override;

 private:
  Database& db_;
  std::string schema_;
  std::map<const FileTable*, RowWriter> writers_;
};

/// Reads one table in the order of its key and trusts nothing:
///
///   for (RowReader row(db, kClassesTable); row.next();) use(row.text(0), row.integer(1));
///
/// REQUIRES: check_tables(db); the Database stays.
class RowReader {
 public:
  RowReader(Database& db, const FileTable& table);
  /// Only the rows whose first columns are these texts.
  RowReader(Database& db, const FileTable& table, std::initializer_list<std::string_view> key);

  /// Starts again with the rows whose first columns are these texts, as many as it was made with.
  void restart(std::initializer_list<std::string_view> key);

  /// Goes to the next row; false at the end. Throws Error (kData) for a value of another type, a
  /// text that is not UTF-8, a key that does not grow, or more texts than the database has bytes.
  bool next();

  const std::string& text(std::size_t column) const { return texts_[column]; }
  std::int64_t integer(std::size_t column) const { return integers_[column]; }

  /// Throws Error (kData): the table holds `what`.
  [[noreturn]] void wrong(const std::string& what) const { throw_wrong(db_, table_, what); }

 private:
  bool read_texts();
  void read_integers(bool is_above);
  void take_bytes(std::size_t bytes);

  Database& db_;
  const FileTable& table_;
  int given_;  // texts of the key that are asked for
  Statement statement_;
  std::vector<std::string> texts_;  // of the row at hand
  std::vector<std::int64_t> integers_;
  bool first_ = true;
  std::int64_t taken_ = 0;  // bytes of texts since the start
  std::int64_t most_ = 0;   // as far as the size of the database was looked at
};

}  // namespace tally
