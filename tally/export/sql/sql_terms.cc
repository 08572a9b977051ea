// SPDX-License-Identifier: Apache-2.0
#include "tally/export/sql/sql_terms.h"

#include <fmt/format.h>

#include <algorithm>

#include "tally/export/sql/sql_lines.h"

namespace tally {

namespace {

const SheetTerms* text_of(const SheetLine& line) { return std::get_if<SheetTerms>(&line.table); }

std::string in_session(SqlDialect dialect) {
  return std::string(sql_session(dialect)) + ".tally_terms";
}

// f(j, table) for the lines that are texts.
template <class F>
void for_each_text(const Sheet& sheet, F&& f) {
  for (std::size_t j = 0; j < sheet.lines.size(); ++j) {
    if (const SheetTerms* const text = text_of(sheet.lines[j])) f(j, *text);
  }
}

}  // namespace

bool has_texts(const Sheet& sheet) { return sheet.texts != nullptr || has_terms(sheet); }

// The name of a new table has no place before it in PostgreSQL's older versions: TEMP says it.
SqlTable::SqlTable(SqlDialect dialect, const std::string& name, const std::string& columns)
    : where_(std::string(sql_session(dialect)) + "." + name),
      out_(fmt::format("DROP TABLE IF EXISTS {};\nCREATE TEMP TABLE {} ({});\n", where_, name,
                       columns)) {}

void SqlTable::row(const std::string& cells) {
  constexpr std::size_t kTogether = 500;
  if (rows_ == 0) out_ += "INSERT INTO " + where_ + " VALUES\n";
  if (rows_ > 0) out_ += ",\n";
  out_ += "(" + cells + ")";
  if (++rows_ == kTogether) end_insert();
}

void SqlTable::end_insert() {
  if (rows_ > 0) out_ += ";\n";
  rows_ = 0;
}

std::string SqlTable::finish() {
  end_insert();
  return std::move(out_);
}

bool has_terms(const Sheet& sheet) {
  return std::any_of(sheet.lines.begin(), sheet.lines.end(),
                     [](const SheetLine& line) { return text_of(line) != nullptr; });
}

std::string sql_terms_of_model(const Sheet& sheet, SqlDialect dialect) {
  if (!has_terms(sheet)) return "";
  const std::size_t classes = sheet.classes.size();
  std::string columns = "line integer NOT NULL, term text NOT NULL";
  for (std::size_t k = 0; k < classes; ++k) {
    columns += fmt::format(", says_{} {} NOT NULL", k, sql_number_type(dialect));
  }
  SqlTable out(dialect, "tally_terms", columns + ", PRIMARY KEY (line, term)");
  for_each_text(sheet, [&](std::size_t j, const SheetTerms& text) {
    for (std::size_t t = 0; t < text.terms.size(); ++t) {
      std::string row = fmt::format("{}, {}", j, sql_text(text.terms[t]));
      for (std::size_t k = 0; k < classes; ++k) {
        row += ", " + sql_number(dialect, text.says[t * classes + k]);
      }
      out.row(row);
    }
  });
  return out.finish();
}

std::string sql_heard_terms(const Sheet& sheet, SqlDialect dialect, const std::string& terms) {
  if (!has_terms(sheet)) return "";
  std::vector<std::string> parts;
  for_each_text(sheet, [&](std::size_t j, const SheetTerms& text) {
    std::string part = fmt::format("  SELECT {} AS tally_line, said.\"row\" AS tally_row", j);
    for (std::size_t k = 0; k < sheet.classes.size(); ++k) {
      const std::string times =
          text.once ? "" : fmt::format("cast(said.\"count\" AS {}) * ", sql_number_type(dialect));
      part += fmt::format(", sum({}model.says_{}) AS tally_{}", times, k, k);
    }
    part += fmt::format(
        "\n  FROM {0} AS said JOIN {1} AS model ON model.line = {2} AND model.term = said.term\n"
        "  WHERE said.\"column\" = {3}\n  GROUP BY said.\"row\"",
        sql_name(terms), in_session(dialect), j, sql_text(text.column));
    parts.push_back(std::move(part));
  });
  return fmt::format("tally_heard AS (\n{}\n),\n", fmt::join(parts, "\n  UNION ALL\n"));
}

std::string sql_rows(const Sheet& sheet, const std::string& table, const std::string& key) {
  std::string out = sql_name(table);
  if (!has_texts(sheet)) return out;
  out += " AS tally_data";
  for_each_text(sheet, [&](std::size_t j, const SheetTerms&) {
    out += fmt::format(
        "\n    LEFT JOIN tally_heard AS tally_heard_{0} ON tally_heard_{0}.tally_line = {0} AND "
        "tally_heard_{0}.tally_row = tally_data.{1}",
        j, sql_name(key));
  });
  return out;
}

std::string sql_heard_columns(const Sheet& sheet) {
  std::string out;
  for_each_text(sheet, [&](std::size_t j, const SheetTerms&) {
    for (std::size_t k = 0; k < sheet.classes.size(); ++k) {
      out += fmt::format(",\n    tally_heard_{}.tally_{} AS {}", j, k, sql_text_column(j, k));
    }
  });
  return out;
}

}  // namespace tally
