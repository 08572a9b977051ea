// SPDX-License-Identifier: Apache-2.0
#include "tally/report/nomogram.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "tally/explain/cells.h"
#include "tally/inside/assess.h"
#include "tally/report/feature_picture.h"
#include "tally/report/nomogram_texts.h"

namespace tally {

namespace {

constexpr std::size_t kMostOwnValues = 300;  // of a column, beside those of the rows
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// [value · K + class] as a list for each value.
Json by_value(std::span<const double> all, std::size_t K) {
  Json out = Json::array();
  for (std::size_t at = 0; at < all.size(); at += K) {
    out.push_back(std::vector<double>(all.begin() + static_cast<std::ptrdiff_t>(at),
                                      all.begin() + static_cast<std::ptrdiff_t>(at + K)));
  }
  return out;
}

template <class Density>
std::vector<double> peaks(const std::vector<double>& at, Density&& density) {
  std::vector<double> out;
  for (std::size_t k = 0; k < at.size(); ++k) out.push_back(density(k)(at[k], 1.0));
  return out;
}

// A table as the page evaluates it.
struct TableJson {
  std::size_t K;
  std::span<const std::size_t> kept;  // of a column of values: those that the page has

  Json operator()(const CategoricalTable& table) const {
    if (!table.cuts.empty()) return binned(table);
    if (table.binarize || kept.empty()) {
      return {{"kind", "truth"},
              {"above", table.binarize.value_or(0)},
              {"said", by_value(table.log_p, K)}};
    }
    Json said = Json::array();
    for (const std::size_t v : kept) {
      said.push_back(by_value(std::span(table.log_p).subspan(v * K, K), K)[0]);
    }
    return {{"kind", "values"}, {"said", std::move(said)}, {"unseen", table.log_p_unseen}};
  }
  Json operator()(const BinTable& table) const {
    return {{"kind", "bins"},
            {"cuts", table.cuts},
            {"origin", table.origin},
            {"said", by_value(table.log_p, K)}};
  }
  Json operator()(const MultinomialTable& table) const {
    return {{"kind", "group"}, {"said", by_value(table.log_p, K)}};
  }
  Json operator()(const PolyaTable& table) const {
    return {{"kind", "polya"}, {"a", by_value(table.a, K)}, {"sum", table.a_sum}};
  }
  Json operator()(const GaussianTable& law) const {
    return {{"kind", "gaussian"},
            {"mean", law.mean},
            {"deviation", law.deviation},
            {"peak", peaks(law.mean, [&](std::size_t k) { return law.in_class(k); })}};
  }
  Json operator()(const StudentTable& law) const {
    return {{"kind", "student"},
            {"degrees", law.degrees},
            {"location", law.location},
            {"scale", law.scale},
            {"peak", peaks(law.location, [&](std::size_t k) { return law.in_class(k); })}};
  }
  Json operator()(const PoissonTable& law) const {
    return {{"kind", "poisson"}, {"rate", law.rate}};
  }
  Json operator()(const NegativeBinomialTable& law) const {
    return {{"kind", "negative-binomial"}, {"a", law.a}, {"b", law.b}};
  }
  // In the terms of the other two.
  Json operator()(const SpreadCountTable& law) const {
    Json a = Json::array(), b = Json::array();
    for (std::size_t k = 0; k < K; ++k) {
      const double over = law.dispersion[k] - 1;
      const bool is_poisson = !(over > 0) || !std::isfinite(law.mean[k] / over);
      a.push_back(is_poisson ? Json() : Json(law.mean[k] / over));
      b.push_back(is_poisson ? Json() : Json(1 / over));
    }
    return {{"kind", "negative-binomial"},
            {"a", std::move(a)},
            {"b", std::move(b)},
            {"rate", law.mean}};
  }
  Json operator()(const TermTable&) const { return {}; }
  Json operator()(const TermPolyaTable&) const { return {}; }
  Json operator()(const WitnessTable&) const { return {}; }
  Json operator()(const LeaningTable&) const { return {}; }

 private:
  Json binned(const CategoricalTable& table) const {
    Json said = Json::array();
    for (std::size_t bin = 0; bin <= table.cuts.size(); ++bin) {
      const auto at = std::lower_bound(table.values.begin(), table.values.end(), label_of_bin(bin));
      const bool seen = at != table.values.end() && *at == label_of_bin(bin);
      const auto v = static_cast<std::size_t>(at - table.values.begin());
      said.push_back(seen ? by_value(std::span(table.log_p).subspan(v * K, K), K)[0]
                          : Json(table.log_p_unseen));
    }
    return {{"kind", "bins"}, {"cuts", table.cuts}, {"origin", 0.0}, {"said", std::move(said)}};
  }
};

class Builder {
 public:
  Builder(const ReportOn& on, const Estimates& estimates)
      : on_(on),
        estimates_(estimates),
        K_(estimates.classes.size()),
        texts_(estimates, on.model.counts) {
    if (on.rows == nullptr) return;
    batch_ = on.rows->batch();
    const std::int64_t most = std::min(on.rows->size(), kMostNomogramRows);
    const std::int64_t shown = texts_.any() ? texts_.most_rows(most) : most;
    for (std::int64_t row = 0; row < shown; ++row) {
      rows_.push_back(std::make_unique<RowCells>(batch_, row));
    }
  }

  Json json() {
    Json features = Json::array();
    for (std::size_t f = 0; f < estimates_.features.size(); ++f) {
      const FeatureEstimate& feature = estimates_.features[f];
      if (facts_of(feature.family).cells == CellKind::kTerms) continue;
      const double weight = estimates_.weighted ? estimates_.weighted->weights[f] : 1;
      if (weight == 0) continue;
      Json columns = Json::array();
      for (const std::string& column : feature.columns)
        columns.push_back(place_of(column, feature));
      Json one = {{"columns", std::move(columns)}};
      if (!feature.exposure.empty()) one["exposure"] = place_of(feature.exposure, feature);
      if (estimates_.weighted) {
        one["heard_as"] = feature.name.substr(0, feature.name.find(':'));
        one["weight"] = weight;
      }
      one["table"] = std::visit(TableJson{K_, kept_[feature.columns.front()]}, feature.table);
      features.push_back(std::move(one));
    }
    Json out = {{"rule", estimates_.weighted ? "weighted" : "naive"},
                {"start", estimates_.weighted ? estimates_.weighted->start : estimates_.log_prior},
                {"weighted", nullptr},
                {"calibrator", nullptr}};
    if (estimates_.weighted) {
      out["weighted"] = {{"biases", estimates_.weighted->biases},
                         {"shares", estimates_.weighted->shares},
                         {"rows", estimates_.weighted->rows}};
    }
    if (estimates_.calibrator) {
      out["calibrator"] = {{"slope", estimates_.calibrator->slope},
                           {"biases", estimates_.calibrator->biases}};
    }
    out["features"] = std::move(features);
    add_rows(out);
    if (texts_.any()) {
      for (Json& term : texts_.columns()) columns_.push_back(std::move(term));
      out["texts"] = texts_.json(batch_, static_cast<std::int64_t>(rows_.size()));
    }
    out["columns"] = std::move(columns_);
    return out;
  }

 private:
  struct Column {
    std::string name;
    bool has_values;
    std::vector<Label> values;            // of the table
    std::map<std::size_t, int> place_of;  // of those that are kept
  };

  // The place of a column in the page's list; put there where it is new.
  std::size_t place_of(const std::string& name, const FeatureEstimate& feature) {
    for (std::size_t i = 0; i < known_.size(); ++i) {
      if (known_[i].name == name) return i;
    }
    Column column{name, false, {}, {}};
    Json json = {{"name", name}};
    const auto* values = std::get_if<CategoricalTable>(&feature.table);
    if (values != nullptr && values->cuts.empty() && holds_values(name)) {
      column.has_values = true;
      column.values = values->values;
      Json texts = Json::array();
      for (const std::size_t v : keep_values(column, feature)) {
        column.place_of.emplace(v, static_cast<int>(texts.size()));
        texts.push_back(values->values[v].to_string());
      }
      json["kind"] = "values";
      json["values"] = std::move(texts);
      json["more"] = values->values.size() - column.place_of.size();
    } else {
      json["kind"] = "number";
      const std::optional<DrawnRange> range =
          number_range(on_.model.counts, name, estimate_for(name), K_);
      json["low"] = range ? range->low : 0;
      json["high"] = range ? range->high : 10;
      const NumberFamily* const numbers = numbers_of(feature.family);
      json["whole"] = (numbers != nullptr && numbers->is_count() && name != feature.exposure) ||
                      facts_of(feature.family).cells == CellKind::kGroup ||
                      (values != nullptr && values->cuts.empty() && !values->binarize);
      if (values != nullptr && values->cuts.empty()) {
        json["low"] = 0;
        json["high"] = std::max(1.0, 2 * values->binarize.value_or(0));
      } else if (values != nullptr) {
        const double reach = values->cuts.back() - values->cuts.front();
        json["low"] = values->cuts.front() - (reach > 0 ? reach / 4 : 1);
        json["high"] = values->cuts.back() + (reach > 0 ? reach / 4 : 1);
      }
      json["type"] = to_string(feature.type);
    }
    columns_.push_back(std::move(json));
    known_.push_back(std::move(column));
    return known_.size() - 1;
  }

  // Whether its cells are labels or truths, rather than numbers that a threshold makes truths of.
  bool holds_values(const std::string& name) const {
    const ColumnSchema& column = *on_.model.counts.schema().find(name);
    return column.family != Family::kBernoulli || column.type != ValueType::kNumber;
  }

  // A law of the column, for its range: any of its voices.
  const FeatureEstimate* estimate_for(const std::string& name) const {
    const FeatureEstimate* out = nullptr;
    for (const FeatureEstimate& feature : estimates_.features) {
      if (feature.columns.front() == name && (out == nullptr || feature.name.starts_with("law:")))
        out = &feature;
    }
    return out;
  }

  // All of them, or those most often seen and those of the rows.
  std::vector<std::size_t> keep_values(const Column& column, const FeatureEstimate& feature) {
    std::vector<std::size_t>& kept = kept_[column.name];
    for (std::size_t v = 0; v < column.values.size(); ++v) kept.push_back(v);
    if (kept.size() <= kMostOwnValues) return kept;
    const Tally& tally = *on_.model.counts.find(column.name);
    const std::vector<ValueTally::Value> seen = values_of(tally).values();
    std::vector<double> totals(seen.size());
    for (const Counts::Class& klass : on_.model.counts.classes()) {
      for (std::size_t v = 0; v < seen.size(); ++v) {
        totals[v] += tally.at(klass.code, seen[v].slot).to_double();
      }
    }
    std::stable_sort(kept.begin(), kept.end(),
                     [&](std::size_t a, std::size_t b) { return totals[a] > totals[b]; });
    kept.resize(kMostOwnValues);
    std::set<std::size_t> all(kept.begin(), kept.end());
    for (const auto& row : rows_) {
      if (const std::optional<std::size_t> v = value_of(column, feature.columns.front(), *row)) {
        if (*v < column.values.size()) all.insert(*v);
      }
    }
    kept.assign(all.begin(), all.end());
    return kept;
  }

  // The place among the table's values, their number if it is none; nothing where the cell is missing.
  static std::optional<std::size_t> value_of(const Column& column, const std::string& name,
                                             const RowCells& row) {
    const std::optional<Label> label = row.label(name);
    if (!label) return std::nullopt;
    const auto at = std::lower_bound(column.values.begin(), column.values.end(), *label);
    return at != column.values.end() && *at == *label
               ? static_cast<std::size_t>(at - column.values.begin())
               : column.values.size();
  }

  Json cell_of(const Column& column, const RowCells& row) const {
    if (!column.has_values) {
      const double x = row.number(column.name);
      return std::isnan(x) ? Json() : Json(x);
    }
    const std::optional<std::size_t> v = value_of(column, column.name, row);
    if (!v) return {};
    const auto at = column.place_of.find(*v);
    return at == column.place_of.end() ? -1 : at->second;
  }

  void add_rows(Json& out) const {
    Json rows = Json::array(), numbers = Json::array(), truths = Json::array();
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      Json cells = Json::array();
      for (const Column& column : known_) cells.push_back(cell_of(column, *rows_[r]));
      rows.push_back(std::move(cells));
      numbers.push_back(on_.rows->numbers()[r]);
      truths.push_back(on_.rows->target(static_cast<std::int64_t>(r)).to_string());
    }
    out["rows"] = std::move(rows);
    out["numbers"] = std::move(numbers);
    out["truths"] = std::move(truths);
  }

  const ReportOn& on_;
  const Estimates& estimates_;
  std::size_t K_;
  NomogramTexts texts_;
  Batch batch_;
  std::vector<std::unique_ptr<RowCells>> rows_;
  std::vector<Column> known_;
  std::map<std::string, std::vector<std::size_t>> kept_;  // by column of values
  Json columns_ = Json::array();
};

}  // namespace

Json nomogram(const ReportOn& on) {
  const Schema& schema = on.model.counts.schema();
  Question asked = on.question;
  std::string note;
  const Rule answers = rule_of(asked, on.model.rule);
  if (answers == Rule::kFull || answers == Rule::kTan) {
    asked.rule = has_weights(on.model.rule) ? Rule::kWeighted : Rule::kNaive;
    note = "The model answers by the rule " + std::string(to_string(answers)) +
           ", which hears columns together and has no line for each; this is the rule " +
           std::string(to_string(asked.rule)) + ".";
  } else if (answers == Rule::kNaive && schema.has_text() &&
             combine_of(asked, schema) == Combine::kFisher) {
    asked.combine = Combine::kSum;
    note =
        "The model combines terms by Fisher’s method, which has no line for each; this is the sum "
        "of "
        "naive Bayes.";
  }
  const Estimates estimates = estimate(on.model.counts, asked, on.model.rule);
  Json out = Builder(on, estimates).json();
  out["note"] = note;
  return out;
}

}  // namespace tally
