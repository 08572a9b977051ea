// SPDX-License-Identifier: Apache-2.0
#include "tally/model.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <system_error>
#include <thread>
#include <utility>

#include "tally/model/model_image.h"
#include "tally/model/model_new_file.h"
#include "tally/model/model_rows.h"
#include "tally/model/model_tables.h"
#include "tally/model/once_request.h"
#include "tally/model/request_log.h"
#include "tally/model/sqlite/sqlite_db.h"

namespace tally {

namespace {

using std::chrono::milliseconds;

bool exists(const std::string& path) {
  struct stat found {};
  return ::stat(path.c_str(), &found) == 0;
}

bool may_be_read(const std::string& path) {
  return ::faccessat(AT_FDCWD, path.c_str(), R_OK, AT_EACCESS) == 0;
}

// Opening anything else could wait for ever (a pipe) or do something (a device). The file itself is
// never opened here: closing it would drop the locks that this process holds on it through SQLite.
void require_regular_file(const std::string& path) {
  struct stat found {};
  if (::stat(path.c_str(), &found) != 0) throw_system_error(errno, "open", path);
  if (S_ISREG(found.st_mode)) return;
  throw Error(ErrorKind::kData,
              S_ISDIR(found.st_mode) ? "expected a model, found a folder"
                                     : "a model must be a regular file; copy it into one first",
              {path, -1, -1, ""});
}

// A link that points nowhere yet says where a new file belongs.
std::string followed(const std::string& path) {
  namespace fs = std::filesystem;
  constexpr int kMostLinks = 40;
  std::error_code error;
  fs::path at = path;
  for (int i = 0; i < kMostLinks && fs::is_symlink(at, error); ++i) {
    at = at.parent_path() / fs::read_symlink(at, error);
  }
  return at.string();
}

// A sample is rows as they were.
Readers readers_of(const Model& model) {
  const bool is_private = model.counts.schema().row_traits().are_private;
  return is_private || !model.sample.is_off() ? Readers::kOwner : Readers::kAnyone;
}

// The first look at the file is what may be refused.
Database open_and_look(const std::string& path, Access access, milliseconds patience) {
  Database db = Database::open(path, access, patience);
  db.run("BEGIN");
  db.integer("SELECT count(*) FROM sqlite_schema");
  return db;
}

bool is_read_only(const Database& db) { return sqlite3_db_readonly(db.handle(), "main") == 1; }

// What to try after a reader was refused. In write-ahead mode even a reader needs files of its own
// in the folder; where nobody can make them, the file alone is the model.
Access second_access(const SqliteError& error, const std::string& path) {
  switch (error.code()) {
    case SQLITE_READONLY_ROLLBACK:
    case SQLITE_READONLY_RECOVERY:
      return Access::kChange;
    case SQLITE_READONLY_DIRECTORY:
    case SQLITE_READONLY_CANTINIT:
    case SQLITE_CANTOPEN:
      break;
    default:
      throw error;
  }
  if (!may_be_read(path)) throw error;
  for (const char* end : {"-wal", "-journal"}) {
    if (!exists(path + end) || may_be_read(path + end)) continue;
    throw Error(ErrorKind::kNoPermission,
                "its latest changes stand in " + in_quotes(path + end) + ", which may not be read",
                error.place());
  }
  if (exists(path + "-wal") || exists(path + "-journal")) {
    throw Error(ErrorKind::kNoPermission,
                Remark{"the model is or was in use, and its folder may not be written",
                       {Remedy::of(RemedyKind::kMakeCanonical)}},
                error.place());
  }
  return Access::kImmutable;
}

void read_file(const std::string& path, milliseconds patience,
               const std::function<void(Database&)>& read) {
  Database db = open_to_read(path, patience);
  read(db);
  db.run("COMMIT");
}

// Copies the image's pages over the database, in one transaction of its own.
void copy_pages(Database& db, const std::vector<std::byte>& image) {
  Database source = Database::over(image);
  sqlite3_backup* const backup = sqlite3_backup_init(db.handle(), "main", source.handle(), "main");
  if (backup == nullptr) db.fail(sqlite3_extended_errcode(db.handle()));
  sqlite3_backup_step(backup, -1);
  db.check(sqlite3_backup_finish(backup));
}

// Sets the fields that SQLite has written by itself, through the connection's own file.
// REQUIRES: the connection holds the file exclusively and will not use it any more.
void stamp_header(Database& db, const std::vector<std::byte>& image) {
  sqlite3_file* file = nullptr;
  db.check(sqlite3_file_control(db.handle(), "main", SQLITE_FCNTL_FILE_POINTER, &file));
  std::array<std::byte, kHeaderSize> header{};
  db.check(file->pMethods->xRead(file, header.data(), kHeaderSize, 0));
  for (const HeaderField& field : kStampedFields) {
    std::copy_n(image.begin() + static_cast<std::ptrdiff_t>(field.start), field.length,
                header.begin() + field.start);
  }
  db.check(file->pMethods->xWrite(file, header.data(), kHeaderSize, 0));
  db.check(file->pMethods->xSync(file, SQLITE_SYNC_NORMAL));
}

void require_model_or_empty(Database& db) {
  if (db.file_size() == 0) return;
  if (has_application_id(db)) return refuse_newer_version(db);
  throw Error(ErrorKind::kData,
              "the file exists and is not a Tally model; choose another name or remove it",
              db.place());
}

// Nobody else may have a file open whose log is given up, and SQLite does not wait for that.
void leave_log_mode(Database& db, milliseconds patience) {
  constexpr milliseconds kStep{5};
  const auto end = std::chrono::steady_clock::now() + patience;
  for (;;) {
    try {
      db.run("PRAGMA journal_mode=PERSIST");
      if (db.text("PRAGMA journal_mode") == "persist") return;
    } catch (const SqliteError& error) {
      if (error.kind() != ErrorKind::kTryAgain) throw;
    }
    if (std::chrono::steady_clock::now() >= end) db.fail(SQLITE_BUSY);
    std::this_thread::sleep_for(kStep);
  }
}

// Gets the file for this connection alone, inside a transaction and beyond its end: in exclusive
// mode the lock stays. So does the journal, which PERSIST makes SQLite expect.
void hold_exclusively(Database& db, milliseconds patience) {
  leave_log_mode(db, patience);
  // The mode comes last: with it even a reader's lock would be kept while waiting for the writer's,
  // and two that do so wait for each other.
  db.run("BEGIN EXCLUSIVE");
  if (db.text("PRAGMA journal_mode") != "persist") db.fail(SQLITE_BUSY);  // others use its log
  db.run("PRAGMA locking_mode=EXCLUSIVE");
}

// Rolls back what failed half-way, if it is not yet, and removes the journal. Only a new connection
// does that safely: the one that failed would remove a journal that is still needed.
void recover(const std::string& path) {
  try {
    Database db = open_to_change(path, milliseconds(0));
    db.run("PRAGMA journal_mode=PERSIST; PRAGMA journal_mode=DELETE");
  } catch (const Error&) {
    // Whoever opens the file next does it.
  }
}

// Replaces the contents of a file by the image that `make` gives, which may read the file: nobody
// else gets in between.
void replace_contents(const std::string& path, milliseconds patience,
                      const std::function<std::vector<std::byte>(Database&)>& make) {
  bool is_ours = false;
  try {
    Database db = open_to_change(path, patience);
    require_model_or_empty(db);
    is_ours = true;
    hold_exclusively(db, patience);
    const std::vector<std::byte> image = make(db);
    db.run("COMMIT");
    copy_pages(db, image);
    stamp_header(db, image);
    db.run("PRAGMA locking_mode=NORMAL; PRAGMA journal_mode=DELETE");
  } catch (const SqliteError&) {
    if (is_ours) recover(path);
    throw;
  }
}

}  // namespace

Database open_to_read(const std::string& path, milliseconds patience) {
  require_regular_file(path);
  Access access = Access::kRead;
  try {
    return open_and_look(path, access, patience);
  } catch (const SqliteError& error) {
    access = second_access(error, path);
  }
  return open_and_look(path, access, patience);
}

Database open_to_change(const std::string& path, milliseconds patience) {
  require_regular_file(path);
  Database db = Database::open(path, Access::kChange, patience);
  prepare_to_change(db);
  return db;
}

Database open_to_read_and_change(const std::string& path, milliseconds patience) {
  require_regular_file(path);
  try {
    Database db = open_and_look(path, Access::kChange, patience);
    if (!is_read_only(db)) return db;
  } catch (const SqliteError& error) {
    if (error.kind() == ErrorKind::kTryAgain) throw;
  }
  return open_to_read(path, patience);
}

void prepare_to_change(Database& db) {
  // SQLite is content with a file that it may only read; what fails later then looks like a lock of
  // somebody else's, or like a broken disk.
  if (is_read_only(db)) db.fail(SQLITE_READONLY);
  // EXTRA also syncs the folder when the journal has been removed: what is acknowledged is on disk.
  db.run("PRAGMA synchronous=EXTRA");
}

Model without_joint(Model model) {
  Schema schema = model.counts.schema();
  schema.joint = {};
  model.counts = model.counts.recast(schema);
  model.rule.clear();
  return model;
}

void merge(Model& model, const Model& other, int threads) {
  if (model.counts.schema().joint != other.counts.schema().joint) {
    // Schemas that differ in more than that are refused before anything changes.
    Model left = without_joint(model);
    merge(left, without_joint(other), threads);
    model = std::move(left);
    return;
  }
  // Digests of some rows only would call the others strangers.
  const auto lacks_digests = [](const Model& one) {
    return one.digests.empty() && !one.counts.total_weight().is_zero();
  };
  const bool keeps_digests = model.counts.schema().row_traits().are_known ||
                             (!lacks_digests(model) && !lacks_digests(other));
  const bool other_is_empty = other.counts.total_weight().is_zero() && !other.expected;
  const bool is_empty = model.counts.total_weight().is_zero() && !model.expected;
  model.counts.merge(other.counts, threads);
  if (model.expected && other.expected) {
    merge(*model.expected, *other.expected);
  } else if (other.expected) {
    model.expected = other.expected;
  }
  // They were worked out from fewer rows.
  if (model.expected && !is_empty && !other_is_empty) model.expected->stale = true;
  merge(model.digests, other.digests);
  if (!keeps_digests) model.digests.clear();
  model.sample.merge(other.sample);
  model.rule.clear();
  model.unicode.insert(other.unicode.begin(), other.unicode.end());
}

void save_model(const Model& model, const std::string& path, milliseconds patience, int threads) {
  if (!exists(path)) {
    NewFile file(followed(path), readers_of(model));
    write_image(model, file, threads);
    if (file.finish()) return;
  }
  std::vector<std::byte> image = to_bytes(model);
  replace_contents(path, patience, [&](Database&) { return std::move(image); });
}

Model load_model(const std::string& path, milliseconds patience) {
  std::optional<Model> model;
  read_file(path, patience, [&](Database& db) { model.emplace(read_model(db)); });
  return *std::move(model);
}

Model load_to_ask(const std::string& path, milliseconds patience) {
  std::optional<Model> model;
  read_file(path, patience, [&](Database& db) { model.emplace(read_counted(db)); });
  return *std::move(model);
}

void change_model(const std::string& path, const std::function<void(Model&)>& change,
                  milliseconds patience) {
  const auto no_answer = [&](Model& model) {
    change(model);
    return std::string();
  };
  change_model_once(path, OnceRequest{}, no_answer, patience);
}

OnceAnswer change_model_once(const std::string& path, const OnceRequest& request,
                             const std::function<std::string(Model&)>& change,
                             milliseconds patience) {
  Database db = open_to_change(path, patience);
  db.run("ATTACH ':memory:' AS fresh");
  create_tables(db, "fresh");
  create_expected_tables(db, "fresh");
  db.run("BEGIN IMMEDIATE");
  Model model = read_model(db);
  if (std::optional<std::string> earlier = find_answer(db, request)) {
    return {*std::move(earlier), false};
  }
  const std::string answer = change(model);
  insert_model(db, "fresh", model);
  set_expected_tables(db, model.expected.has_value(), format_of(model.counts.schema()));
  replace_rows(db, "fresh");
  remember_answer(db, request, answer);
  db.run("COMMIT");
  return {answer, true};
}

void compact_model(const std::string& path, milliseconds patience,
                   const std::function<void(Model&)>& change) {
  replace_contents(path, patience, [&](Database& db) {
    Model model = read_model(db);
    if (change) change(model);
    return to_bytes(model);
  });
}

void copy_model(const std::string& from, const std::string& to, milliseconds patience,
                CopyRows rows, CopyExpected expected) {
  Model model = load_model(from, patience);
  if (rows == CopyRows::kNone) model.digests.clear();
  if (expected == CopyExpected::kNo) model.expected.reset();
  if (rows != CopyRows::kAll) {
    model.sample = RowSample(model.counts.schema().has_text() ? model.sample.most() : 0);
  }
  if (!create_file(to, to_bytes(model), readers_of(model))) {
    throw Error(ErrorKind::kCannotCreate, "the file exists; choose another name or remove it",
                {to, -1, -1, ""});
  }
}

bool create_empty_model(const Schema& schema, const std::string& path, std::int64_t sample) {
  Model model{Counts(schema), ""};
  model.sample = RowSample(sample);
  return create_file(followed(path), to_bytes(model), readers_of(model));
}

ModelCheck check_model(const std::string& path, milliseconds patience) {
  ModelCheck result;
  read_file(path, patience, [&](Database& db) {
    const Model model = read_model(db);
    check_requests(db);
    const std::string verdict = db.text("PRAGMA integrity_check(1)").value_or("no answer");
    if (verdict != "ok") throw_unsound(db, verdict);
    const std::vector<std::byte> bytes = db.serialized();
    result.format = db.integer("PRAGMA user_version").value_or(0);
    result.bytes = static_cast<std::int64_t>(bytes.size());
    result.canonical = bytes == to_bytes(model);
  });
  return result;
}

}  // namespace tally
