// SPDX-License-Identifier: Apache-2.0
#include "tally/export/c/c_texts.h"

#include <fmt/format.h>

#include <set>

#include "tally/export/c/c_words.h"

namespace tally {

namespace {

std::string zone_said(const SheetTexts& texts, std::size_t z, const std::string& name,
                      CLines& lines) {
  const TextZoneTable& table = texts.tables->zones[z];
  std::vector<std::string> terms;
  std::vector<std::int64_t> line_of, place_of, twice(table.is_twice.begin(), table.is_twice.end());
  for (const SheetTexts::Term& term : texts.zones[z].terms) {
    terms.emplace_back(term.term);
    line_of.push_back(static_cast<std::int64_t>(term.line));
    place_of.push_back(term.corrected);
  }
  if (terms.empty()) terms.emplace_back();  // C has no array without items
  if (line_of.empty()) line_of.push_back(0), place_of.push_back(-1);
  const auto at_least_one = [](std::vector<double> all) {
    if (all.empty()) all.push_back(0);
    return all;
  };
  if (twice.empty()) twice.push_back(0);
  const double* const weights = texts.tables->rule.shared.data() + z * TextShape::kOfZone;
  return fmt::format(
      "  {{ /* {comment} */\n    static const struct {name}_zone zone = {{{terms}, {count}, "
      "{lines}, {places}, "
      "{twice}, {leanings}, {corrections}, {lengths}, {weights}}};\n"
      "    {name}_hear_zone(&zone, &{field}, {is_pairs}, &heard);\n  }}\n",
      fmt::arg("comment", c_comment(table.column)), fmt::arg("name", name),
      fmt::arg("terms", lines.texts_table(terms)), fmt::arg("count", texts.zones[z].terms.size()),
      fmt::arg("lines", lines.integers_table(line_of)),
      fmt::arg("places", lines.integers_table(place_of)),
      fmt::arg("twice", lines.integers_table(twice)),
      fmt::arg("leanings", lines.table(at_least_one(table.leanings))),
      fmt::arg("corrections",
               lines.table(at_least_one({table.corrections.begin(), table.corrections.end()}))),
      fmt::arg("lengths", lines.table(table.lengths)),
      fmt::arg("weights", lines.table({weights, weights + TextShape::kOfZone})),
      fmt::arg("field", lines.field(table.column)),
      fmt::arg("is_pairs", texts.shape().zones[z].is_pairs ? 1 : 0));
}

}  // namespace

std::vector<std::string> columns_of_terms(const Sheet& sheet) {
  std::set<std::string> out;
  for (const SheetLine& line : sheet.lines) {
    if (const auto* const text = std::get_if<SheetTerms>(&line.table)) out.insert(text->column);
  }
  if (sheet.texts) {
    for (const TextZone& zone : sheet.texts->shape().zones) out.insert(zone.column);
  }
  return {out.begin(), out.end()};
}

std::string c_struct_of_terms(const Sheet& sheet, const std::string& name) {
  if (columns_of_terms(sheet).empty()) return "";
  return fmt::format(
      "/* The terms of a text, each once (UTF-8), and how often each of them comes; without "
      "`times` each comes once.\n"
      "   A text that is missing has no `term`: NULL. */\n"
      "struct {}_terms {{\n  const char *const *term;\n  const double *times;\n  size_t "
      "count;\n}};\n",
      name);
}

std::string c_helpers_of_texts(const Sheet& sheet, const std::string& name) {
  if (columns_of_terms(sheet).empty()) return "";
  std::string out = fmt::format(
      R"(static inline void {0}_terms_say(const struct {0}_terms *text, const char *const *terms, size_t count,
                                     const double *says, const double *base, int once, double *said) {{
  size_t t;
  int k;
  {0}_say(text->term == NULL ? NULL : base, said);
  for (t = 0; text->term != NULL && t < text->count; ++t) {{
    const double times = text->times == NULL || (once && text->times[t] > 0) ? 1.0 : text->times[t];
    const double *const one = {0}_text(text->term[t], terms, count, says, NULL);
    for (k = 0; one != NULL && times > 0 && k < {0}_CLASSES; ++k) said[k] += times * one[k];
  }}
}}
)",
      name);
  if (!sheet.texts) return out;
  return out + fmt::format(
                   R"(enum {{ {0}_TOLD = {1} }};
struct {0}_zone {{
  const char *const *terms;
  size_t count;
  const int *lines, *places, *twice;
  const double *leanings, *corrections, *lengths, *weights;
}};
struct {0}_heard {{
  double says[{0}_TOLD], corrects[{0}_TOLD], twice, columns, length, unseen;
}};
static inline double {0}_norms(double sum, double n, const double *weights) {{
  return sum * (weights[0] / 10.0 + weights[1] / sqrt(n + 1.0) + weights[2] * 10.0 / (n + 1.0));
}}
static inline void {0}_hear_zone(const struct {0}_zone *zone, const struct {0}_terms *text, int are_pairs,
                                 struct {0}_heard *heard) {{
  double leans[3 * {0}_TOLD] = {{0.0}}, strong[3 * {0}_TOLD] = {{0.0}}, times[3 * {0}_TOLD] = {{0.0}};
  double n = 0.0, u = 0.0;
  size_t t;
  int i, m;
  for (t = 0; text->term != NULL && t < text->count; ++t) {{
    const double *d;
    const long place = {0}_place(text->term[t], zone->terms, zone->count);
    if (text->times != NULL && !(text->times[t] > 0)) continue;
    if (place < 0) {{
      u += 1.0;
      continue;
    }}
    n += 1.0;
    d = zone->leanings + (size_t)zone->lines[place] * 3 * {0}_TOLD;
    for (i = 0; i < 3 * {0}_TOLD; ++i) leans[i] += d[i];
    for (m = 0; m < 3; ++m) {{
      for (i = 0; i < {0}_TOLD; ++i) {{
        if (fabs(d[{0}_TOLD + i]) < m + 1.0) continue;
        strong[m * {0}_TOLD + i] += d[{0}_TOLD + i];
        times[m * {0}_TOLD + i] += 1.0;
      }}
    }}
    heard->twice += zone->twice[zone->lines[place]];
    if (zone->places[place] < 0) continue;
    for (i = 0; i < {0}_TOLD; ++i) heard->corrects[i] += zone->corrections[zone->places[place] * {0}_TOLD + i];
  }}
  for (i = 0; i < {0}_TOLD; ++i) {{
    for (m = 0; m < 3; ++m) {{
      heard->says[i] += {0}_norms(leans[m * {0}_TOLD + i], n, zone->weights + 3 * m);
      heard->says[i] += zone->weights[12 + m] * strong[m * {0}_TOLD + i] / (times[m * {0}_TOLD + i] + 1.0);
    }}
    heard->says[i] += {0}_norms(n * zone->lengths[i], n, zone->weights + 9);
  }}
  if (are_pairs) return;
  heard->columns += 1.0;
  heard->length += log(n + 1.0) - 4.0;
  heard->unseen += 10.0 * u / (n + u + 1.0) - 1.0;
}}
)",
                   name, sheet.texts->shape().told());
}

std::string c_texts_said(const Sheet& sheet, const std::string& name, CLines& lines) {
  if (!sheet.texts) return "";
  const TextRule& rule = sheet.texts->tables->rule;
  std::string out = fmt::format(
      "  {{\n  struct {}_heard heard = {{{{0.0}}, {{0.0}}, 0.0, 0.0, 0.0, 0.0}};\n", name);
  for (std::size_t z = 0; z < sheet.texts->zones.size(); ++z)
    out += zone_said(*sheet.texts, z, name, lines);
  const std::string add = rule.shape.classes == 2
                              ? "    z[0] -= told / 2.0;\n    z[1] += told / 2.0;\n"
                              : "    z[k] += told;\n";
  return out + fmt::format(
                   "  for (k = 0; k < {name}_TOLD; ++k) {{\n    const double *const of_class = "
                   "{of_class} + 3 * k;\n"
                   "    const double told = {weight} * ({leanings} * (heard.says[k] + of_class[0] "
                   "+ of_class[1] * "
                   "heard.length / heard.columns +\n        of_class[2] * heard.unseen / "
                   "heard.columns) +\n"
                   "        {corrections} * heard.corrects[k] / sqrt(heard.twice > 1.0 ? "
                   "heard.twice : 1.0));\n"
                   "{add}  }}\n  }}\n",
                   fmt::arg("name", name), fmt::arg("of_class", lines.table(rule.of_class)),
                   fmt::arg("weight", c_number(rule.weight)),
                   fmt::arg("leanings", c_number(rule.trust_leanings)),
                   fmt::arg("corrections", c_number(rule.trust_corrections)), fmt::arg("add", add));
}

}  // namespace tally
