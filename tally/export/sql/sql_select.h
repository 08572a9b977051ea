// SPDX-License-Identifier: Apache-2.0
// A sheet as one SELECT: the table is scored where it lies.
#pragma once

#include <string>
#include <vector>

#include "tally/export/sheet.h"
#include "tally/export/sql/sql_dialect.h"

namespace tally {

struct SqlOptions {
  SqlDialect dialect = SqlDialect::kSqlite;
  std::string table = "data";     ///< that has the columns of the model
  std::vector<std::string> keys;  ///< columns to hand through, so that answers find their rows
  /// Of a model with texts, the table that has their terms: row (which is the first key), column, term, count.
  std::string terms = "terms";
};

/// Its columns: the keys, `prediction`, and p(CLASS) for each class. A text that is empty, or one of the model's marks, is
/// missing, as NULL is; times and durations are numbers of seconds. Of a model with texts, statements before the SELECT
/// make the table of its terms (sql_terms.h), which goes with the session. Throws Error (kUsage) where the database would
/// not take it: more than 1,900 numbers on the way (SQLite and PostgreSQL have a limit), or texts and no key.
std::string to_sql(const Sheet& sheet, const SheetHead& head, const SqlOptions& options);

}  // namespace tally
