// SPDX-License-Identifier: Apache-2.0
#include "tally/export/sheet_texts.h"

#include <algorithm>
#include <map>

namespace tally {

SheetTexts sheet_texts_of(std::shared_ptr<const TextRuleTables> tables) {
  SheetTexts out;
  const TextShape& shape = tables->rule.shape;
  for (std::size_t z = 0; z < shape.zones.size(); ++z) {
    const TextZoneTable& table = tables->zones[z];
    SheetTexts::Zone zone;
    zone.text = table.column;
    for (const TextZone& other : shape.zones) {
      const bool are_its_pairs = shape.zones[z].is_pairs && pairs_of(other.column) == table.column;
      if (are_its_pairs) zone.text = other.column;
    }
    const std::span<const std::string_view> terms = table.terms->terms();
    for (std::size_t t = 0; t < terms.size(); ++t) {
      if (table.lines[t] < 0) continue;
      zone.terms.push_back(
          {terms[t], static_cast<std::size_t>(table.lines[t]), table.corrected[t]});
    }
    std::sort(zone.terms.begin(), zone.terms.end(),
              [](const SheetTexts::Term& a, const SheetTexts::Term& b) { return a.term < b.term; });
    out.zones.push_back(std::move(zone));
  }
  out.tables = std::move(tables);
  return out;
}

CellTexts known_texts(const SheetTexts& texts, bool first) {
  std::map<std::string, std::string> out;
  for (const SheetTexts::Zone& zone : texts.zones) {
    std::string& text = out[zone.text];
    if (zone.terms.empty()) continue;
    if (!text.empty()) text += " ";
    text += first ? zone.terms.front().term : zone.terms.back().term;
  }
  return {out.begin(), out.end()};
}

}  // namespace tally
