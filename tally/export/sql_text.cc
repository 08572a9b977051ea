// SPDX-License-Identifier: Apache-2.0
#include "tally/export/sql_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tally/base/error.h"
#include "tally/estimate/weighted_rule.h"

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

std::string name(std::string_view text) { return quoted(text, '"'); }
std::string text(std::string_view value) { return quoted(value, '\''); }

// A comment must end where its line ends.
std::string in_a_line(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '\n' || c == '\r' || c == '\0' ? ' ' : c;
  return out;
}

class Writer {
 public:
  Writer(const Sheet& sheet, const SqlOptions& options)
      : sheet_(sheet), options_(options), classes_(sheet.classes.size()) {}

  std::string write(const SheetHead& head) {
    std::string out = comment(head);
    std::string keys;
    for (const std::string& key : options_.keys) keys += name(key) + ", ";

    // What the laws of numbers and groups of counts say, which is held back and weighed one level higher.
    std::vector<std::string> said;
    for (std::size_t j = 0; j < sheet_.lines.size(); ++j) {
      for (std::size_t k = 0; k < classes_; ++k) {
        if (is_held_back(j)) said.push_back(fmt::format("{} AS tally_{}_{}", line(j, k), j, k));
      }
    }
    require_room(said.size());
    std::string from = name(options_.table);
    out += "WITH ";
    if (!said.empty()) {
      out += fmt::format("tally_said AS (\n  SELECT *,\n    {}\n  FROM {}\n),\n",
                         fmt::join(said, ",\n    "), from);
      from = "tally_said";
    }
    out += fmt::format("tally_score AS (\n  SELECT {}\n    {}\n  FROM {}\n),\n", keys,
                       fmt::join(scores(), ",\n    "), from);
    out += fmt::format("tally_top AS (\n  SELECT {}{}, {} AS tally_m\n  FROM tally_score\n),\n",
                       keys, each("tally_z{}"), greatest(each_of("tally_z{}")));
    out +=
        fmt::format("tally_part AS (\n  SELECT {}{}\n  FROM tally_top\n),\n", keys,
                    each(is_postgresql() ? "exp(greatest(tally_z{0} - tally_m, -700)) AS tally_e{0}"
                                         : "exp(tally_z{0} - tally_m) AS tally_e{0}"));
    out += fmt::format("tally_sum AS (\n  SELECT {}{}, {} AS tally_s\n  FROM tally_part\n),\n",
                       keys, each("tally_e{}"), sum(each_of("tally_e{}")));
    out += fmt::format("tally_p AS (\n  SELECT {}\n    {}\n  FROM tally_sum\n)\n", keys,
                       fmt::join(posteriors(), ",\n    "));
    out += fmt::format("SELECT {}{} AS prediction,\n  {}\nFROM tally_p;\n", keys, decision(),
                       fmt::join(named_posteriors(), ",\n  "));
    return out;
  }

 private:
  // Of tables that is done when they are written.
  bool is_held_back(std::size_t j) const {
    const SheetTable& table = sheet_.lines[j].table;
    return sheet_.is_weighted() && !std::holds_alternative<SheetValues>(table) &&
           !std::holds_alternative<SheetBins>(table);
  }

  void require_room(std::size_t numbers) const {
    constexpr std::size_t kMost = 1900;  // SQLite: 2000 columns; PostgreSQL: 1664
    if (numbers <= kMost && (numbers <= 1500 || options_.dialect != SqlDialect::kPostgresql))
      return;
    throw Error(
        ErrorKind::kUsage,
        fmt::format("the rule weighted has {} numbers of laws and classes on the way, and a "
                    "database takes no more than {} columns: ask naive, or leave columns out",
                    numbers, kMost));
  }

  std::string comment(const SheetHead& head) const {
    std::string out = fmt::format(
        "-- Made by tally {}: P({} | row) for the rows of {}, rule {}.\n-- question: {}\n",
        in_a_line(head.version), in_a_line(sheet_.target), in_a_line(options_.table), sheet_.rule,
        in_a_line(head.question));
    for (const SheetCheck& check : head.checks) {
      out += "-- check:";
      for (const auto& [column, cell] : check.cells) {
        out += " " + in_a_line(name(column)) + "=" + in_a_line(text(cell));
      }
      out += " ->";
      for (const double p : check.posterior) out += " " + shortest(p);
      out += "\n";
    }
    return out;
  }

  std::string number(double value) const {
    std::string out = shortest(value);
    if (options_.dialect == SqlDialect::kPostgresql) return "'" + out + "'::float8";
    if (out.find('e') == std::string::npos) out += "e0";  // a decimal otherwise
    return value < 0 ? "(" + out + ")" : out;
  }

  // PostgreSQL refuses a row where a number would come to nothing, or to infinity.
  bool is_postgresql() const { return options_.dialect == SqlDialect::kPostgresql; }
  std::string square(const std::string& of) const {
    if (!is_postgresql()) return of + " * " + of;
    // Its `least` passes over what is missing.
    return fmt::format(
        "CASE WHEN {0} IS NOT NULL THEN power(least(abs({0}), 1e150) + 1e-150, 2) END", of);
  }
  bool is_sqlite() const { return options_.dialect == SqlDialect::kSqlite; }
  ValueType type_of(const std::string& column) const {
    return std::find_if(sheet_.inputs.begin(), sheet_.inputs.end(),
                        [&](const Sheet::Input& input) { return input.name == column; })
        ->type;
  }

  // The cell, NULL where a text means that.
  std::string cell(const std::string& column) const {
    std::string out = name(column);
    if (!is_sqlite() && type_of(column) != ValueType::kText) return out;
    out = "nullif(" + out + ", '')";
    for (const std::string& mark : sheet_.missing) out = "nullif(" + out + ", " + text(mark) + ")";
    return out;
  }
  std::string x(const std::string& column) const {
    switch (options_.dialect) {
      case SqlDialect::kSqlite:
        return "cast(" + cell(column) + " AS real)";
      case SqlDialect::kDuckdb:
        return "cast(" + cell(column) + " AS double)";
      case SqlDialect::kPostgresql:
        break;
    }
    return "cast(" + cell(column) + " AS float8)";
  }
  std::string is(const std::string& column, const Label& value) const {
    switch (value.type()) {
      case ValueType::kBoolean:
        if (!is_sqlite()) return cell(column) + " = " + value.to_string();
        return fmt::format("lower({}) IN ('{}', '{}')", cell(column), value.to_string(),
                           value == Label::of(true) ? 1 : 0);
      case ValueType::kText:
        return cell(column) + " = " + text(value.to_string());
      case ValueType::kNumber:
      case ValueType::kTime:
      case ValueType::kDuration:
        break;
    }
    return x(column) + " = " + value.to_string();
  }

  // Rows of a table as they are heard: under weighted tempered and weighed.
  std::vector<double> heard(const SheetLine& line, const std::vector<double>& says) const {
    std::vector<double> out = says;
    if (!sheet_.is_weighted()) return out;
    for (std::size_t at = 0; at < out.size(); at += classes_) {
      const std::span<double> one = std::span(out).subspan(at, classes_);
      temper(one);
      for (double& said : one) said *= line.weight;
    }
    return out;
  }

  // What line j says about class k, NULL where a cell is missing.
  std::string line(std::size_t j, std::size_t k) const {
    return std::visit([&](const auto& table) { return said(sheet_.lines[j], table, k); },
                      sheet_.lines[j].table);
  }

  std::string said(const SheetLine& line, const SheetValues& table, std::size_t k) const {
    const std::vector<double> says = heard(line, table.says), unseen = heard(line, table.unseen);
    std::string out = "CASE WHEN " + cell(table.column) + " IS NULL THEN NULL";
    for (std::size_t v = 0; v < table.values.size(); ++v) {
      out += fmt::format(" WHEN {} THEN {}", is(table.column, table.values[v]),
                         number(says[v * classes_ + k]));
    }
    return out + " ELSE " + number(unseen[k]) + " END";
  }
  std::string said(const SheetLine& line, const SheetBins& table, std::size_t k) const {
    const std::vector<double> says = heard(line, table.says);
    const std::string number_of = table.origin == 0
                                      ? x(table.column)
                                      : "(" + x(table.column) + " - " + number(table.origin) + ")";
    std::string out = "CASE WHEN " + number_of + " IS NULL THEN NULL";
    for (std::size_t b = 0; b < table.cuts.size(); ++b) {
      out += fmt::format(" WHEN {} <= {} THEN {}", number_of, number(table.cuts[b]),
                         number(says[b * classes_ + k]));
    }
    return out + " ELSE " + number(says[table.cuts.size() * classes_ + k]) + " END";
  }
  std::string said(const SheetLine&, const SheetCounts& table, std::size_t k) const {
    std::vector<std::string> parts;
    for (std::size_t t = 0; t < table.columns.size(); ++t) {
      parts.push_back(fmt::format("coalesce({}, {}) * {}", x(table.columns[t]), number(0),
                                  number(table.says[t * classes_ + k])));
    }
    return sum(parts);
  }
  std::string said(const SheetLine&, const SheetNormal& table, std::size_t k) const {
    const std::string away = fmt::format("(({} - {}) / {})", x(table.column), number(table.mean[k]),
                                         number(table.deviation[k]));
    return fmt::format("({} - {} * {})", number(-std::log(table.deviation[k])), number(0.5),
                       square(away));
  }
  std::string said(const SheetLine&, const SheetStudent& table, std::size_t k) const {
    const std::string away = fmt::format("(({} - {}) / {})", x(table.column),
                                         number(table.location[k]), number(table.scale[k]));
    return fmt::format("({} - {} * ln({} + {} / {}))", number(table.constant[k]),
                       number((table.degrees[k] + 1) / 2), number(1), square(away),
                       number(table.degrees[k]));
  }
  std::string said(const SheetLine&, const SheetRate& table, std::size_t k) const {
    const std::string e = table.exposure.empty() ? number(1) : x(table.exposure);
    return fmt::format("({} * {} - {} * {})", x(table.column), number(std::log(table.rate[k])),
                       number(table.rate[k]), e);
  }

  std::vector<std::string> scores() const {
    std::vector<std::string> out;
    for (std::size_t k = 0; k < classes_; ++k) {
      std::vector<std::string> parts{number(sheet_.start[k])};
      for (std::size_t j = 0; j < sheet_.lines.size(); ++j) {
        std::string part = line(j, k);
        if (is_held_back(j)) {
          std::vector<std::string> all;
          for (std::size_t i = 0; i < classes_; ++i)
            all.push_back(fmt::format("tally_{}_{}", j, i));
          const std::string floor = greatest(all) + " - " + number(Sheet::kMostAgainst);
          part = fmt::format("{} * {}", number(sheet_.lines[j].weight), greatest({all[k], floor}));
        }
        parts.push_back("coalesce(" + part + ", " + number(0) + ")");
      }
      out.push_back(fmt::format("{} AS tally_z{}", sum(parts), k));
    }
    return out;
  }

  std::vector<std::string> posteriors() const {
    std::vector<std::string> out;
    for (std::size_t k = 0; k < classes_; ++k) {
      std::string p = fmt::format("tally_e{} / tally_s", k);
      if (sheet_.rows > 0) {
        p = fmt::format("({} + {}) / {}", p, number(sheet_.shares[k] / sheet_.rows),
                        number(1 + 1 / sheet_.rows));
      }
      out.push_back(fmt::format("{} AS tally_p{}", p, k));
    }
    return out;
  }

  std::string decision() const {
    const std::string top = greatest(each_of("tally_p{}"));
    std::string out = "CASE";
    for (std::size_t k = 0; k + 1 < classes_; ++k) {
      out +=
          fmt::format(" WHEN tally_p{} = {} THEN {}", k, top, text(sheet_.classes[k].to_string()));
    }
    const std::string last = text(sheet_.classes.back().to_string());
    return classes_ == 1 ? last : out + " ELSE " + last + " END";
  }
  std::vector<std::string> named_posteriors() const {
    std::vector<std::string> out;
    for (std::size_t k = 0; k < classes_; ++k) {
      out.push_back(
          fmt::format("tally_p{} AS {}", k, name("p(" + sheet_.classes[k].to_string() + ")")));
    }
    return out;
  }

  std::vector<std::string> each_of(const char* form) const {
    std::vector<std::string> out;
    for (std::size_t k = 0; k < classes_; ++k) out.push_back(fmt::format(fmt::runtime(form), k));
    return out;
  }
  std::string each(const char* form) const {
    return fmt::format("{}", fmt::join(each_of(form), ", "));
  }
  std::string greatest(const std::vector<std::string>& of) const {
    if (of.size() == 1) return of[0];
    return fmt::format("{}({})", is_sqlite() ? "max" : "greatest", fmt::join(of, ", "));
  }
  // In parentheses by fifties: SQLite takes no deeper expression than a thousand.
  static std::string sum(const std::vector<std::string>& parts) {
    constexpr std::size_t kTogether = 50;
    if (parts.size() <= kTogether) return fmt::format("({})", fmt::join(parts, " + "));
    std::vector<std::string> sums;
    for (std::size_t at = 0; at < parts.size(); at += kTogether) {
      const auto end = std::min(parts.size(), at + kTogether);
      sums.push_back(sum({parts.begin() + static_cast<std::ptrdiff_t>(at),
                          parts.begin() + static_cast<std::ptrdiff_t>(end)}));
    }
    return sum(sums);
  }

  const Sheet& sheet_;
  const SqlOptions& options_;
  std::size_t classes_;
};

}  // namespace

std::optional<SqlDialect> parse_sql_dialect(std::string_view text) {
  if (text == "sqlite") return SqlDialect::kSqlite;
  if (text == "duckdb") return SqlDialect::kDuckdb;
  if (text == "postgresql") return SqlDialect::kPostgresql;
  return std::nullopt;
}

std::string to_sql(const Sheet& sheet, const SheetHead& head, const SqlOptions& options) {
  return Writer(sheet, options).write(head);
}

}  // namespace tally
