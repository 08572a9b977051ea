// SPDX-License-Identifier: Apache-2.0
// What the lines of a sheet say, as expressions over the columns of a table.
#pragma once

#include <string>

#include "tally/export.h"
#include "tally/export/sql/sql_dialect.h"

namespace tally {

class SqlLines {
 public:
  /// REQUIRES: the sheet outlives it.
  SqlLines(const Sheet& sheet, SqlDialect dialect) : sheet_(sheet), dialect_(dialect) {}

  /// What line j says about class k, NULL where a cell is missing; under weighted as it is heard, unless the
  /// line is held back (heard.h).
  std::string said(std::size_t j, std::size_t k) const;

  /// The cell, NULL where a text means that.
  std::string cell(const std::string& column) const;

 private:
  struct Expression;

  std::string number(double value) const { return sql_number(dialect_, value); }
  bool is_sqlite() const { return dialect_ == SqlDialect::kSqlite; }
  ValueType type_of(const std::string& column) const;
  std::string x(const std::string& column) const;
  std::string is(const std::string& column, const Label& value) const;
  std::string times(const std::string& x, double log_p) const;
  std::string rising(double a, const std::string& x) const;
  std::string away(const std::string& column, double middle, double scale) const;

  const Sheet& sheet_;
  SqlDialect dialect_;
};

/// The column that has what the terms of line j, a text, say about class k.
std::string sql_text_column(std::size_t j, std::size_t k);

}  // namespace tally
