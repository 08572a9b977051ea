// SPDX-License-Identifier: Apache-2.0
#include "tally/explain/cells.h"

#include <cmath>
#include <limits>

#include "tally/explain/number_text.h"
#include "tally/family/bins.h"
#include "tally/family/wrong_cells.h"

namespace tally {

namespace {

// "age ≤ 18", "18 < age ≤ 30", "age > 65"
std::string bin_event(const std::string& name, const std::vector<double>& cuts, double x) {
  const std::size_t bin = bin_of(cuts, x);
  std::string out = bin > 0 && bin < cuts.size() ? shortest(cuts[bin - 1]) + " < " : "";
  out += name;
  return out + (bin < cuts.size() ? " ≤ " + shortest(cuts[bin]) : " > " + shortest(cuts.back()));
}

// "free=3 lunch=1"
std::string group_text(const std::vector<std::string>& terms, const RowCells& row) {
  std::string out;
  for (const std::string& term : terms) {
    const double count = row.number(term);
    if (std::isnan(count) || count == 0) continue;
    out += (out.empty() ? "" : " ") + term + "=" + plain_count(count);
  }
  return out.empty() ? "no term" : out;
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
  switch (facts_of(spec.family).cells) {
    case CellKind::kLabel:
      return *label(column);
    case CellKind::kTruth:
      return Label::of(truth(column, spec.binarize));
    case CellKind::kBin:
      return label_of_bin(bin_of(spec.cuts, number(column)));
    case CellKind::kNumber:
    case CellKind::kGroup:
    case CellKind::kTerms:
      break;
  }
  refuse_cells(spec.family, "has no value");
}

const Terms& RowCells::terms(const std::string& column) const {
  return std::get<Terms>(find(column));
}

bool is_missing(const FeatureEstimate& feature, const RowCells& row) {
  if (facts_of(feature.family).cells == CellKind::kTerms) {
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
  switch (facts_of(feature.family).cells) {
    case CellKind::kLabel:
    case CellKind::kTruth:
    case CellKind::kBin:
    case CellKind::kNumber:
      break;
    case CellKind::kGroup:
      return group_text(feature.columns, row);
    case CellKind::kTerms: {
      const Terms& terms = row.terms(feature.columns.front());
      return counted(static_cast<std::size_t>(terms.starts[1] - terms.starts[0]), "term", "terms");
    }
  }
  const std::optional<Label> label = row.label(feature.columns.front());
  return label ? label->to_string() : "";
}

std::string event_text(const FeatureEstimate& feature, const RowCells& row) {
  switch (facts_of(feature.family).cells) {
    case CellKind::kTruth: {
      const std::optional<double>& binarize = std::get<CategoricalTable>(feature.table).binarize;
      if (!binarize) break;
      const bool above = row.truth(feature.columns.front(), binarize);
      return feature.name + (above ? " > " : " ≤ ") + shortest(*binarize);
    }
    case CellKind::kBin: {
      const auto& table = std::get<CategoricalTable>(feature.table);
      return bin_event(feature.name, table.cuts, row.number(feature.columns.front()));
    }
    case CellKind::kGroup:
      return feature.name + ": " + value_text(feature, row);
    case CellKind::kTerms:
      return feature.name;
    case CellKind::kLabel:
    case CellKind::kNumber:
      break;
  }
  return feature.name + " = " + value_text(feature, row);
}

}  // namespace tally
