// SPDX-License-Identifier: Apache-2.0
#include "tally/export.h"

#include "tally/export/json_parts.h"
#include "tally/export/together_json.h"

namespace tally {

namespace {

using Json = ExportJson;

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
  out["checks"] = checks_as_json(head.checks);
  return readable(out);
}

}  // namespace tally
