// SPDX-License-Identifier: Apache-2.0
#include "tally/export/pmml/pmml_derive.h"

namespace tally {

namespace {

// Texts and truths; numbers are looked up as intervals of one number.
bool is_mapped(const SheetValues& table) {
  return table.values.empty() || table.values[0].type() == ValueType::kText ||
         table.values[0].type() == ValueType::kBoolean;
}

XmlText::Attributes with(XmlText::Attributes attributes, const PmmlOutcome& outcome) {
  attributes.emplace_back("dataType", outcome.type);
  if (outcome.missing != nullptr) attributes.emplace_back("mapMissingTo", outcome.missing);
  return attributes;
}

void write_bin(const std::string& outcome, const XmlText::Attributes& interval, XmlText& xml) {
  xml.open("DiscretizeBin", {{"binValue", outcome}});
  xml.element("Interval", interval);
  xml.close();
}

}  // namespace

void write_values(const SheetValues& table, const std::vector<std::string>& outcomes,
                  const std::string& unseen, const PmmlOutcome& outcome, XmlText& xml) {
  if (!is_mapped(table)) {
    xml.open("Discretize", with({{"field", table.column}, {"defaultValue", unseen}}, outcome));
    for (std::size_t v = 0; v < table.values.size(); ++v) {
      const std::string number = table.values[v].to_string();
      write_bin(outcomes[v],
                {{"closure", "closedClosed"}, {"leftMargin", number}, {"rightMargin", number}},
                xml);
    }
    xml.close();
    return;
  }
  xml.open("MapValues", with({{"outputColumn", "to"}, {"defaultValue", unseen}}, outcome));
  xml.element("FieldColumnPair", {{"field", table.column}, {"column", "from"}});
  xml.open("InlineTable");
  for (std::size_t v = 0; v < table.values.size(); ++v) {
    xml.open("row");
    xml.element_with("from", table.values[v].to_string());
    xml.element_with("to", outcomes[v]);
    xml.close();
  }
  xml.close();
  xml.close();
}

void write_bins(const SheetBins& table, const std::vector<std::string>& outcomes,
                const PmmlOutcome& outcome, XmlText& xml) {
  xml.open("Discretize", with({{"field", table.column}}, outcome));
  for (std::size_t b = 0; b <= table.cuts.size(); ++b) {
    XmlText::Attributes interval{{"closure", b < table.cuts.size() ? "openClosed" : "openOpen"}};
    if (b > 0) interval.emplace_back("leftMargin", shortest(table.cuts[b - 1]));
    if (b < table.cuts.size()) interval.emplace_back("rightMargin", shortest(table.cuts[b]));
    write_bin(outcomes[b], interval, xml);
  }
  xml.close();
}

}  // namespace tally
