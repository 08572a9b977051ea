// SPDX-License-Identifier: Apache-2.0
#include "tally/export/sql/sql_dialect.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tally/inside/batch.h"

namespace tally {

namespace {

std::string quoted(std::string_view text, char quote) {
  std::string out(1, quote);
  for (const char c : text) {
    if (c == quote) out += quote;
    out += c;
  }
  return out + quote;
}

}  // namespace

std::optional<SqlDialect> parse_sql_dialect(std::string_view text) {
  if (text == "sqlite") return SqlDialect::kSqlite;
  if (text == "duckdb") return SqlDialect::kDuckdb;
  if (text == "postgresql") return SqlDialect::kPostgresql;
  return std::nullopt;
}

std::string sql_name(std::string_view name) { return quoted(name, '"'); }
std::string sql_text(std::string_view text) { return quoted(text, '\''); }

std::string in_a_line(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '\n' || c == '\r' || c == '\0' ? ' ' : c;
  return out;
}

std::string sql_number(SqlDialect dialect, double value) {
  if (std::isinf(value) && dialect == SqlDialect::kSqlite) return value < 0 ? "(-9e999)" : "9e999";
  if (std::isinf(value)) {
    return fmt::format("'{}Infinity'::{}", value < 0 ? "-" : "", sql_number_type(dialect));
  }
  std::string out = shortest(value);
  if (dialect == SqlDialect::kPostgresql) return "'" + out + "'::float8";
  if (out.find('e') == std::string::npos) out += "e0";  // a decimal otherwise
  return value < 0 ? "(" + out + ")" : out;
}

const char* sql_number_type(SqlDialect dialect) {
  switch (dialect) {
    case SqlDialect::kSqlite:
      return "real";
    case SqlDialect::kDuckdb:
      return "double";
    case SqlDialect::kPostgresql:
      break;
  }
  return "float8";
}

std::string sql_square(SqlDialect dialect, const std::string& of) {
  if (dialect != SqlDialect::kPostgresql) return of + " * " + of;
  // Its `least` passes over what is missing.
  return fmt::format("CASE WHEN {0} IS NOT NULL THEN power(least(abs({0}), 1e150) + 1e-150, 2) END",
                     of);
}

std::string sql_greatest(SqlDialect dialect, const std::vector<std::string>& of) {
  if (of.size() == 1) return of[0];
  return fmt::format("{}({})", dialect == SqlDialect::kSqlite ? "max" : "greatest",
                     fmt::join(of, ", "));
}

std::string sql_sum(const std::vector<std::string>& parts) {
  constexpr std::size_t kTogether = 50;
  if (parts.size() <= kTogether) return fmt::format("({})", fmt::join(parts, " + "));
  std::vector<std::string> sums;
  for (std::size_t at = 0; at < parts.size(); at += kTogether) {
    const auto end = std::min(parts.size(), at + kTogether);
    sums.push_back(sql_sum({parts.begin() + static_cast<std::ptrdiff_t>(at),
                            parts.begin() + static_cast<std::ptrdiff_t>(end)}));
  }
  return sql_sum(sums);
}

const char* sql_session(SqlDialect dialect) {
  return dialect == SqlDialect::kPostgresql ? "pg_temp" : "temp";
}

}  // namespace tally
