// SPDX-License-Identifier: Apache-2.0
#include "tally/explain/cells.h"

#include <cmath>
#include <limits>

#include "tally/explain/number_text.h"
#include "tally/family/bins.h"

namespace tally {

namespace {

const std::optional<double>& binarize_of(const FeatureEstimate& feature) {
  return std::get<CategoricalTable>(feature.table).binarize;
}

// "age ≤ 18", "18 < age ≤ 30", "age > 65"
std::string bin_event(const std::string& name, const std::vector<double>& cuts, double x) {
  const std::size_t bin = bin_of(cuts, x);
  std::string out = bin > 0 && bin < cuts.size() ? shortest(cuts[bin - 1]) + " < " : "";
  out += name;
  return out + (bin < cuts.size() ? " ≤ " + shortest(cuts[bin]) : " > " + shortest(cuts.back()));
}

}  // namespace

RowCells::RowCells(const Batch& batch, std::int64_t row) : row_(slice(batch, row, row + 1)) {
  for (const NamedColumn& column : row_.columns) columns_.emplace(column.name, &column.values);
}

double RowCells::number(const std::string& column) const {
  const Column& cells = find(column);
  if (const auto* numbers = std::get_if<Numbers>(&cells)) return numbers->at(0);
  const Bits& bits = std::get<Bits>(cells);
  return !bits.validity.at(0) ? std::numeric_limits<double>::quiet_NaN() : bits.at(0) ? 1 : 0;
}

std::optional<Label> RowCells::label(const std::string& column) const {
  return cell_label(find(column), 0);
}

bool RowCells::truth(const std::string& column, std::optional<double> binarize) const {
  const Column& cells = find(column);
  if (const auto* bits = std::get_if<Bits>(&cells)) return bits->at(0);
  if (const auto* numbers = std::get_if<Numbers>(&cells))
    return numbers->at(0) > binarize.value_or(0);
  return label(column) == Label::of(true);
}

Label RowCells::value(const TallySpec& spec) const {
  const std::string& column = spec.columns.front();
  if (spec.family == Family::kBernoulli) return Label::of(truth(column, spec.binarize));
  if (spec.family == Family::kBinned) return label_of_bin(bin_of(spec.cuts, number(column)));
  return *label(column);
}

const Terms& RowCells::terms(const std::string& column) const {
  return std::get<Terms>(find(column));
}

bool is_missing(const FeatureEstimate& feature, const RowCells& row) {
  if (feature.family == Family::kText) {
    return !row.terms(feature.columns.front()).validity.at(0);
  }
  for (const std::string& column : feature.columns) {
    if (row.label(column)) {
      return !feature.exposure.empty() && std::isnan(row.number(feature.exposure));
    }
  }
  return true;
}

std::string value_text(const FeatureEstimate& feature, const RowCells& row) {
  if (feature.family == Family::kText) {
    const Terms& terms = row.terms(feature.columns.front());
    return counted(static_cast<std::size_t>(terms.starts[1] - terms.starts[0]), "term", "terms");
  }
  if (feature.family != Family::kMultinomial) {
    const std::optional<Label> label = row.label(feature.columns.front());
    return label ? label->to_string() : "";
  }
  std::string out;
  for (const std::string& term : feature.columns) {
    const double count = row.number(term);
    if (std::isnan(count) || count == 0) continue;
    out += (out.empty() ? "" : " ") + term + "=" + plain_count(count);
  }
  return out.empty() ? "no term" : out;
}

std::string event_text(const FeatureEstimate& feature, const RowCells& row) {
  const std::string value = value_text(feature, row);
  if (feature.family == Family::kText) return feature.name;
  if (feature.family == Family::kMultinomial) return feature.name + ": " + value;
  if (feature.family == Family::kBernoulli && binarize_of(feature)) {
    const bool above = row.truth(feature.columns.front(), binarize_of(feature));
    return feature.name + (above ? " > " : " ≤ ") + shortest(*binarize_of(feature));
  }
  if (feature.family == Family::kBinned) {
    const auto& table = std::get<CategoricalTable>(feature.table);
    return bin_event(feature.name, table.cuts, row.number(feature.columns.front()));
  }
  return feature.name + " = " + value;
}

}  // namespace tally
