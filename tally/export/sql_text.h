// SPDX-License-Identifier: Apache-2.0
// A sheet as one SELECT: the table is scored where it lies.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tally/export/sheet.h"

namespace tally {

enum class SqlDialect : std::uint8_t { kSqlite, kDuckdb, kPostgresql };
std::optional<SqlDialect> parse_sql_dialect(
    std::string_view text);  ///< "sqlite", "duckdb", "postgresql"

struct SqlOptions {
  SqlDialect dialect = SqlDialect::kSqlite;
  std::string table = "data";     ///< that has the columns of the model
  std::vector<std::string> keys;  ///< columns to hand through, so that answers find their rows
};

/// Its columns: the keys, `prediction`, and p(CLASS) for each class. A text that is empty, or one of the model's marks, is
/// missing, as NULL is; times and durations are numbers of seconds. Throws Error (kUsage) where the database
/// would not take it: more than 1,900 numbers on the way (SQLite and PostgreSQL have a limit).
std::string to_sql(const Sheet& sheet, const SheetHead& head, const SqlOptions& options);

}  // namespace tally
