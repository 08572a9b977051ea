// SPDX-License-Identifier: Apache-2.0
#include "tally/export/json_text.h"

#include <nlohmann/json.hpp>

namespace tally {

namespace {

using Json = nlohmann::ordered_json;

Json as_json(const Label& label) {
  switch (label.type()) {
    case ValueType::kBoolean:
      return label == Label::of(true);
    case ValueType::kNumber:
      return Json::parse(label.to_string());
    case ValueType::kText:
    case ValueType::kTime:
    case ValueType::kDuration:
      break;
  }
  return label.to_string();
}

Json labels(const std::vector<Label>& values) {
  Json out = Json::array();
  for (const Label& value : values) out.push_back(as_json(value));
  return out;
}

// [item][class]
Json rows(const std::vector<double>& table, std::size_t classes) {
  Json out = Json::array();
  for (std::size_t at = 0; at < table.size(); at += classes) {
    out.push_back(std::vector<double>(table.begin() + static_cast<std::ptrdiff_t>(at),
                                      table.begin() + static_cast<std::ptrdiff_t>(at + classes)));
  }
  return out;
}

struct Line {
  std::size_t classes;

  Json operator()(const SheetValues& t) const {
    return {{"kind", "values"},
            {"column", t.column},
            {"values", labels(t.values)},
            {"says", rows(t.says, classes)},
            {"unseen", t.unseen}};
  }
  Json operator()(const SheetBins& t) const {
    return {{"kind", "bins"},
            {"column", t.column},
            {"origin", t.origin},
            {"cuts", t.cuts},
            {"says", rows(t.says, classes)}};
  }
  Json operator()(const SheetCounts& t) const {
    return {{"kind", "counts"}, {"columns", t.columns}, {"says", rows(t.says, classes)}};
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
};

}  // namespace

std::string to_json(const Sheet& sheet, const SheetHead& head) {
  Json out;
  out["tally"] = head.version;
  out["question"] = Json::parse(head.question);
  out["rule"] = sheet.rule;
  out["target"] = sheet.target;
  out["classes"] = labels(sheet.classes);
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
  out["checks"] = Json::array();
  for (const SheetCheck& check : head.checks) {
    Json cells = Json::object();
    for (const auto& [name, text] : check.cells) cells[name] = text;
    out["checks"].push_back({{"row", std::move(cells)}, {"posterior", check.posterior}});
  }
  return out.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tally
