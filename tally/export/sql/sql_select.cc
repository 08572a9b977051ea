// SPDX-License-Identifier: Apache-2.0
#include "tally/export.h"

#include <fmt/format.h>

#include <algorithm>

#include "tally/export/heard.h"
#include "tally/export/refusal.h"
#include "tally/export/sql/sql_lines.h"
#include "tally/export/sql/sql_terms.h"
#include "tally/export/sql/sql_texts.h"

namespace tally {

namespace {

class Writer {
 public:
  Writer(const Sheet& sheet, const SqlOptions& options)
      : sheet_(sheet),
        options_(options),
        classes_(sheet.classes.size()),
        lines_(sheet, options.dialect) {}

  std::string write(const SheetHead& head) {
    if (has_texts(sheet_) && options_.keys.empty()) {
      throw Error(ErrorKind::kUsage,
                  Remark{"the terms of texts find their rows by a key, and there is none",
                         {Remedy::in_words("name the column that has it")}});
    }
    std::string keys;
    for (const std::string& key : options_.keys) keys += sql_name(key) + ", ";

    std::string out = comment(head) + sql_terms_of_model(sheet_, options_.dialect);
    out += sql_texts_of_model(sheet_, options_.dialect) + "WITH ";
    out += sql_heard_terms(sheet_, options_.dialect, options_.terms);
    out += sql_heard_texts(sheet_, options_.dialect, options_.terms);
    std::string from = sql_name(options_.table);
    if (has_texts(sheet_)) {
      out +=
          fmt::format("tally_rows AS (\n  SELECT {}{}{}\n  FROM {}{}\n),\n", columns("tally_data."),
                      sql_heard_columns(sheet_), sql_told_by_texts(sheet_, options_.dialect),
                      sql_rows(sheet_, options_.table, options_.keys[0]),
                      sql_texts_joined(sheet_, options_.keys[0]));
      from = "tally_rows";
    }
    // What the laws of numbers and groups of counts say, which is held back and weighed one level higher.
    const std::vector<std::string> said = held_back();
    if (!said.empty()) {
      out += step("tally_said") + fmt::format("  SELECT {}{},\n    {}\n  FROM {}\n),\n",
                                              columns(""), sql_told_names(sheet_),
                                              fmt::join(said, ",\n    "), from);
      from = "tally_said";
    }
    out += step("tally_score") + fmt::format("  SELECT {}\n    {}\n  FROM {}\n),\n", keys,
                                             fmt::join(scores(), ",\n    "), from);
    out += step("tally_top") + fmt::format("  SELECT {}{}, {} AS tally_m\n  FROM tally_score\n),\n",
                                           keys, each("tally_z{}"), greatest(each_of("tally_z{}")));
    const bool is_strict = options_.dialect == SqlDialect::kPostgresql;  // see sql_square
    std::string part =
        is_strict ? "exp(greatest(tally_z{0} - tally_m, -700))" : "exp(tally_z{0} - tally_m)";
    if (sheet_.has_impossible) part = "CASE WHEN tally_z{0} > -1e308 THEN " + part + " ELSE 0 END";
    part += " AS tally_e{0}";
    out += step("tally_part") +
           fmt::format("  SELECT {}{}\n  FROM tally_top\n),\n", keys, each(part.c_str()));
    out += step("tally_sum") + fmt::format("  SELECT {}{}, {} AS tally_s\n  FROM tally_part\n),\n",
                                           keys, each("tally_e{}"), sql_sum(each_of("tally_e{}")));
    out += step("tally_p") + fmt::format("  SELECT {}\n    {}\n  FROM tally_sum\n)\n", keys,
                                         fmt::join(posteriors(), ",\n    "));
    out += fmt::format("SELECT {}{} AS prediction,\n  {}\nFROM tally_p;\n", keys, decision(),
                       fmt::join(named_posteriors(), ",\n  "));
    return out;
  }

 private:
  // The head of a step. SQLite and PostgreSQL would write each step into the next, and work out again and again what they name twice.
  std::string step(const std::string& name) const {
    const bool is_lazy = options_.dialect == SqlDialect::kDuckdb;
    return name + (is_lazy ? " AS (\n" : " AS MATERIALIZED (\n");
  }

  std::string comment(const SheetHead& head) const {
    std::string out = fmt::format(
        "-- Made by tally {}: P({} | row) for the rows of {}, rule {}.\n-- question: {}\n",
        in_a_line(head.version), in_a_line(sheet_.target), in_a_line(options_.table), sheet_.rule,
        in_a_line(head.question));
    for (const SheetCheck& check : head.checks) {
      out += "-- check:";
      for (const auto& [column, cell] : check.cells) {
        out += " " + in_a_line(sql_name(column)) + "=" + in_a_line(sql_text(cell));
      }
      out += " ->";
      for (const double p : check.posterior) out += " " + shortest(p);
      out += "\n";
    }
    return out;
  }

  // The keys and what the lines read: `*` would leave SQLite's rowid out.
  std::string columns(const std::string& of) const {
    std::vector<std::string> names = options_.keys;
    for (const Sheet::Input& input : sheet_.inputs) {
      if (std::find(names.begin(), names.end(), input.name) == names.end()) {
        names.push_back(input.name);
      }
    }
    for (std::string& name : names) name = fmt::format("{0}{1} AS {1}", of, sql_name(name));
    return fmt::format("{}", fmt::join(names, ", "));
  }

  std::vector<std::string> held_back() const {
    std::vector<std::string> out;
    for (std::size_t j = 0; j < sheet_.lines.size(); ++j) {
      if (!is_held_back(sheet_, sheet_.lines[j])) continue;
      for (std::size_t k = 0; k < classes_; ++k) {
        out.push_back(fmt::format("{} AS tally_{}_{}", lines_.said(j, k), j, k));
      }
    }
    constexpr std::size_t kMost = 1900;  // SQLite: 2000 columns; PostgreSQL: 1664
    const bool fits =
        out.size() <= 1500 || (out.size() <= kMost && options_.dialect != SqlDialect::kPostgresql);
    if (fits) return out;
    throw Error(
        ErrorKind::kUsage,
        fmt::format("the rule weighted has {} numbers of laws and classes on the way, and a "
                    "database takes no more than {} columns: ask naive, or leave columns out",
                    out.size(), kMost));
  }

  std::vector<std::string> scores() const {
    std::vector<std::string> out;
    for (std::size_t k = 0; k < classes_; ++k) {
      std::vector<std::string> parts{number(sheet_.start[k])};
      for (std::size_t j = 0; j < sheet_.lines.size(); ++j) {
        std::string part;
        if (is_held_back(sheet_, sheet_.lines[j])) {
          std::vector<std::string> all;
          for (std::size_t i = 0; i < classes_; ++i)
            all.push_back(fmt::format("tally_{}_{}", j, i));
          const std::string floor = greatest(all) + " - " + number(Sheet::kMostAgainst);
          part = fmt::format("{} * {}", number(sheet_.lines[j].weight), greatest({all[k], floor}));
          // What is impossible in every class says nothing.
          if (sheet_.has_impossible) {
            part = fmt::format("CASE WHEN {} > -1e308 THEN {} END", greatest(all), part);
          }
        } else {
          part = lines_.said(j, k);
        }
        parts.push_back("coalesce(" + part + ", " + number(0) + ")");
      }
      if (sheet_.texts) parts.push_back(sql_texts_said(sheet_, options_.dialect, k));
      out.push_back(fmt::format("{} AS tally_z{}", sql_sum(parts), k));
    }
    return out;
  }

  std::vector<std::string> posteriors() const {
    std::vector<std::string> out;
    for (std::size_t k = 0; k < classes_; ++k) {
      std::string p = fmt::format("tally_e{} / tally_s", k);
      if (sheet_.has_impossible) p = "CASE WHEN tally_s > 0 THEN " + p + " ELSE 0 END";
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
    if (sheet_.has_impossible) out += " WHEN " + top + " = 0 THEN NULL";
    for (std::size_t k = 0; k + 1 < classes_; ++k) {
      out += fmt::format(" WHEN tally_p{} = {} THEN {}", k, top,
                         sql_text(sheet_.classes[k].to_string()));
    }
    const std::string last = sql_text(sheet_.classes.back().to_string());
    return classes_ == 1 && !sheet_.has_impossible ? last : out + " ELSE " + last + " END";
  }
  std::vector<std::string> named_posteriors() const {
    std::vector<std::string> out;
    for (std::size_t k = 0; k < classes_; ++k) {
      out.push_back(
          fmt::format("tally_p{} AS {}", k, sql_name("p(" + sheet_.classes[k].to_string() + ")")));
    }
    return out;
  }

  std::string number(double value) const { return sql_number(options_.dialect, value); }
  std::string greatest(const std::vector<std::string>& of) const {
    return sql_greatest(options_.dialect, of);
  }
  std::vector<std::string> each_of(const char* form) const {
    std::vector<std::string> out;
    for (std::size_t k = 0; k < classes_; ++k) out.push_back(fmt::format(fmt::runtime(form), k));
    return out;
  }
  std::string each(const char* form) const {
    return fmt::format("{}", fmt::join(each_of(form), ", "));
  }

  const Sheet& sheet_;
  const SqlOptions& options_;
  std::size_t classes_;
  SqlLines lines_;
};

}  // namespace

std::string to_sql(const Sheet& sheet, const SheetHead& head, const SqlOptions& options) {
  refuse_together(sheet, "SQL");
  return Writer(sheet, options).write(head);
}

}  // namespace tally
