// SPDX-License-Identifier: Apache-2.0
#include "tally/export/pmml/pmml_inputs.h"

#include <algorithm>
#include <cmath>

#include "tally/export/refusal.h"

namespace tally {

namespace {

constexpr const char* kUnseen = "unseen";
constexpr const char* kRest = "rest";

std::string value_name(std::size_t v) { return "v" + std::to_string(v); }
std::string derived_name(std::size_t j) { return "tally_line_" + std::to_string(j); }

[[noreturn]] void refuse(const std::string& what, const std::string& column) {
  refuse_export("what " + what + " of " + in_quotes(column) + " say, in PMML,",
                {Remedy::in_words("the other formats take them")});
}

// Texts and truths; the function `if` takes no truth that is missing.
bool is_mapped(const SheetValues& table) {
  return table.values.empty() || table.values[0].type() == ValueType::kText ||
         table.values[0].type() == ValueType::kBoolean;
}

// How a cell becomes v0, v1 … or `unseen`; a missing one stays missing.
struct Derive {
  XmlText& xml;

  void operator()(const SheetValues& table) const {
    if (!is_mapped(table)) return numbers(table);
    xml.open("MapValues", {{"outputColumn", "to"}, {"defaultValue", kUnseen}});
    xml.element("FieldColumnPair", {{"field", table.column}, {"column", "from"}});
    xml.open("InlineTable");
    for (std::size_t v = 0; v < table.values.size(); ++v) {
      xml.open("row");
      xml.element_with("from", table.values[v].to_string());
      xml.element_with("to", value_name(v));
      xml.close();
    }
    xml.close();
    xml.close();
  }
  void operator()(const SheetBins& table) const {
    xml.open("Discretize", {{"field", table.column}});
    for (std::size_t b = 0; b <= table.cuts.size(); ++b) {
      XmlText::Attributes interval{{"closure", b < table.cuts.size() ? "openClosed" : "openOpen"}};
      if (b > 0) interval.emplace_back("leftMargin", shortest(table.cuts[b - 1]));
      if (b < table.cuts.size()) interval.emplace_back("rightMargin", shortest(table.cuts[b]));
      bin(b, interval);
    }
    xml.close();
  }
  void operator()(const SheetNormal&) const {}
  void operator()(const SheetStudent& table) const { refuse("the law", table.column); }
  void operator()(const SheetRate& table) const { refuse("the rates", table.column); }
  void operator()(const SheetCounts& table) const { refuse("the counts", table.columns[0]); }
  void operator()(const SheetTerms& table) const { refuse_text(table, "PMML"); }

 private:
  void bin(std::size_t b, const XmlText::Attributes& interval) const {
    xml.open("DiscretizeBin", {{"binValue", value_name(b)}});
    xml.element("Interval", interval);
    xml.close();
  }
  void numbers(const SheetValues& table) const {
    xml.open("Discretize", {{"field", table.column}, {"defaultValue", kUnseen}});
    for (std::size_t v = 0; v < table.values.size(); ++v) {
      const std::string number = table.values[v].to_string();
      bin(v, {{"closure", "closedClosed"}, {"leftMargin", number}, {"rightMargin", number}});
    }
    xml.close();
  }
};

// What each value says, as counts.
struct Input {
  const Sheet& sheet;
  std::size_t j;
  XmlText& xml;

  std::size_t classes() const { return sheet.classes.size(); }

  void operator()(const SheetValues& table) const {
    std::vector<double> says = table.says;
    says.insert(says.end(), table.unseen.begin(), table.unseen.end());
    discrete(says, true);
  }
  void operator()(const SheetBins& table) const { discrete(table.says, false); }
  void operator()(const SheetNormal& table) const {
    xml.open("BayesInput", {{"fieldName", table.column}});
    xml.open("TargetValueStats");
    for (std::size_t k = 0; k < classes(); ++k) {
      xml.open("TargetValueStat", {{"value", sheet.classes[k].to_string()}});
      xml.element("GaussianDistribution",
                  {{"mean", shortest(table.mean[k])},
                   {"variance", shortest(table.deviation[k] * table.deviation[k])}});
      xml.close();
    }
    xml.close();
    xml.close();
  }
  template <class Other>
  void operator()(const Other&) const {}  // refused before

 private:
  void pair(const std::string& value, const std::vector<double>& counts) const {
    xml.open("PairCounts", {{"value", value}});
    xml.open("TargetValueCounts");
    for (std::size_t k = 0; k < classes(); ++k) {
      xml.element("TargetValueCount",
                  {{"value", sheet.classes[k].to_string()}, {"count", shortest(counts[k])}});
    }
    xml.close();
    xml.close();
  }

  void discrete(const std::vector<double>& says, bool has_unseen) const {
    const std::size_t values = says.size() / classes();
    std::vector<double> sums(classes(), 0);
    xml.open("BayesInput", {{"fieldName", derived_name(j)}});
    for (std::size_t v = 0; v < values; ++v) {
      std::vector<double> counts;
      for (std::size_t k = 0; k < classes(); ++k) {
        counts.push_back(std::exp(says[v * classes() + k]));
        sums[k] += counts[k];
      }
      pair(has_unseen && v + 1 == values ? kUnseen : value_name(v), counts);
    }
    const double most = *std::max_element(sums.begin(), sums.end());
    for (double& sum : sums) sum = 2 * most - sum;
    pair(kRest, sums);
    xml.close();
  }
};

}  // namespace

void write_derived_fields(const Sheet& sheet, XmlText& xml) {
  for (std::size_t j = 0; j < sheet.lines.size(); ++j) {
    const SheetTable& table = sheet.lines[j].table;
    const bool is_derived =
        std::holds_alternative<SheetValues>(table) || std::holds_alternative<SheetBins>(table);
    if (!is_derived) {
      std::visit(Derive{xml}, table);  // which refuses it, or has nothing to write
      continue;
    }
    xml.open("DerivedField",
             {{"name", derived_name(j)}, {"optype", "categorical"}, {"dataType", "string"}});
    std::visit(Derive{xml}, table);
    xml.close();
  }
}

void write_bayes_inputs(const Sheet& sheet, XmlText& xml) {
  for (std::size_t j = 0; j < sheet.lines.size(); ++j) {
    std::visit(Input{sheet, j, xml}, sheet.lines[j].table);
  }
}

}  // namespace tally
