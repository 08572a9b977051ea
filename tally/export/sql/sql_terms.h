// SPDX-License-Identifier: Apache-2.0
// Texts in SQL: what each term says stands in a table of the session, and the terms of the rows in one that the
// user has made:
//
//   tally_terms            terms (or another name)
//   line term says_0 …     row column term count
//
// A row's terms are looked up there and added up by class, before the SELECT.
#pragma once

#include <string>
#include <vector>

#include "tally/export.h"
#include "tally/export/sql/sql_dialect.h"

namespace tally {

/// CREATE TABLE and INSERT for the terms of the model; nothing without texts.
std::string sql_terms_of_model(const Sheet& sheet, SqlDialect dialect);

/// The common table expression `tally_heard` (line, row, what its terms say about each class), ",\n" behind it; nothing
/// without texts.
std::string sql_heard_terms(const Sheet& sheet, SqlDialect dialect, const std::string& terms);

/// FROM what: the table, to which `tally_heard` is joined for each line that is a text.
std::string sql_rows(const Sheet& sheet, const std::string& table, const std::string& key);

/// The columns that sql_rows has beside those of the table, each with ",\n    " before it.
std::string sql_heard_columns(const Sheet& sheet);

bool has_terms(const Sheet& sheet);  ///< a line that is a text
bool has_texts(const Sheet& sheet);  ///< or texts under the rule weighted (sql_texts.h)

/// A table of the session under way: CREATE TABLE, and an INSERT for each 500 rows.
class SqlTable {
 public:
  SqlTable(SqlDialect dialect, const std::string& name, const std::string& columns);
  void row(const std::string& cells);  ///< "1, 'a'"
  std::string finish();                ///< all of it

 private:
  void end_insert();

  std::string where_, out_;
  std::size_t rows_ = 0;
};

}  // namespace tally
