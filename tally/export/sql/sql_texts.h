// SPDX-License-Identifier: Apache-2.0
// Texts under the rule `weighted` in SQL. What the terms say stands in three tables of the session; that of the terms
// of the rows is the user's, as in sql_terms.h:
//
//   tally_terms            tally_leanings               tally_corrections
//   zone term line         zone line told               zone place told says
//        twice place            said_0 said_1 said_2
//
// Terms with the same rows share a line of leanings (estimate/text_rule/text_tables.h). A row's terms are looked up,
// added up by zone and told class, and weighed; then each told class becomes a column.
#pragma once

#include <string>

#include "tally/export/sql/sql_dialect.h"

namespace tally {

/// CREATE TABLE and INSERT for these tables; nothing without such texts.
std::string sql_texts_of_model(const Sheet& sheet, SqlDialect dialect);

/// The common table expressions up to `tally_said_by_texts`, ",\n" behind each; nothing without such texts.
std::string sql_heard_texts(const Sheet& sheet, SqlDialect dialect, const std::string& terms);

/// What is joined to the table for them.
std::string sql_texts_joined(const Sheet& sheet, const std::string& key);

/// The columns of what is told, by their weight, each with ",\n    " before it, and their names alone.
std::string sql_told_by_texts(const Sheet& sheet, SqlDialect dialect);
std::string sql_told_names(const Sheet& sheet);

/// What they add to class k: an expression of those columns. REQUIRES: sheet.texts.
std::string sql_texts_said(const Sheet& sheet, SqlDialect dialect, std::size_t k);

}  // namespace tally
