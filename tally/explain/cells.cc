#include "tally/explain/cells.h"

#include <cmath>
#include <limits>

#include "tally/explain/number_text.h"

namespace tally {

namespace {

Validity from(Validity validity, std::int64_t row) {
  validity.offset += row;
  return validity;
}

Numbers from(Numbers numbers, std::int64_t row) {
  numbers.data = static_cast<const char*>(numbers.data) + row * numbers.stride;
  numbers.validity = from(numbers.validity, row);
  return numbers;
}

Column from(const Column& column, std::int64_t row) {
  if (const auto* numbers = std::get_if<Numbers>(&column)) return from(*numbers, row);
  if (const auto* codes = std::get_if<Codes>(&column)) {
    return Codes{from(codes->indices, row), codes->dictionary};
  }
  if (const auto* texts = std::get_if<Texts>(&column)) return Texts{texts->cells + row};
  if (const auto* found = std::get_if<Terms>(&column)) {
    Terms terms = *found;
    terms.starts += row;
    terms.validity = from(terms.validity, row);
    return terms;
  }
  Bits bits = std::get<Bits>(column);
  bits.offset += row;
  bits.validity = from(bits.validity, row);
  return bits;
}

Batch one_row(const Batch& batch, std::int64_t row) {
  Batch out;
  out.rows = 1;
  for (const NamedColumn& column : batch.columns) {
    out.columns.push_back({column.name, from(column.values, row)});
  }
  out.file = batch.file;
  out.first_row = batch.first_row + row;
  if (!batch.lines.empty()) out.lines.push_back(batch.lines[static_cast<std::size_t>(row)]);
  return out;
}

const std::optional<double>& binarize_of(const FeatureEstimate& feature) {
  return std::get<CategoricalTable>(feature.table).binarize;
}

}  // namespace

RowCells::RowCells(const Batch& batch, std::int64_t row) : row_(one_row(batch, row)) {
  for (const NamedColumn& column : row_.columns) columns_.emplace(column.name, &column.values);
}

double RowCells::number(const std::string& column) const {
  const Column& cells = find(column);
  if (const auto* numbers = std::get_if<Numbers>(&cells)) return numbers->at(0);
  const Bits& bits = std::get<Bits>(cells);
  return !bits.validity.at(0) ? std::numeric_limits<double>::quiet_NaN() : bits.at(0) ? 1 : 0;
}

std::optional<Label> RowCells::label(const std::string& column) const {
  const Column& cells = find(column);
  if (const auto* codes = std::get_if<Codes>(&cells)) {
    const double code = codes->indices.at(0);
    if (std::isnan(code) || code < 0) return std::nullopt;
    return codes->dictionary->label(static_cast<std::int32_t>(code));
  }
  if (const auto* bits = std::get_if<Bits>(&cells)) {
    if (!bits->validity.at(0)) return std::nullopt;
    return Label::of(bits->at(0));
  }
  const auto& numbers = std::get<Numbers>(cells);
  const double value = numbers.at(0);
  if (std::isnan(value)) return std::nullopt;
  return numbers.label(value);
}

bool RowCells::truth(const std::string& column, std::optional<double> binarize) const {
  const Column& cells = find(column);
  if (const auto* bits = std::get_if<Bits>(&cells)) return bits->at(0);
  if (const auto* numbers = std::get_if<Numbers>(&cells))
    return numbers->at(0) > binarize.value_or(0);
  return label(column) == Label::of(true);
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
  return feature.name + " = " + value;
}

}  // namespace tally
