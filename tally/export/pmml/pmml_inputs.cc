// SPDX-License-Identifier: Apache-2.0
#include "tally/export/pmml/pmml_inputs.h"

#include <algorithm>
#include <cmath>

#include "tally/export/pmml/pmml_derive.h"

namespace tally {

namespace {

constexpr const char* kUnseenValue = "unseen";
constexpr const char* kRest = "rest";

std::string value_name(std::size_t v) { return "v" + std::to_string(v); }
std::string derived_name(std::size_t j) { return "tally_line_" + std::to_string(j); }

std::vector<std::string> value_names(std::size_t count) {
  std::vector<std::string> out;
  for (std::size_t v = 0; v < count; ++v) out.push_back(value_name(v));
  return out;
}

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
  template <class Other>
  void operator()(const Other&) const {}  // written as scores (pmml_scores.h)

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
      pair(has_unseen && v + 1 == values ? kUnseenValue : value_name(v), counts);
    }
    const double most = *std::max_element(sums.begin(), sums.end());
    for (double& sum : sums) sum = 2 * most - sum;
    pair(kRest, sums);
    xml.close();
  }
};

}  // namespace

void write_derived_fields(const Sheet& sheet, XmlText& xml) {
  constexpr PmmlOutcome kName{"string", nullptr};
  for (std::size_t j = 0; j < sheet.lines.size(); ++j) {
    const auto* const values = std::get_if<SheetValues>(&sheet.lines[j].table);
    const auto* const bins = std::get_if<SheetBins>(&sheet.lines[j].table);
    if (values == nullptr && bins == nullptr) continue;
    xml.open("DerivedField",
             {{"name", derived_name(j)}, {"optype", "categorical"}, {"dataType", "string"}});
    if (values != nullptr) {
      write_values(*values, value_names(values->values.size()), kUnseenValue, kName, xml);
    } else {
      write_bins(*bins, value_names(bins->cuts.size() + 1), kName, xml);
    }
    xml.close();
  }
}

void write_bayes_inputs(const Sheet& sheet, XmlText& xml) {
  for (std::size_t j = 0; j < sheet.lines.size(); ++j) {
    std::visit(Input{sheet, j, xml}, sheet.lines[j].table);
  }
}

}  // namespace tally
