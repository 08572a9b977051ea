// SPDX-License-Identifier: Apache-2.0
#include "tally/export/sheet.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "tally/base/error.h"
#include "tally/batch/bin_cuts.h"

namespace tally {

namespace {

[[noreturn]] void refuse(const std::string& what, std::vector<Remedy> remedies = {}) {
  throw Error(ErrorKind::kUsage, Remark{what + " cannot be exported", std::move(remedies)});
}

// Bernoulli numbers and declared bins are bins; everything else is looked up.
struct MakeTable {
  const FeatureEstimate& feature;
  std::size_t classes;

  const std::string& column() const { return feature.columns[0]; }

  // What the table says of a label.
  std::vector<double> said(const CategoricalTable& table, const Label& label) const {
    const auto at = std::lower_bound(table.values.begin(), table.values.end(), label);
    if (at == table.values.end() || *at != label) return table.log_p_unseen;
    const auto begin =
        table.log_p.begin() + (at - table.values.begin()) * static_cast<std::ptrdiff_t>(classes);
    return {begin, begin + static_cast<std::ptrdiff_t>(classes)};
  }

  SheetTable bins(const CategoricalTable& table, std::vector<double> cuts,
                  const std::vector<Label>& labels) const {
    SheetBins out{column(), 0, std::move(cuts), {}};
    for (const Label& label : labels) {
      const std::vector<double> one = said(table, label);
      out.says.insert(out.says.end(), one.begin(), one.end());
    }
    return out;
  }

  SheetTable operator()(const CategoricalTable& table) const {
    if (feature.family == Family::kBinned) {
      std::vector<Label> labels;
      for (std::size_t bin = 0; bin <= table.cuts.size(); ++bin)
        labels.push_back(label_of_bin(bin));
      return bins(table, table.cuts, labels);
    }
    if (feature.family == Family::kBernoulli && feature.type == ValueType::kNumber) {
      return bins(table, {table.binarize.value_or(0)}, {Label::of(false), Label::of(true)});
    }
    return SheetValues{column(), table.values, table.log_p, table.log_p_unseen};
  }
  SheetTable operator()(const BinTable& table) const {
    return SheetBins{column(), table.origin, table.cuts, table.log_p};
  }
  SheetTable operator()(const MultinomialTable& table) const {
    return SheetCounts{feature.columns, table.log_p};
  }
  SheetTable operator()(const GaussianTable& table) const {
    return SheetNormal{column(), table.mean, table.deviation};
  }
  SheetTable operator()(const StudentTable& table) const {
    SheetStudent out{column(), table.degrees, table.location, table.scale, {}};
    for (std::size_t k = 0; k < classes; ++k) {
      out.constant.push_back(table.in_class(k)(table.location[k]));
    }
    return out;
  }
  SheetTable operator()(const PoissonTable& table) const {
    return SheetRate{column(), feature.exposure, table.rate};
  }
  template <class Other>
  SheetTable operator()(const Other&) const {
    refuse("the law of " + in_quotes(feature.name) + " under this question",
           {Remedy::in_words("ask the rule naive with smoothed estimates")});
  }
};

void require_finite(const std::string& name, const SheetTable& table) {
  const auto check = [&](const std::vector<double>& numbers) {
    for (const double number : numbers) {
      if (std::isfinite(number)) continue;
      refuse("a value of " + in_quotes(name) + " that is impossible in a class",
             {Remedy::in_words("ask with a λ above 0")});
    }
  };
  std::visit(
      [&](const auto& one) {
        using T = std::decay_t<decltype(one)>;
        if constexpr (std::is_same_v<T, SheetValues>) check(one.unseen);
        if constexpr (requires { one.says; }) check(one.says);
        if constexpr (std::is_same_v<T, SheetRate>) {
          std::vector<double> logs;
          for (const double rate : one.rate) logs.push_back(std::log(rate));
          check(logs);
        }
      },
      table);
}

std::vector<Sheet::Input> inputs_of(const Estimates& estimates,
                                    const std::vector<std::size_t>& used) {
  std::map<std::string, ValueType> types;
  for (const std::size_t j : used) {
    const FeatureEstimate& feature = estimates.features[j];
    for (const std::string& column : feature.columns) types[column] = feature.type;
    if (!feature.exposure.empty()) types[feature.exposure] = feature.exposure_type;
  }
  std::vector<Sheet::Input> out;
  for (const auto& [name, type] : types) out.push_back({name, type});
  return out;
}

}  // namespace

Sheet sheet_of(const Estimates& estimates, const Schema& schema) {
  if (estimates.combine != Combine::kSum || estimates.texts != nullptr) refuse("what texts say");
  if (estimates.full != nullptr) {
    refuse("a rule that hears columns together",
           {Remedy::in_words("ask the rule weighted or naive")});
  }
  if (estimates.calibrator) refuse("a calibrated answer");
  Sheet sheet;
  sheet.target = schema.target().name;
  sheet.missing = schema.missing;
  sheet.classes = estimates.classes;
  sheet.start = estimates.log_prior;
  sheet.rule = "naive";
  if (estimates.weighted) {
    const FeatureWeights& weighted = *estimates.weighted;
    sheet.rule = "weighted";
    sheet.start = weighted.start;
    for (std::size_t k = 0; k < sheet.start.size(); ++k) sheet.start[k] += weighted.biases[k];
    sheet.shares = weighted.shares;
    sheet.rows = weighted.rows;
  }
  for (const double start : sheet.start) {
    if (!std::isfinite(start)) refuse("a class whose prior is 0");
  }
  std::vector<std::size_t> used;
  for (std::size_t j = 0; j < estimates.features.size(); ++j) {
    const FeatureEstimate& feature = estimates.features[j];
    const double weight = estimates.weighted ? estimates.weighted->weights[j] : 1;
    if (weight == 0) continue;
    SheetTable table = std::visit(MakeTable{feature, sheet.classes.size()}, feature.table);
    require_finite(feature.name, table);
    sheet.lines.push_back({feature.name, weight, std::move(table)});
    used.push_back(j);
  }
  sheet.inputs = inputs_of(estimates, used);
  return sheet;
}

}  // namespace tally
