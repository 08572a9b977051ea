// SPDX-License-Identifier: Apache-2.0
// Counts of values taken for something else.
//
//   gaussian:   Σ w = Σ_v n_v,   Σ w x = Σ_v n_v v,   Σ w x² = Σ_v n_v v²
//   bernoulli:  true = n_1, false = n_0
//
// n_v is exact, and so are its products. A histogram of numbers has n_v in the cell of v.
#include "tally/base/error.h"
#include "tally/count/counts.h"
#include "tally/count/histogram_tally.h"
#include "tally/count/value_tally.h"
#include "tally/family/number_family.h"
#include "tally/family/wrong_cells.h"

namespace tally {

namespace {

// Adds sum · factor · factor₂. A sum is a list of digits, each an integer that two doubles hold.
void add_multiple(ExactSum& to, const ExactSum& sum, double factor, double second) {
  sum.for_each_limb([&](const ExactSum::Limb& limb) {
    constexpr double kTwoTo32 = 4294967296.0;
    const std::int64_t high = limb.amount >> 32;
    const std::int64_t low = limb.amount - high * (std::int64_t{1} << 32);
    ExactSum product;
    product.add_product(static_cast<double>(high) * kTwoTo32, factor, second);
    product.add_product(static_cast<double>(low), factor, second);
    product.for_each_limb([&](const ExactSum::Limb& digit) {
      to.add_limb({digit.exponent + limb.exponent, digit.amount});
    });
  });
}

double number_of(const Label& label) { return parse_number(label.to_string()).value(); }

void add_value(Tally& to, std::int32_t klass, double value, const ExactSum& weight) {
  if (HistogramTally* const histogram = as_histogram(to)) {
    const std::int32_t slot = histogram->made_slot_of(histogram->cell_of(value));
    to.cell(klass, slot) += weight;
    return;
  }
  switch (facts_of(to.family()).cells) {
    case CellKind::kTruth:
      to.cell(klass, values_of(to).slot_of(Label::of(value != 0))) += weight;
      return;
    case CellKind::kNumber:
      to.cell(klass, to.slot_of(Part::kWeight)) += weight;
      add_multiple(to.cell(klass, to.slot_of(Part::kSum)), weight, value, 1);
      if (numbers_of(to.family())->sums(Part::kSquare)) {
        add_multiple(to.cell(klass, to.slot_of(Part::kSquare)), weight, value, value);
      }
      return;
    case CellKind::kLabel:
    case CellKind::kBin:
    case CellKind::kGroup:
    case CellKind::kTerms:
      break;
  }
  refuse_cells(to.family(), "is not made of counts of numbers");
}

void recast_tally(const ValueTally& from, std::int32_t classes, Tally& to) {
  for (std::int32_t klass = 0; klass < classes; ++klass) {
    to.cell(klass, to.slot_of(Part::kMissing)) += from.at(klass, Part::kMissing);
    for (const ValueTally::Value& value : from.values()) {
      const ExactSum weight = from.at(klass, value.slot);
      if (weight.is_zero()) continue;
      add_value(to, klass, number_of(value.label), weight);
    }
  }
}

// Whether the counts of the one column are enough for the other.
bool can_recast_column(const ColumnSchema& from, const ColumnSchema& to) {
  if (from == to) return true;
  ColumnSchema bare = from;
  bare.histogram = false;
  bare.origin = 0;
  bare.text.pairs = from.text.pairs && to.text.pairs;
  if (bare == to) return true;
  const bool has_values = from.role == Role::kFeature &&
                          facts_of(from.family).cells == CellKind::kLabel &&
                          from.type == ValueType::kNumber;
  if (!has_values || to.role != Role::kFeature || to.type != ValueType::kNumber) return false;
  switch (facts_of(to.family).cells) {
    case CellKind::kTruth:
      return !to.binarize;
    case CellKind::kNumber:
      return is_density(to.family);  // takes any number, and no exposure
    case CellKind::kLabel:
    case CellKind::kBin:
    case CellKind::kGroup:
    case CellKind::kTerms:
      break;
  }
  return false;
}

}  // namespace

bool Counts::can_recast(const Schema& from, const Schema& to) {
  if (!to.joint.empty()) return from == to;
  for (const ColumnSchema& column : to.columns) {
    const ColumnSchema* const before = from.find(column.name);
    if (before == nullptr || !can_recast_column(*before, column)) return false;
  }
  for (const ColumnSchema& column : from.columns) {
    if (column.role != Role::kFeature && to.find(column.name) == nullptr) return false;
  }
  return true;
}

Counts Counts::recast(const Schema& schema) const {
  Counts out(schema);
  if (!can_recast(schema_, out.schema_)) {
    throw Error(ErrorKind::kDefect, "counts cannot be taken for those of such a schema");
  }
  out.dropped_ = dropped_;
  out.class_of_text_ = class_of_text_;
  out.class_codes_ = class_codes_;
  out.class_weights_ = class_weights_;
  const auto classes = static_cast<std::int32_t>(class_weights_.size());
  for (std::size_t t = 0; t < out.tallies_.size(); ++t) {
    Tally& tally = out.tallies_[t];
    const Tally& before = *find(tally.name());
    if (before.family() == tally.family()) {
      out.tallies_.replace(t, before);
    } else {
      recast_tally(values_of(before), classes, tally);
    }
  }
  for (std::size_t t = 0; t < out.beside_.size(); ++t) {
    Tally& tally = out.beside_[t];
    if (const Tally* const before = beside_.find(tally.name())) {
      out.beside_.replace(t, *before);
    } else {
      recast_tally(values_of(*find(tally.spec().columns[0])), classes, tally);
    }
  }
  return out;
}

Counts Counts::with_together(const Schema& schema) const {
  Counts out(schema);
  Schema before = schema_, now = out.schema_;
  before.joint = now.joint = {};
  if (before != now) {
    throw Error(ErrorKind::kDefect, "the schemas differ in more than columns counted together");
  }
  out.dropped_ = dropped_;
  out.class_of_text_ = class_of_text_;
  out.class_codes_ = class_codes_;
  out.class_weights_ = class_weights_;
  out.tallies_ = tallies_;
  for (std::size_t t = 0; t < out.beside_.size(); ++t) {
    if (as_histogram(out.beside_[t]) == nullptr) continue;
    out.beside_.replace(t, *beside_.find(out.beside_[t].name()));
  }
  return out;
}

}  // namespace tally
