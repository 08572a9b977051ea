// SPDX-License-Identifier: Apache-2.0
#include "tally/export.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "tally/batch/bin_cuts.h"
#include "tally/export/refusal.h"
#include "tally/export/sheet_together.h"

namespace tally {

namespace {

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
  SheetTable operator()(const TermTable& table) const {
    const std::span<const std::string_view> terms = table.terms->terms();
    std::vector<std::size_t> order(terms.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return terms[a] < terms[b]; });
    SheetTerms out{column(), {}, {}, table.base, table.once};
    for (const std::size_t t : order) {
      out.terms.emplace_back(terms[t]);
      const auto begin = table.weights.begin() + static_cast<std::ptrdiff_t>(t * classes);
      out.says.insert(out.says.end(), begin, begin + static_cast<std::ptrdiff_t>(classes));
    }
    return out;
  }
  SheetTable operator()(const SpreadCountTable&) const {
    refuse_export("the negative binomial law of " + in_quotes(feature.name),
                  {Remedy::in_words("declare the column poisson or gaussian and fit again")});
  }
  template <class Other>
  SheetTable operator()(const Other&) const {
    refuse_export("the law of " + in_quotes(feature.name) + " under this question",
                  {Remedy::in_words("ask the rule naive with smoothed estimates")});
  }
};

void require_finite(const std::string& name, const SheetTable& table) {
  const auto check = [&](const std::vector<double>& numbers) {
    for (const double number : numbers) {
      if (std::isfinite(number)) continue;
      refuse_export("a value of " + in_quotes(name) + " that is impossible in a class",
                    {Remedy::in_words("ask with a λ above 0")});
    }
  };
  std::visit(
      [&](const auto& one) {
        using T = std::decay_t<decltype(one)>;
        if constexpr (std::is_same_v<T, SheetValues>) check(one.unseen);
        if constexpr (requires { one.says; }) check(one.says);
        if constexpr (requires { one.base; }) check(one.base);
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

Sheet sheet_of(const Estimates& estimates, const Counts& counts) {
  if (estimates.texts != nullptr) {
    refuse_export("what texts say under the rule weighted",
                  {Remedy::in_words("ask the rule naive")});
  }
  if (estimates.combine != Combine::kSum) {
    refuse_export("what texts say, unless their terms are summed up");
  }
  if (estimates.full != nullptr && !estimates.full->tree.empty()) {
    refuse_export("the rule tan", {Remedy::in_words("ask the rule full, weighted or naive")});
  }
  if (estimates.calibrator) refuse_export("a calibrated answer");
  const Schema& schema = counts.schema();
  Sheet sheet;
  sheet.target = schema.target().name;
  sheet.missing = schema.missing;
  sheet.classes = estimates.classes;
  sheet.start = estimates.log_prior;
  sheet.rule = "naive";
  if (estimates.weighted) {
    const FeatureWeights& weighted = *estimates.weighted;
    sheet.rule = estimates.full ? "full" : "weighted";
    sheet.start = weighted.start;
    for (std::size_t k = 0; k < sheet.start.size(); ++k) sheet.start[k] += weighted.biases[k];
    sheet.shares = weighted.shares;
    sheet.rows = weighted.rows;
  }
  for (const double start : sheet.start) {
    if (!std::isfinite(start)) refuse_export("a class whose prior is 0");
  }
  std::vector<std::size_t> used;
  for (std::size_t j = 0; j < estimates.features.size(); ++j) {
    const FeatureEstimate& feature = estimates.features[j];
    const ColumnSchema* const column = schema.find(feature.columns[0]);
    if (column != nullptr && column->text.tokens == TokenKind::kGiven) {
      refuse_export("what mail says");
    }
    const double weight = estimates.weighted ? estimates.weighted->weights[j] : 1;
    if (weight == 0) continue;
    SheetTable table = std::visit(MakeTable{feature, sheet.classes.size()}, feature.table);
    require_finite(feature.name, table);
    sheet.lines.push_back({feature.name, weight, std::move(table)});
    used.push_back(j);
  }
  sheet.inputs = inputs_of(estimates, used);
  if (estimates.full != nullptr) {
    sheet.together = std::make_shared<SheetTogether>(sheet_together_of(*estimates.full, counts));
    add_inputs(*sheet.together, sheet.inputs);
  }
  return sheet;
}

}  // namespace tally
