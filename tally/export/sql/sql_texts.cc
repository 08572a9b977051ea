// SPDX-License-Identifier: Apache-2.0
#include "tally/export/sql/sql_texts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tally/export/sheet_texts.h"
#include "tally/export/sql/sql_terms.h"

namespace tally {

namespace {

constexpr std::size_t kLeanings = TextShape::kLeanings;

class TextsInSql {
 public:
  TextsInSql(const Sheet& sheet, SqlDialect dialect)
      : texts_(*sheet.texts),
        rule_(texts_.tables->rule),
        told_(rule_.shape.told()),
        dialect_(dialect) {}

  std::string tables() const {
    const char* const type = sql_number_type(dialect_);
    SqlTable terms(
        dialect_, "tally_terms",
        "zone integer NOT NULL, term text NOT NULL, line integer NOT NULL, twice integer NOT NULL, "
        "place integer NOT NULL, PRIMARY KEY (zone, term)");
    SqlTable leanings(
        dialect_, "tally_leanings",
        fmt::format("zone integer NOT NULL, line integer NOT NULL, told integer NOT NULL, "
                    "said_0 {0} NOT NULL, said_1 {0} NOT NULL, said_2 {0} NOT NULL, "
                    "PRIMARY KEY (zone, line, told)",
                    type));
    SqlTable corrections(
        dialect_, "tally_corrections",
        fmt::format("zone integer NOT NULL, place integer NOT NULL, told integer NOT NULL, "
                    "says {} NOT NULL, PRIMARY KEY (zone, place, told)",
                    type));
    for (std::size_t z = 0; z < texts_.zones.size(); ++z) {
      const TextZoneTable& table = texts_.tables->zones[z];
      for (const SheetTexts::Term& term : texts_.zones[z].terms) {
        terms.row(fmt::format("{}, {}, {}, {}, {}", z, sql_text(term.term), term.line,
                              table.is_twice[term.line], term.corrected));
      }
      for (std::size_t at = 0; at < table.is_twice.size() * told_; ++at) {
        const std::size_t line = at / told_, i = at % told_;
        std::string row = fmt::format("{}, {}, {}", z, line, i);
        for (std::size_t m = 0; m < kLeanings; ++m)
          row += ", " + number(table.leanings[(line * kLeanings + m) * told_ + i]);
        leanings.row(row);
      }
      for (std::size_t at = 0; at < table.corrections.size(); ++at) {
        corrections.row(fmt::format("{}, {}, {}, {}", z, at / told_, at % told_,
                                    number(double{table.corrections[at]})));
      }
    }
    return terms.finish() + leanings.finish() + corrections.finish();
  }

  std::string heard(const std::string& terms) const {
    const std::string_view step = dialect_ == SqlDialect::kDuckdb ? "AS (" : "AS MATERIALIZED (";
    const std::string from = sql_session(dialect_);
    std::vector<std::string> columns, zones, sums, says;
    for (std::size_t z = 0; z < texts_.zones.size(); ++z) {
      columns.push_back(sql_text(texts_.tables->zones[z].column));
      zones.push_back(fmt::format("WHEN {} THEN {}", columns.back(), z));
      for (const auto& [name, is_known] :
           {std::pair("n", "IS NOT NULL"), std::pair("u", "IS NULL")}) {
        sums.push_back(fmt::format(
            "sum(CASE WHEN tally_zone = {} AND line {} THEN {} ELSE {} END) AS tally_{}{}", z,
            is_known, number(1), number(0), name, z));
      }
      says.push_back(fmt::format("WHEN {} THEN {}", z, zone_says(z)));
    }
    std::vector<std::string> of_line;
    for (std::size_t m = 0; m < kLeanings; ++m)
      of_line.push_back(fmt::format("sum(leaning.said_{0}) AS tally_d{0}", m));
    for (std::size_t t = 0; t < TextShape::kStrong.size(); ++t) {
      const std::string strong =
          "CASE WHEN abs(leaning.said_1) >= " + number(TextShape::kStrong[t]);
      of_line.push_back(fmt::format("sum({} THEN leaning.said_1 ELSE {} END) AS tally_s{}", strong,
                                    number(0), t));
      of_line.push_back(
          fmt::format("sum({} THEN {} ELSE {} END) AS tally_c{}", strong, number(1), number(0), t));
    }
    std::vector<std::string> told;
    for (std::size_t i = 0; i < told_; ++i) {
      for (const char* const what : {"says", "corrects"}) {
        told.push_back(fmt::format(
            "sum(CASE WHEN tally_told = {0} THEN tally_{1} ELSE {2} END) AS tally_{1}_{0}", i, what,
            number(0)));
      }
    }
    std::string out = fmt::format(
        "tally_term {step}\n  SELECT said.\"row\" AS tally_row, CASE said.\"column\" {zones} END "
        "AS tally_zone, "
        "model.line, model.twice, model.place\n  FROM {terms} AS said LEFT JOIN {from}.tally_terms "
        "AS model\n"
        "    ON model.zone = CASE said.\"column\" {zones} END AND model.term = said.term\n"
        "  WHERE said.\"column\" IN ({columns})\n),\n"
        "tally_seen {step}\n  SELECT tally_row, {sums}, sum(coalesce(twice, 0)) AS tally_twice\n"
        "  FROM tally_term GROUP BY tally_row\n),\n",
        fmt::arg("step", step), fmt::arg("zones", fmt::join(zones, " ")),
        fmt::arg("terms", sql_name(terms)), fmt::arg("from", from),
        fmt::arg("columns", fmt::join(columns, ", ")), fmt::arg("sums", fmt::join(sums, ", ")));
    out += fmt::format(
        "tally_leaned {step}\n  SELECT term.tally_row, term.tally_zone, leaning.told AS "
        "tally_told, "
        "count(*) + {none} AS tally_n,\n    {of_line},\n    sum(coalesce(correction.says, {none})) "
        "AS tally_corrects\n"
        "  FROM tally_term AS term JOIN {from}.tally_leanings AS leaning\n"
        "    ON leaning.zone = term.tally_zone AND leaning.line = term.line\n"
        "    LEFT JOIN {from}.tally_corrections AS correction ON correction.zone = "
        "term.tally_zone\n"
        "    AND correction.place = term.place AND correction.told = leaning.told\n"
        "  GROUP BY term.tally_row, term.tally_zone, leaning.told\n),\n"
        "tally_zone_says {step}\n  SELECT tally_row, tally_told, tally_corrects, CASE tally_zone "
        "{says} END AS tally_says\n"
        "  FROM tally_leaned\n),\n"
        "tally_said_by_texts {step}\n  SELECT tally_row,\n    {told}\n  FROM tally_zone_says GROUP "
        "BY tally_row\n),\n",
        fmt::arg("step", step), fmt::arg("none", number(0)),
        fmt::arg("of_line", fmt::join(of_line, ",\n    ")), fmt::arg("from", from),
        fmt::arg("says", fmt::join(says, "\n    ")), fmt::arg("told", fmt::join(told, ",\n    ")));
    return out;
  }

  std::string told_columns() const {
    std::vector<std::string> lengths, unseen;
    for (std::size_t z = 0; z < texts_.zones.size(); ++z) {
      if (rule_.shape.zones[z].is_pairs) continue;
      const std::string n = seen(fmt::format("tally_n{}", z)),
                        u = seen(fmt::format("tally_u{}", z));
      lengths.push_back(fmt::format("ln({} + {}) - {}", n, number(1), number(4)));
      unseen.push_back(
          fmt::format("{0} * {1} / ({2} + {1} + {3}) - {3}", number(10), u, n, number(1)));
    }
    const std::string columns = number(static_cast<double>(lengths.size()));
    const std::string twice = seen("tally_twice");
    std::string out;
    for (std::size_t i = 0; i < told_; ++i) {
      const double* const weights = rule_.of_class.data() + i * TextShape::kOfClass;
      out += fmt::format(
          ",\n    {} * ({} * ({} + {} + {} * {} / {} + {} * {} / {}) + {} * {} / sqrt(CASE WHEN {} "
          "> 1 THEN {} ELSE {} END)) "
          "AS tally_told_{}",
          number(rule_.weight), number(rule_.trust_leanings), said(fmt::format("tally_says_{}", i)),
          number(weights[0]), number(weights[1]), sql_sum(lengths), columns, number(weights[2]),
          sql_sum(unseen), columns, number(rule_.trust_corrections),
          said(fmt::format("tally_corrects_{}", i)), twice, twice, number(1), i);
    }
    return out;
  }

  std::string said_of(std::size_t k) const {
    if (rule_.shape.classes != 2) return fmt::format("tally_told_{}", k);
    return fmt::format("{} * tally_told_0", number(k == 0 ? -0.5 : 0.5));
  }

 private:
  std::string number(double value) const { return sql_number(dialect_, value); }
  std::string seen(const std::string& column) const {
    return fmt::format("coalesce(tally_seen.{}, {})", column, number(0));
  }
  std::string said(const std::string& column) const {
    return fmt::format("coalesce(tally_said_by_texts.{}, {})", column, number(0));
  }

  // Three norms of a sum, by their weights.
  std::string norms(const std::string& sum, const double* weights) const {
    return fmt::format("{0} * ({1} + {2} / sqrt(tally_n + {4}) + {3} / (tally_n + {4}))", sum,
                       number(weights[0] / 10), number(weights[1]), number(weights[2] * 10),
                       number(1));
  }
  std::string zone_says(std::size_t z) const {
    const double* const weights = rule_.shared.data() + z * TextShape::kOfZone;
    std::vector<std::string> parts;
    for (std::size_t m = 0; m < kLeanings; ++m)
      parts.push_back(norms(fmt::format("tally_d{}", m), weights + 3 * m));
    std::string lengths = "CASE tally_told";
    for (std::size_t i = 0; i < told_; ++i)
      lengths += fmt::format(" WHEN {} THEN {}", i, number(texts_.tables->zones[z].lengths[i]));
    parts.push_back(norms("tally_n * " + lengths + " END", weights + 3 * kLeanings));
    for (std::size_t t = 0; t < TextShape::kStrong.size(); ++t) {
      parts.push_back(fmt::format("{0} * tally_s{1} / (tally_c{1} + {2})",
                                  number(weights[3 * kLeanings + 3 + t]), t, number(1)));
    }
    return sql_sum(parts);
  }

  const SheetTexts& texts_;
  const TextRule& rule_;
  std::size_t told_;
  SqlDialect dialect_;
};

}  // namespace

std::string sql_texts_of_model(const Sheet& sheet, SqlDialect dialect) {
  return sheet.texts ? TextsInSql(sheet, dialect).tables() : "";
}

std::string sql_heard_texts(const Sheet& sheet, SqlDialect dialect, const std::string& terms) {
  return sheet.texts ? TextsInSql(sheet, dialect).heard(terms) : "";
}

std::string sql_texts_joined(const Sheet& sheet, const std::string& key) {
  if (!sheet.texts) return "";
  std::string out;
  for (const char* const table : {"tally_seen", "tally_said_by_texts"})
    out +=
        fmt::format("\n    LEFT JOIN {0} ON {0}.tally_row = tally_data.{1}", table, sql_name(key));
  return out;
}

std::string sql_told_by_texts(const Sheet& sheet, SqlDialect dialect) {
  return sheet.texts ? TextsInSql(sheet, dialect).told_columns() : "";
}

std::string sql_told_names(const Sheet& sheet) {
  std::string out;
  for (std::size_t i = 0; sheet.texts && i < sheet.texts->shape().told(); ++i)
    out += fmt::format(", tally_told_{}", i);
  return out;
}

std::string sql_texts_said(const Sheet& sheet, SqlDialect dialect, std::size_t k) {
  return TextsInSql(sheet, dialect).said_of(k);
}

}  // namespace tally
