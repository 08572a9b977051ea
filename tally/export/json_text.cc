// SPDX-License-Identifier: Apache-2.0
#include "tally/export.h"

#include "tally/base/log_math.h"
#include "tally/export/json_parts.h"
#include "tally/export/texts_json.h"
#include "tally/export/together_json.h"

namespace tally {

namespace {

using Json = ExportJson;

// JSON has no number for −∞.
void name_infinities(Json& json) {
  if (json.is_number_float() && json.get<double>() == kLogZero) json = "-inf";
  if (json.is_structured()) {
    for (Json& item : json) name_infinities(item);
  }
}

struct Line {
  std::size_t classes;

  Json operator()(const SheetValues& t) const {
    return {{"kind", "values"},
            {"column", t.column},
            {"values", labels_as_json(t.values)},
            {"says", by_item(t.says, classes)},
            {"unseen", t.unseen}};
  }
  Json operator()(const SheetBins& t) const {
    return {{"kind", "bins"},
            {"column", t.column},
            {"origin", t.origin},
            {"cuts", t.cuts},
            {"says", by_item(t.says, classes)}};
  }
  Json operator()(const SheetCounts& t) const {
    return {{"kind", "counts"}, {"columns", t.columns}, {"says", by_item(t.says, classes)}};
  }
  Json operator()(const SheetNormal& t) const {
    return {{"kind", "normal"}, {"column", t.column}, {"mean", t.mean}, {"deviation", t.deviation}};
  }
  Json operator()(const SheetStudent& t) const {
    return {{"kind", "student"},      {"column", t.column}, {"degrees", t.degrees},
            {"location", t.location}, {"scale", t.scale},   {"constant", t.constant}};
  }
  Json operator()(const SheetRate& t) const {
    Json out{{"kind", "rate"}, {"column", t.column}, {"rate", t.rate}};
    if (!t.exposure.empty()) out["exposure"] = t.exposure;
    return out;
  }
  Json operator()(const SheetSpread& t) const {
    Json out{{"kind", "spread"}, {"column", t.column}, {"a", t.a}, {"b", t.b}, {"rate", t.rate}};
    if (!t.exposure.empty()) out["exposure"] = t.exposure;
    return out;
  }
  Json operator()(const SheetPolya& t) const {
    return {
        {"kind", "polya"}, {"columns", t.columns}, {"a", by_item(t.a, classes)}, {"sum", t.sum}};
  }
  Json operator()(const SheetTerms& t) const {
    return {{"kind", "terms"}, {"column", t.column}, {"once", t.once},
            {"base", t.base},  {"terms", t.terms},   {"says", by_item(t.says, classes)}};
  }
};

}  // namespace

std::string to_json(const Sheet& sheet, const SheetHead& head) {
  Json out;
  out["tally"] = head.version;
  out["question"] = Json::parse(head.question);
  out["rule"] = sheet.rule;
  out["target"] = sheet.target;
  out["classes"] = labels_as_json(sheet.classes);
  out["missing"] = sheet.missing;
  out["start"] = sheet.start;
  if (sheet.is_weighted()) {
    out["shares"] = sheet.shares;
    out["rows"] = sheet.rows;
    out["most_against"] = Sheet::kMostAgainst;
  }
  out["lines"] = Json::array();
  for (const SheetLine& line : sheet.lines) {
    Json one{{"name", line.name}, {"weight", line.weight}};
    one.update(std::visit(Line{sheet.classes.size()}, line.table));
    out["lines"].push_back(std::move(one));
  }
  if (sheet.together) out["together"] = together_as_json(*sheet.together);
  if (sheet.texts) out["texts"] = texts_as_json(*sheet.texts, sheet.classes);
  for (const auto& [column, options] : sheet.cut) out["cut"][column] = cutting_as_json(options);
  out["checks"] = checks_as_json(head.checks);
  if (sheet.has_impossible) name_infinities(out);
  return readable(out);
}

}  // namespace tally
