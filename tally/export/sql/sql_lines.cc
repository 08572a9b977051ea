// SPDX-License-Identifier: Apache-2.0
#include "tally/export/sql/sql_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tally/export/heard.h"
#include "tally/export/log_rising.h"

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

// x log p, where an impossible p says nothing of a count that is 0.
std::string SqlLines::times(const std::string& x, double log_p) const {
  if (std::isfinite(log_p)) return x + " * " + number(log_p);
  return fmt::format("CASE WHEN {0} > {1} THEN {2} WHEN {0} IS NOT NULL THEN {1} END", x, number(0),
                     number(log_p));
}

// log_rising.h; no database has log1p, so near 1 its series stands in for the logarithm.
std::string SqlLines::rising(double a, const std::string& x) const {
  const LogRising of(a);
  const std::string y = fmt::format("({} + {})", number(of.from), x);
  const std::string t = fmt::format("({} / {})", x, number(of.from));
  std::string series = number(1.0 / 7);
  for (int i = 6; i > 0; --i) series = fmt::format("({} - {} * {})", number(1.0 / i), t, series);
  std::string tail = number(LogRising::kTail.back());
  for (std::size_t i = LogRising::kTail.size() - 1; i-- > 0;) {
    tail = fmt::format("({} + {} / {} / {})", number(LogRising::kTail[i]), tail, y, y);
  }
  std::string out = fmt::format(
      "{constant} + {x} * (ln({y}) - {one}) + {half} * CASE WHEN {t} < {small} THEN {t} * {series} "
      "ELSE "
      "ln({one} + {t}) END + {tail} / {y}",
      fmt::arg("constant", number(of.constant)), fmt::arg("x", x), fmt::arg("y", y),
      fmt::arg("one", number(1)), fmt::arg("half", number(of.from - 0.5)), fmt::arg("t", t),
      fmt::arg("small", number(1e-3)), fmt::arg("series", series), fmt::arg("tail", tail));
  for (int i = 0; of.is_raised && i < LogRising::kRaised; ++i) {
    out += fmt::format(" - ln({} + {})", number(of.a + i), x);
  }
  return "(" + out + ")";
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
      const std::string x = fmt::format("coalesce({}, {})", by.x(table.columns[t]), by.number(0));
      parts.push_back(by.times(x, table.says[t * classes() + k]));
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
    return fmt::format("({} - {} * {})", by.times(by.x(table.column), std::log(table.rate[k])),
                       by.number(table.rate[k]), e);
  }
  std::string operator()(const SheetSpread& table) const {
    const std::string x = by.x(table.column);
    if (table.a[k] == 0) {
      return fmt::format("({} - {})", by.times(x, std::log(table.rate[k])),
                         by.number(table.rate[k]));
    }
    const double a = table.a[k], b = table.b[k];
    const std::string rising = by.rising(a, x);
    if (table.exposure.empty()) {
      return fmt::format("({} - {} - {} * {})", rising, by.number(a * std::log1p(1 / b)), x,
                         by.number(std::log(b + 1)));
    }
    const std::string e = by.x(table.exposure);
    return fmt::format("({0} - {1} * ln({2} + {3} / {4}) - {5} * ln({4} + {3}))", rising,
                       by.number(a), by.number(1), e, by.number(b), x);
  }
  std::string operator()(const SheetPolya& table) const {
    std::vector<std::string> parts, counts;
    for (std::size_t t = 0; t < table.columns.size(); ++t) {
      counts.push_back(fmt::format("coalesce({}, {})", by.x(table.columns[t]), by.number(0)));
      parts.push_back(by.rising(table.a[t * classes() + k], counts.back()));
    }
    return fmt::format("({} - {})", sql_sum(parts), by.rising(table.sum[k], sql_sum(counts)));
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
