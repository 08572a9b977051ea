// SPDX-License-Identifier: Apache-2.0
#include "tally/export.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "tally/base/log_math.h"
#include "tally/batch/bin_cuts.h"
#include "tally/export/refusal.h"
#include "tally/export/sheet_texts.h"
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
  SheetTable operator()(const NegativeBinomialTable& table) const {
    return SheetSpread{column(), feature.exposure, table.a, table.b,
                       std::vector<double>(classes, 0)};
  }
  // Where it is poisson, a is 0. Numbers that a double cannot hold are its limits, as SpreadCountMass has them.
  SheetTable operator()(const SpreadCountTable& table) const {
    SheetSpread out{column(), feature.exposure, {}, {}, table.mean};
    const auto within = [](double x) {
      return std::clamp(x, std::numeric_limits<double>::min(), std::numeric_limits<double>::max());
    };
    for (std::size_t k = 0; k < classes; ++k) {
      const double more = table.dispersion[k] - 1;
      out.a.push_back(more == 0 ? 0 : within(table.mean[k] / more));
      out.b.push_back(more == 0 ? 0 : within(1 / more));
    }
    return out;
  }
  SheetTable operator()(const PolyaTable& table) const {
    return SheetPolya{feature.columns, table.a, table.a_sum};
  }
  template <class Other>
  SheetTable operator()(const Other&) const {
    refuse_export("the law of " + in_quotes(feature.name) + " under this question",
                  {Remedy::in_words("ask the rule naive with smoothed estimates")});
  }
};

// Whether a number is −∞: a value that is impossible in a class.
bool has_impossible(const SheetTable& table) {
  bool found = false;
  const auto look = [&](const std::vector<double>& numbers) {
    for (const double number : numbers) found = found || number == kLogZero;
  };
  const auto look_for_zero = [&](const std::vector<double>& numbers) {
    for (const double number : numbers) found = found || number == 0;
  };
  std::visit(
      [&](const auto& one) {
        using T = std::decay_t<decltype(one)>;
        if constexpr (std::is_same_v<T, SheetValues>) look(one.unseen);
        if constexpr (requires { one.says; }) look(one.says);
        if constexpr (requires { one.base; }) look(one.base);
        if constexpr (std::is_same_v<T, SheetRate>) look_for_zero(one.rate);
        if constexpr (std::is_same_v<T, SheetSpread>) {
          for (std::size_t k = 0; k < one.a.size(); ++k)
            found = found || (one.a[k] == 0 && one.rate[k] == 0);
        }
      },
      table);
  return found;
}

void require_no_certain_term(const FeatureEstimate& feature) {
  const auto* const text = std::get_if<TermTable>(&feature.table);
  if (text == nullptr) return;
  for (const std::int64_t certain : text->certain) {
    if (certain == 0) continue;
    refuse_export("a term without which a text of " + in_quotes(feature.name) + " is impossible",
                  {Remedy::in_words("ask with a λ above 0")});
  }
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
    sheet.has_impossible = sheet.has_impossible || start == kLogZero;
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
    require_no_certain_term(feature);
    SheetTable table = std::visit(MakeTable{feature, sheet.classes.size()}, feature.table);
    sheet.has_impossible = sheet.has_impossible || has_impossible(table);
    sheet.lines.push_back({feature.name, weight, std::move(table)});
    used.push_back(j);
  }
  sheet.inputs = inputs_of(estimates, used);
  if (estimates.full != nullptr) {
    sheet.together = std::make_shared<SheetTogether>(sheet_together_of(*estimates.full, counts));
    add_inputs(*sheet.together, sheet.inputs);
  }
  if (estimates.texts != nullptr) {
    sheet.texts = std::make_shared<SheetTexts>(sheet_texts_of(estimates.texts));
  }
  for (const ColumnSchema& column : schema.columns) {
    if (column.role == Role::kFeature && column.is_a(Family::kText)) {
      sheet.cut.emplace(column.name, column.text);
    }
  }
  return sheet;
}

}  // namespace tally
