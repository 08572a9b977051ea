// SPDX-License-Identifier: Apache-2.0
// The SQL that three databases speak, and where they differ.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tally/export.h"

namespace tally {

/// Names, texts and comments, which are the same in all of them.
std::string sql_name(std::string_view name);  ///< "a ""b"""
std::string sql_text(std::string_view text);  ///< 'it''s'
/// A comment must end where its line ends.
std::string in_a_line(std::string_view text);

/// A number of double precision, not a decimal.
std::string sql_number(SqlDialect dialect, double value);
/// The type of such numbers: "real", "double", "float8".
const char* sql_number_type(SqlDialect dialect);
/// PostgreSQL refuses a row where a number would come to nothing, or to infinity.
std::string sql_square(SqlDialect dialect, const std::string& of);
std::string sql_greatest(SqlDialect dialect, const std::vector<std::string>& of);
/// In parentheses by fifties: SQLite takes no deeper expression than a thousand.
std::string sql_sum(const std::vector<std::string>& parts);
/// Where tables are that go with the session: "temp", or "pg_temp".
const char* sql_session(SqlDialect dialect);

}  // namespace tally
