// SPDX-License-Identifier: Apache-2.0
#include "tally/export/sql/sql_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tally/export/heard.h"

namespace tally {

ValueType SqlLines::type_of(const std::string& column) const {
  return std::find_if(sheet_.inputs.begin(), sheet_.inputs.end(),
                      [&](const Sheet::Input& input) { return input.name == column; })
      ->type;
}

std::string SqlLines::cell(const std::string& column) const {
  std::string out = sql_name(column);
  if (!is_sqlite() && type_of(column) != ValueType::kText) return out;
  out = "nullif(" + out + ", '')";
  for (const std::string& mark : sheet_.missing) {
    out = "nullif(" + out + ", " + sql_text(mark) + ")";
  }
  return out;
}

std::string SqlLines::x(const std::string& column) const {
  return fmt::format("cast({} AS {})", cell(column), sql_number_type(dialect_));
}

std::string SqlLines::is(const std::string& column, const Label& value) const {
  switch (value.type()) {
    case ValueType::kBoolean:
      if (!is_sqlite()) return cell(column) + " = " + value.to_string();
      return fmt::format("lower({}) IN ('{}', '{}')", cell(column), value.to_string(),
                         value == Label::of(true) ? 1 : 0);
    case ValueType::kText:
      return cell(column) + " = " + sql_text(value.to_string());
    case ValueType::kNumber:
    case ValueType::kTime:
    case ValueType::kDuration:
      break;
  }
  return x(column) + " = " + value.to_string();
}

std::string SqlLines::away(const std::string& column, double middle, double scale) const {
  return fmt::format("(({} - {}) / {})", x(column), number(middle), number(scale));
}

// Of line `line` about class `k`.
struct SqlLines::Expression {
  const SqlLines& by;
  const SheetLine& line;
  std::size_t j, k;

  std::size_t classes() const { return by.sheet_.classes.size(); }

  std::string operator()(const SheetValues& table) const {
    const std::vector<double> says = heard(by.sheet_, line, table.says);
    const std::vector<double> unseen = heard(by.sheet_, line, table.unseen);
    std::string out = "CASE WHEN " + by.cell(table.column) + " IS NULL THEN NULL";
    for (std::size_t v = 0; v < table.values.size(); ++v) {
      out += fmt::format(" WHEN {} THEN {}", by.is(table.column, table.values[v]),
                         by.number(says[v * classes() + k]));
    }
    return out + " ELSE " + by.number(unseen[k]) + " END";
  }
  std::string operator()(const SheetBins& table) const {
    const std::vector<double> says = heard(by.sheet_, line, table.says);
    std::string x = by.x(table.column);
    if (table.origin != 0) x = "(" + x + " - " + by.number(table.origin) + ")";
    std::string out = "CASE WHEN " + x + " IS NULL THEN NULL";
    for (std::size_t b = 0; b < table.cuts.size(); ++b) {
      out += fmt::format(" WHEN {} <= {} THEN {}", x, by.number(table.cuts[b]),
                         by.number(says[b * classes() + k]));
    }
    return out + " ELSE " + by.number(says[table.cuts.size() * classes() + k]) + " END";
  }
  std::string operator()(const SheetCounts& table) const {
    std::vector<std::string> parts;
    for (std::size_t t = 0; t < table.columns.size(); ++t) {
      parts.push_back(fmt::format("coalesce({}, {}) * {}", by.x(table.columns[t]), by.number(0),
                                  by.number(table.says[t * classes() + k])));
    }
    return sql_sum(parts);
  }
  std::string operator()(const SheetNormal& table) const {
    return fmt::format(
        "({} - {} * {})", by.number(-std::log(table.deviation[k])), by.number(0.5),
        sql_square(by.dialect_, by.away(table.column, table.mean[k], table.deviation[k])));
  }
  std::string operator()(const SheetStudent& table) const {
    return fmt::format(
        "({} - {} * ln({} + {} / {}))", by.number(table.constant[k]),
        by.number((table.degrees[k] + 1) / 2), by.number(1),
        sql_square(by.dialect_, by.away(table.column, table.location[k], table.scale[k])),
        by.number(table.degrees[k]));
  }
  std::string operator()(const SheetRate& table) const {
    const std::string e = table.exposure.empty() ? by.number(1) : by.x(table.exposure);
    return fmt::format("({} * {} - {} * {})", by.x(table.column),
                       by.number(std::log(table.rate[k])), by.number(table.rate[k]), e);
  }
  std::string operator()(const SheetTerms& table) const {
    return fmt::format("CASE WHEN {} IS NOT NULL THEN {} + coalesce({}, {}) END",
                       by.cell(table.column), by.number(table.base[k]), sql_text_column(j, k),
                       by.number(0));
  }
};

std::string SqlLines::said(std::size_t j, std::size_t k) const {
  const SheetLine& line = sheet_.lines[j];
  return std::visit(Expression{*this, line, j, k}, line.table);
}

std::string sql_text_column(std::size_t j, std::size_t k) {
  return fmt::format("tally_text_{}_{}", j, k);
}

}  // namespace tally
