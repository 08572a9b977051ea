// SPDX-License-Identifier: Apache-2.0
#include "tally/model/model_tables.h"

#include <algorithm>
#include <array>
#include <utility>

#include "tally/base/utf8.h"

namespace tally {

const FileTable kMetaTable{"meta", "key TEXT PRIMARY KEY, value TEXT NOT NULL", "key", 2, 0, 1};
const FileTable kMissingTable{"missing", "mark TEXT PRIMARY KEY", "mark", 1, 0, 1};
const FileTable kColumnsTable{"columns",
                              "name TEXT PRIMARY KEY, role TEXT NOT NULL, type TEXT NOT NULL, "
                              "family TEXT NOT NULL, option TEXT NOT NULL",
                              "name",
                              5,
                              0,
                              1};
const FileTable kDeclaredTable{
    "declared", "column TEXT, value TEXT, PRIMARY KEY(column, value)", "column, value", 2, 0, 2};
const FileTable kClassesTable{"classes",
                              "class TEXT, exponent INTEGER, amount INTEGER NOT NULL, "
                              "PRIMARY KEY(class, exponent)",
                              "class, exponent",
                              1,
                              2,
                              2};
const FileTable kCountsTable{
    "counts",
    "tally TEXT, key TEXT, part TEXT, class TEXT, exponent INTEGER, "
    "amount INTEGER NOT NULL, PRIMARY KEY(tally, key, part, class, exponent)",
    "tally, key, part, class, exponent",
    4,
    2,
    5};

const FileTable kHistogramsTable{"histograms",
                                 "tally TEXT, kind TEXT, class TEXT, count INTEGER, "
                                 "terms INTEGER NOT NULL, PRIMARY KEY(tally, kind, class, count)",
                                 "tally, kind, class, count",
                                 3,
                                 2,
                                 4};
const FileTable kDigestsTable{
    "digests",
    "digest TEXT, class TEXT, times INTEGER NOT NULL, PRIMARY KEY(digest, class)",
    "digest, class",
    2,
    1,
    2};
const FileTable kUnicodeTable{"unicode", "version TEXT PRIMARY KEY", "version", 1, 0, 1};
const FileTable kSampleTable{
    "sample",
    "digest TEXT, class TEXT, evidence TEXT NOT NULL, times INTEGER NOT NULL, "
    "PRIMARY KEY(digest, class)",
    "digest, class",
    3,
    1,
    2};
const FileTable kRuleTable{"rule",
                           "class TEXT, part TEXT, value TEXT NOT NULL, PRIMARY KEY(class, part)",
                           "class, part",
                           3,
                           0,
                           2};
const FileTable kExpectedClassesTable{"expected_classes",     kClassesTable.definition,
                                      kClassesTable.key,      kClassesTable.texts,
                                      kClassesTable.integers, kClassesTable.keys};
const FileTable kExpectedCountsTable{"expected_counts",     kCountsTable.definition,
                                     kCountsTable.key,      kCountsTable.texts,
                                     kCountsTable.integers, kCountsTable.keys};
const FileTable kRequestsTable{
    "requests",
    "key TEXT PRIMARY KEY, request TEXT NOT NULL, answer TEXT NOT NULL, number INTEGER NOT NULL",
    "key",
    3,
    1,
    1};

namespace {

constexpr std::array kExpectedTables{&kExpectedClassesTable, &kExpectedCountsTable};
constexpr std::array kRequestsTables{&kRequestsTable};

constexpr std::array kTables{&kMetaTable,    &kMissingTable, &kColumnsTable,    &kDeclaredTable,
                             &kClassesTable, &kCountsTable,  &kHistogramsTable, &kDigestsTable,
                             &kUnicodeTable, &kSampleTable,  &kRuleTable};

std::string insertion(const FileTable& table, const std::string& schema) {
  std::string marks = "?";
  for (int i = 1; i < table.texts + table.integers; ++i) marks += ", ?";
  return "INSERT INTO " + schema + "." + table.name + " VALUES (" + marks + ")";
}

// The first columns are the key's, and asked for by their values: only the others are read.
std::string selection(const FileTable& table, std::size_t key_texts) {
  std::string_view left = table.definition;
  std::string where, columns;
  for (std::size_t i = 0; i < static_cast<std::size_t>(std::int64_t{table.texts} + table.integers);
       ++i) {
    const std::string name(left.substr(0, left.find(' ')));
    left.remove_prefix(std::min(left.find(", "), left.size() - 2) + 2);
    if (i < key_texts) {
      where += (i == 0 ? " WHERE " : " AND ") + name + " = ?";
    } else {
      columns += (columns.empty() ? "" : ", ") + name;
    }
  }
  return "SELECT " + columns + " FROM " + table.name + where + " ORDER BY " + table.key;
}

constexpr const char* kNotInOrder = "rows that are not in the order of their key";

std::int64_t version_of(Database& db) { return db.integer("PRAGMA user_version").value_or(0); }

// Whether the schema's entry is one of these tables, as a model has it.
bool is_one_of(std::span<const FileTable* const> tables, const Statement& entry) {
  if (!entry.is_text(0) || !entry.is_text(1) || !entry.is_text(2)) return false;
  for (const FileTable* table : tables) {
    if (entry.text(0) == "table" && entry.text(1) == table->name &&
        entry.text(2) == definition(*table, "")) {
      return true;
    }
  }
  return false;
}

// "other.class = rule.class AND other.part = rule.part"
std::string same_key(const FileTable& table) {
  std::string out;
  std::string_view key = table.key;
  while (!key.empty()) {
    const std::size_t comma = std::min(key.find(", "), key.size());
    const std::string column(key.substr(0, comma));
    out += (out.empty() ? "other." : " AND other.") + column + " = " + table.name + "." + column;
    key.remove_prefix(std::min(comma + 2, key.size()));
  }
  return out;
}

void make_equal(Database& db, const std::string& schema, const FileTable& table) {
  const std::string name = table.name;
  // Not by NOT IN: of keys of several columns that goes through the whole table for each row.
  db.run("DELETE FROM main." + name + " WHERE NOT EXISTS (SELECT 1 FROM " + schema + "." + name +
         " AS other WHERE " + same_key(table) + ")");
  db.run("INSERT OR REPLACE INTO main." + name + " SELECT * FROM " + schema + "." + name +
         " EXCEPT SELECT * FROM main." + name);
}

}  // namespace

std::span<const FileTable* const> all_tables() { return kTables; }
std::span<const FileTable* const> expected_tables() { return kExpectedTables; }

std::string definition(const FileTable& table, const std::string& schema) {
  return "CREATE TABLE " + schema + table.name + "(" + table.definition + ") WITHOUT ROWID";
}

void require_utf8(std::string_view text, const FileTable& table, const Place& place) {
  if (is_utf8(text)) return;
  throw Error(ErrorKind::kData,
              "the text " + in_quotes(text) + " (" + table.name +
                  ") is not UTF-8, as every name and value in a model must be; convert the data "
                  "first, for example with iconv",
              place);
}

void throw_unsound(const Database& db, const std::string& sentence) {
  throw Error(ErrorKind::kData, "the model is not sound: " + sentence, db.place());
}

void throw_wrong(const Database& db, const FileTable& table, const std::string& what) {
  throw_unsound(db, std::string("the table '") + table.name + "' holds " + what);
}

void create_tables(Database& db, const std::string& schema) {
  for (const FileTable* table : kTables) db.run(definition(*table, schema + "."));
}

void create_expected_tables(Database& db, const std::string& schema) {
  for (const FileTable* table : kExpectedTables) db.run(definition(*table, schema + "."));
}

bool has_expected_tables(Database& db) {
  return db.integer("SELECT count(*) FROM main.sqlite_schema WHERE name = 'expected_counts'") == 1;
}

bool has_requests_table(Database& db) {
  return db.integer("SELECT count(*) FROM main.sqlite_schema WHERE name = 'requests'") == 1;
}

void set_expected_tables(Database& db, bool wanted, std::int64_t format) {
  if (has_expected_tables(db) == wanted) return;
  if (wanted) {
    create_expected_tables(db, "main");
  } else {
    for (const FileTable* table : kExpectedTables) {
      db.run("DROP TABLE main." + std::string(table->name));
    }
  }
  if (has_requests_table(db)) return;  // whose format is above both
  db.run("PRAGMA main.user_version=" + std::to_string(wanted ? kExpectedFormat : format));
}

void replace_rows(Database& db, const std::string& schema) {
  for (const FileTable* table : kTables) make_equal(db, schema, *table);
  if (!has_expected_tables(db)) return;
  for (const FileTable* table : kExpectedTables) make_equal(db, schema, *table);
}

std::int64_t format_of(const Schema& schema) {
  std::int64_t format = schema.joint.empty() ? 1 : 4;
  for (const ColumnSchema& column : schema.columns) {
    const bool has_times = column.type == ValueType::kTime || column.type == ValueType::kDuration;
    format = std::max<std::int64_t>(format, column.histogram ? 3 : has_times ? 2 : 1);
  }
  return format;
}

void check_format(Database& db, const Schema& schema) {
  const std::int64_t needed = format_of(schema);
  if (version_of(db) >= needed) return;
  throw_unsound(db, std::string(needed == 2   ? "a column holds times or durations"
                                : needed == 3 ? "a column has a histogram"
                                              : "columns are counted together") +
                        ", which format " + std::to_string(version_of(db)) + " does not have");
}

bool has_application_id(Database& db) {
  return db.integer("PRAGMA application_id") == kApplicationId;
}

void refuse_newer_version(Database& db) {
  const std::int64_t version = version_of(db);
  if (version <= kFormatVersion) return;
  throw Error(ErrorKind::kData,
              "written by a newer Tally; format " + std::to_string(version) +
                  ", this program reads up to " + std::to_string(kFormatVersion),
              db.place());
}

void check_tables(Database& db) {
  if (!has_application_id(db)) throw Error(ErrorKind::kData, "not a Tally model", db.place());
  refuse_newer_version(db);
  if (const std::int64_t version = version_of(db); version < 1) {
    throw_unsound(db, "there is no format " + std::to_string(version));
  }
  // SQLite takes the rest of a last page that is cut short for zeros.
  if (db.file_size() % db.integer("PRAGMA page_size").value_or(1) != 0) {
    throw_unsound(db, "the file is cut short");
  }
  std::size_t found = 0, found_expected = 0, found_requests = 0;
  Statement entry = db.prepare("SELECT type, name, sql FROM sqlite_schema");
  while (entry.step()) {
    if (is_one_of(kExpectedTables, entry)) {
      ++found_expected;
      continue;
    }
    if (is_one_of(kRequestsTables, entry)) {
      ++found_requests;
      continue;
    }
    if (!is_one_of(kTables, entry)) {
      const auto text = [&](int i) {
        return entry.is_text(i) ? in_quotes(entry.text(i)) : std::string("without a name");
      };
      throw_unsound(db, "its schema holds the entry " + text(0) + " " + text(1) +
                            ", which is not as a model has it");
    }
    ++found;
  }
  const bool has_expected = found_expected > 0;
  if (found != kTables.size() || (has_expected && found_expected != kExpectedTables.size())) {
    throw_unsound(db, "its schema lacks a table");
  }
  if (has_expected && version_of(db) < kExpectedFormat) {
    throw_unsound(db, "it has expected counts, which format " + std::to_string(version_of(db)) +
                          " does not have");
  }
  if (found_requests > 0 && version_of(db) < kRequestsFormat) {
    throw_unsound(db, "it remembers requests, which format " + std::to_string(version_of(db)) +
                          " does not do");
  }
  db.trust_schema();
}

RowWriter::RowWriter(Database& db, const std::string& schema, const FileTable& table)
    : db_(db), table_(table), statement_(db.prepare(insertion(table, schema))) {}

void RowWriter::put(std::initializer_list<std::string_view> texts,
                    std::initializer_list<std::int64_t> integers) {
  int parameter = 0;
  for (const std::string_view text : texts) {
    require_utf8(text, table_, db_.place());
    statement_.bind_view(parameter++, text);
  }
  for (const std::int64_t integer : integers) statement_.bind(parameter++, integer);
  statement_.run();
}

void DatabaseRows::put(const FileTable& table, std::initializer_list<std::string_view> texts,
                       std::initializer_list<std::int64_t> integers) {
  auto writer = writers_.find(&table);
  if (writer == writers_.end()) {
    writer = writers_.emplace(&table, RowWriter(db_, schema_, table)).first;
  }
  writer->second.put(texts, integers);
}

RowReader::RowReader(Database& db, const FileTable& table) : RowReader(db, table, {}) {}

RowReader::RowReader(Database& db, const FileTable& table,
                     std::initializer_list<std::string_view> key)
    : db_(db),
      table_(table),
      given_(static_cast<int>(key.size())),
      statement_(db.prepare(selection(table, key.size()))) {
  texts_.resize(static_cast<std::size_t>(table.texts));
  integers_.resize(static_cast<std::size_t>(table.integers));
  restart(key);
}

void RowReader::restart(std::initializer_list<std::string_view> key) {
  statement_.reset();
  int parameter = 0;
  for (const std::string_view text : key) {
    std::string& kept = texts_[static_cast<std::size_t>(parameter)];
    kept = text;
    statement_.bind_view(parameter++, kept);
  }
  first_ = true;
  taken_ = 0;
}

// In a crafted file pages may refer to each other many times over: only a key that must grow makes
// sure that the rows come to an end. So may the pages that a long text spills over to, and what a
// file of some pages says in a few rows would fill the memory: no honest text is there twice.
void RowReader::take_bytes(std::size_t bytes) {
  taken_ += static_cast<std::int64_t>(bytes);
  if (taken_ <= most_) return;
  most_ = db_.size();
  if (taken_ > most_) wrong("more text than the file has room for");
}

bool RowReader::next() {
  if (!statement_.step()) return false;
  read_integers(read_texts());
  first_ = false;
  return true;
}

// Gives whether the texts of the key are above those of the row before. What is equal, as most of a
// table is from row to row, is neither looked at nor copied again.
bool RowReader::read_texts() {
  bool is_above = first_;
  for (int i = given_; i < table_.texts; ++i) {
    if (!statement_.is_text(i - given_)) wrong("a value that is not text");
    const std::string_view text = statement_.text(i - given_);
    take_bytes(text.size());
    std::string& before = texts_[static_cast<std::size_t>(i)];
    if (text == before) continue;
    if (!is_utf8(text)) wrong("the text " + in_quotes(text) + ", which is not UTF-8");
    if (!is_above && i < table_.keys) {
      if (text < before) wrong(kNotInOrder);
      is_above = true;
    }
    before = text;
  }
  return is_above;
}

void RowReader::read_integers(bool is_above) {
  const auto integer = [&](int i) {
    const int column = table_.texts - given_ + i;
    if (!statement_.is_integer(column)) wrong("a value that is not an integer");
    return statement_.integer(column);
  };
  if (!is_above && (table_.keys <= table_.texts || integer(0) <= integers_[0])) wrong(kNotInOrder);
  for (int i = 0; i < table_.integers; ++i) integers_[static_cast<std::size_t>(i)] = integer(i);
}

}  // namespace tally
