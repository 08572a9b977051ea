// SPDX-License-Identifier: Apache-2.0
#include "tally/model/sqlite/sqlite_db.h"

#include <cerrno>
#include <new>
#include <system_error>

namespace tally {

namespace {

struct Limit {
  int id;
  int value;
};
// A stranger's schema is parsed before it can be compared with the expected text.
constexpr Limit kLimits[] = {
    {SQLITE_LIMIT_LENGTH, kLongestInDatabase},
    {SQLITE_LIMIT_SQL_LENGTH, 100000},
    {SQLITE_LIMIT_COLUMN, 100},
    {SQLITE_LIMIT_EXPR_DEPTH, 50},
    {SQLITE_LIMIT_COMPOUND_SELECT, 5},
    {SQLITE_LIMIT_VDBE_OP, 25000},
    {SQLITE_LIMIT_FUNCTION_ARG, 8},
    {SQLITE_LIMIT_ATTACHED, 1},
    {SQLITE_LIMIT_VARIABLE_NUMBER, 100},
    {SQLITE_LIMIT_TRIGGER_DEPTH, 1},
    {SQLITE_LIMIT_WORKER_THREADS, 0},
};

struct Switch {
  int id;
  int on;
};
constexpr Switch kSwitches[] = {
    {SQLITE_DBCONFIG_DEFENSIVE, 1},      {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
    {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0}, {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
    {SQLITE_DBCONFIG_DQS_DDL, 0},        {SQLITE_DBCONFIG_DQS_DML, 0},
};

// A path that starts with "file:" or is called ":memory:" means something else to SQLite.
std::string plain(const std::string& path) { return path.front() == '/' ? path : "./" + path; }

std::string immutable_uri(const std::string& path) {
  static constexpr char kHex[] = "0123456789ABCDEF";
  std::string uri = "file:";
  for (const char c : plain(path)) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '%' || c == '?' || c == '#') {
      uri += {'%', kHex[byte >> 4], kHex[byte & 15]};
    } else {
      uri += c;
    }
  }
  return uri + "?immutable=1";
}

ErrorKind kind_of(int code) {
  switch (code & 0xFF) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL:
      return ErrorKind::kTryAgain;
    case SQLITE_READONLY:
    case SQLITE_PERM:
      return ErrorKind::kNoPermission;
    case SQLITE_FULL:
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
      return ErrorKind::kInputOutput;
    case SQLITE_MISUSE:
    case SQLITE_RANGE:
      return ErrorKind::kDefect;
    default:
      return ErrorKind::kData;
  }
}

std::string too_long() {
  return "a name or value is longer than " + std::to_string(kLongestInDatabase >> 20) +
         " MiB, the most that a model holds";
}

std::vector<Remedy> remedies_of_too_long() {
  return {Remedy::in_words("shorten it"), Remedy::ignore("")};
}

std::string sentence_for(int code, const std::string& message, const std::string& name) {
  switch (code) {
    case SQLITE_READONLY_ROLLBACK:
    case SQLITE_READONLY_RECOVERY:
      return "a change was cut short and must be rolled back first, which needs the permission to "
             "write the model and its folder (" +
             name + "-journal or -wal)";
    default:
      break;
  }
  switch (code & 0xFF) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL:
      return "the model is in use by another process; try again";
    case SQLITE_READONLY:
    case SQLITE_PERM:
      return "the model or its folder may not be written (" + message + ")";
    case SQLITE_NOTADB:
      return "not a Tally model (" + message + ")";
    case SQLITE_FULL:
      return "the disk is full";
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
      return "reading or writing failed (" + message + ")";
    case SQLITE_TOOBIG:
      return too_long();
    case SQLITE_MISUSE:
    case SQLITE_RANGE:
      return "SQLite was asked wrongly (" + message + ")";
    default:
      return "the model is damaged: " + message;
  }
}

}  // namespace

void throw_too_long(const Place& place) {
  throw Error(ErrorKind::kData, Remark{too_long(), remedies_of_too_long()}, place);
}

void Database::fail(int code) const {
  if ((code & 0xFF) == SQLITE_NOMEM) throw std::bad_alloc();
  sqlite3* const db = handle_.get();
  // The connection's message belongs to its last call, which need not be the one that failed.
  const bool same = db != nullptr && (sqlite3_extended_errcode(db) & 0xFF) == (code & 0xFF);
  const std::string message = same ? sqlite3_errmsg(db) : sqlite3_errstr(code);
  const int system = db == nullptr ? 0 : sqlite3_system_errno(db);
  ErrorKind kind = kind_of(code);
  std::string sentence = sentence_for(code, message, name_);
  if ((code & 0xFF) == SQLITE_CANTOPEN || (code & 0xFF) == SQLITE_IOERR) {
    if (system == EACCES || system == EPERM || system == EROFS) kind = ErrorKind::kNoPermission;
    if (system == ENOENT) kind = ErrorKind::kNoInput;
    if (kind != ErrorKind::kInputOutput) {
      sentence = "cannot open: " + std::generic_category().message(system);
    }
  }
  std::vector<Remedy> remedies;
  if ((code & 0xFF) == SQLITE_TOOBIG) remedies = remedies_of_too_long();
  throw SqliteError(code, kind, Remark{std::move(sentence), std::move(remedies)}, place());
}

Database::Database(const std::string& name, const std::string& uri, int flags) : name_(name) {
  sqlite3* opened = nullptr;
  const int code = sqlite3_open_v2(uri.c_str(), &opened,
                                   flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nullptr);
  handle_.reset(opened);
  check(code);
  for (const Limit& limit : kLimits) sqlite3_limit(opened, limit.id, limit.value);
  for (const Switch& option : kSwitches) sqlite3_db_config(opened, option.id, option.on, nullptr);
  run("PRAGMA cell_size_check=ON; PRAGMA mmap_size=0; PRAGMA temp_store=MEMORY");
}

Database Database::open(const std::string& path, Access access,
                        std::chrono::milliseconds patience) {
  const bool immutable = access == Access::kImmutable;
  const int flags = immutable                   ? SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
                    : access == Access::kChange ? SQLITE_OPEN_READWRITE
                                                : SQLITE_OPEN_READONLY;
  Database db(path, immutable ? immutable_uri(path) : plain(path), flags);
  db.check(sqlite3_busy_timeout(db.handle(), static_cast<int>(patience.count())));
  db.distrust_schema();
  return db;
}

Database Database::in_memory() {
  return Database("", ":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
}

Database Database::over(std::span<const std::byte> image) {
  Database db = in_memory();
  const auto size = static_cast<sqlite3_int64>(image.size());
  // SQLite asks for memory it could write to, and with this flag does not.
  auto* const bytes = const_cast<std::byte*>(image.data());
  db.check(sqlite3_deserialize(db.handle(), "main", reinterpret_cast<unsigned char*>(bytes), size,
                               size, SQLITE_DESERIALIZE_READONLY));
  db.distrust_schema();
  return db;
}

void Database::distrust_schema() {
  constexpr int kSteps = 100000;  // of SQLite's machine; a sound schema takes some hundred
  sqlite3_progress_handler(
      handle(), kSteps, [](void*) { return 1; }, nullptr);
}

void Database::trust_schema() { sqlite3_progress_handler(handle(), 0, nullptr, nullptr); }

void Database::run(const std::string& sql) {
  check(sqlite3_exec(handle(), sql.c_str(), nullptr, nullptr, nullptr));
}

Statement Database::prepare(const std::string& sql) { return Statement(*this, sql); }

std::optional<std::int64_t> Database::integer(const std::string& sql) {
  Statement statement = prepare(sql);
  if (!statement.step() || !statement.is_integer(0)) return std::nullopt;
  return statement.integer(0);
}

std::optional<std::string> Database::text(const std::string& sql) {
  Statement statement = prepare(sql);
  if (!statement.step() || !statement.is_text(0)) return std::nullopt;
  return std::string(statement.text(0));
}

std::vector<std::byte> Database::serialized() {
  sqlite3_int64 size = 0;
  const std::unique_ptr<unsigned char, void (*)(void*)> bytes(
      sqlite3_serialize(handle(), "main", &size, 0), sqlite3_free);
  if (bytes == nullptr && size > 0) throw std::bad_alloc();
  const auto* const first = reinterpret_cast<const std::byte*>(bytes.get());
  return {first, first + size};
}

bool Database::is_immutable() const {
  return sqlite3_uri_boolean(sqlite3_db_filename(handle(), "main"), "immutable", 0) != 0;
}

std::int64_t Database::file_size() {
  sqlite3_file* file = nullptr;
  check(sqlite3_file_control(handle(), "main", SQLITE_FCNTL_FILE_POINTER, &file));
  sqlite3_int64 size = 0;
  if (file->pMethods != nullptr) check(file->pMethods->xFileSize(file, &size));
  return size;
}

std::int64_t Database::size() {
  return integer("PRAGMA page_count").value_or(0) * integer("PRAGMA page_size").value_or(0);
}

Statement::Statement(const Database& db, const std::string& sql) : db_(&db) {
  sqlite3_stmt* prepared = nullptr;
  db.check(sqlite3_prepare_v2(db.handle(), sql.c_str(), static_cast<int>(sql.size()) + 1, &prepared,
                              nullptr));
  handle_.reset(prepared);
}

namespace {

// A null pointer would bind NULL, and the default string_view has one.
const char* bytes_of(std::string_view text) { return text.data() == nullptr ? "" : text.data(); }

}  // namespace

void Statement::bind(int parameter, std::string_view text) {
  db_->check(sqlite3_bind_text64(handle_.get(), parameter + 1, bytes_of(text), text.size(),
                                 SQLITE_TRANSIENT, SQLITE_UTF8));
}

void Statement::bind_view(int parameter, std::string_view text) {
  db_->check(sqlite3_bind_text64(handle_.get(), parameter + 1, bytes_of(text), text.size(),
                                 SQLITE_STATIC, SQLITE_UTF8));
}

void Statement::run() {
  step();
  reset();
}

void Statement::bind(int parameter, std::int64_t integer) {
  db_->check(sqlite3_bind_int64(handle_.get(), parameter + 1, integer));
}

bool Statement::step() {
  const int code = sqlite3_step(handle_.get());
  if (code != SQLITE_ROW && code != SQLITE_DONE) db_->fail(code);
  return code == SQLITE_ROW;
}

std::string_view Statement::text(int column) const {
  // The text first, then its length: that order is the one that SQLite keeps valid.
  const unsigned char* const bytes = sqlite3_column_text(handle_.get(), column);
  if (bytes == nullptr) throw std::bad_alloc();
  const int size = sqlite3_column_bytes(handle_.get(), column);
  return {reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size)};
}

}  // namespace tally
