// SPDX-License-Identifier: Apache-2.0
#include "tally/export/texts_json.h"

namespace tally {

namespace {

using Json = ExportJson;

// {"mean 0.1": weight, …}: the name without that of its column.
Json weights_json(const TextRule& rule, std::size_t zone) {
  Json out = Json::object();
  for (std::size_t j = 0; j < TextShape::kOfZone; ++j) {
    const std::size_t part = zone * TextShape::kOfZone + j;
    const std::string name = rule.shape.name(part);
    out[name.substr(0, name.find(':'))] = rule.shared[part];
  }
  return out;
}

Json zone_json(const SheetTexts& texts, std::size_t z) {
  const TextRuleTables& tables = *texts.tables;
  const TextZoneTable& table = tables.zones[z];
  const std::size_t told = texts.shape().told();
  Json terms = Json::array(), lines = Json::array(), corrections = Json::object();
  for (const SheetTexts::Term& term : texts.zones[z].terms) {
    terms.push_back(term.term);
    lines.push_back(term.line);
    if (term.corrected < 0) continue;
    const auto at = table.corrections.begin() +
                    static_cast<std::ptrdiff_t>(static_cast<std::size_t>(term.corrected) * told);
    corrections[std::string(term.term)] =
        std::vector<double>(at, at + static_cast<std::ptrdiff_t>(told));
  }
  Json twice = Json::array();
  for (const std::uint8_t is_twice : table.is_twice) twice.push_back(is_twice != 0);
  return {{"column", table.column},
          {"text", texts.zones[z].text},
          {"pairs", texts.shape().zones[z].is_pairs},
          {"weights", weights_json(tables.rule, z)},
          {"lengths", table.lengths},
          {"leanings", by_item(table.leanings, TextShape::kLeanings * told)},
          {"twice", std::move(twice)},
          {"terms", std::move(terms)},
          {"lines", std::move(lines)},
          {"corrections", std::move(corrections)}};
}

}  // namespace

ExportJson texts_as_json(const SheetTexts& texts, const std::vector<Label>& classes) {
  const TextRule& rule = texts.tables->rule;
  std::vector<Label> told;
  for (std::size_t i = 0; i < rule.shape.told(); ++i)
    told.push_back(classes[rule.shape.told_class(i)]);
  Json zones = Json::array();
  for (std::size_t z = 0; z < texts.zones.size(); ++z) zones.push_back(zone_json(texts, z));
  return {{"told", labels_as_json(told)},
          {"weight", rule.weight},
          {"trust_leanings", rule.trust_leanings},
          {"trust_corrections", rule.trust_corrections},
          {"of_class", by_item(rule.of_class, TextShape::kOfClass)},
          {"zones", std::move(zones)}};
}

ExportJson cutting_as_json(const TextOptions& options) {
  Json out{{"tokens", to_string(options.tokens)},
           {"shortest_gram", options.shortest_gram},
           {"longest_gram", options.longest_gram},
           {"fold", options.fold},
           {"pairs_of_han", options.pairs_of_han},
           {"digits_alike", options.digits_alike},
           {"html", options.html},
           {"longest_token", options.longest_token},
           {"pairs", options.pairs},
           {"once", options.once}};
  if (options.tokens == TokenKind::kRegex) out["regex"] = options.regex;
  return out;
}

}  // namespace tally
