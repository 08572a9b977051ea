// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/left_out/left_out_features.h"

#include <algorithm>
#include <cmath>

#include "tally/assess/rank/columns_by_name.h"
#include "tally/base/error.h"
#include "tally/base/log_math.h"
#include "tally/estimate/assemble.h"
#include "tally/estimate/cuts.h"

namespace tally {

namespace {

double number_at(const Column& column, std::int64_t row) {
  return std::get<Numbers>(column).at(row);
}

Question predictive() {
  Question question;
  question.method = Method::kBayes;
  return question;
}

}  // namespace

LeftOutFeatures::LeftOutFeatures(const Schema& schema, const RuleFeatures& features,
                                 const Batch& rows, std::span<const std::int64_t> times)
    : features_(features),
      rows_(rows),
      times_(times),
      codes_(codes_of(features.classes)),
      values_(features.features.size()),
      laws_(features.features.size()) {
  const ColumnsByName columns(rows);
  const Column& target = columns[schema.target().name];
  for (std::int64_t row = 0; row < rows.rows; ++row) {
    const std::optional<Label> label = cell_label(target, row);
    const auto at =
        std::lower_bound(features.classes.begin(), features.classes.end(), label,
                         [](const Counts::Class& klass, const std::optional<Label>& wanted) {
                           return wanted && klass.label < *wanted;
                         });
    if (!label || at == features.classes.end() || at->label != *label) {
      throw Error(ErrorKind::kData, "found a row of no class that was counted",
                  rows.place(row, schema.target().name));
    }
    truths_.push_back(static_cast<std::size_t>(at - features.classes.begin()));
  }
  if (schema.weight() != nullptr) {
    weights_ = &std::get<Numbers>(columns[schema.weight()->name]);
  }
  for (std::size_t f = 0; f < features.features.size(); ++f) {
    const RuleFeature& feature = features.features[f];
    const TallySpec& spec = feature.tally->spec();
    std::vector<const Column*>& read = columns_.emplace_back();
    for (const std::string& name : spec.columns) read.push_back(&columns[name]);
    if (feature.voice == Voice::kValue) {
      values_[f].emplace(values_of(*feature.tally), codes_, *read[0], rows.rows);
    }
    if (feature.voice != Voice::kLaw) continue;
    if (!spec.exposure.empty()) read.push_back(&columns[spec.exposure]);
    laws_[f].emplace(*feature.tally, codes_, predictive());
  }
}

std::size_t LeftOutFeatures::truth(std::int64_t row) const {
  return truths_[static_cast<std::size_t>(row)];
}

double LeftOutFeatures::weight(std::int64_t row) const {
  return weights_ == nullptr ? 1 : weights_->at(row);
}

double LeftOutFeatures::leaves(std::int64_t row) const {
  const double times =
      times_.empty() ? 1 : static_cast<double>(times_[static_cast<std::size_t>(row)]);
  return times * weight(row);
}

bool LeftOutFeatures::is_alone(std::int64_t row) const {
  const Row at = row_of(row);
  return features_.classes[at.own].weight == at.weight;
}

LeftOutFeatures::Row LeftOutFeatures::row_of(std::int64_t row) const {
  Row out{row, truth(row), {}};
  out.weight.add(leaves(row));
  return out;
}

std::vector<Counts::Class> LeftOutFeatures::classes_without(std::int64_t row) const {
  const Row at = row_of(row);
  std::vector<Counts::Class> classes = features_.classes;
  classes[at.own].weight -= at.weight;
  return classes;
}

void LeftOutFeatures::say(std::int64_t row, std::span<double> said) {
  const Row at = row_of(row);
  const std::size_t K = codes_.size();
  for (std::size_t f = 0; f < columns_.size(); ++f) {
    const RuleFeature& feature = features_.features[f];
    const std::span<double> out = said.subspan(f * K, K);
    std::fill(out.begin(), out.end(), 0.0);
    switch (feature.voice) {
      case Voice::kValue:
        say_value_of(f, at, out);
        break;
      case Voice::kLaw:
        say_law_of(f, at, out);
        break;
      case Voice::kBins:
      case Voice::kEven:
        say_bin_of(f, at, out);
        break;
      case Voice::kGroup:
        say_group_of(f, at, out);
        break;
    }
    temper(out);
  }
}

void LeftOutFeatures::say_value_of(std::size_t f, const Row& row, std::span<double> said) {
  LeftOutValues& values = *values_[f];
  if (!values.leave_out(row.row, row.own, row.weight)) return;
  say_value(values.in_value(), values.totals(), static_cast<double>(values.possible()), said);
}

void LeftOutFeatures::say_bin_of(std::size_t f, const Row& row, std::span<double> said) {
  const RuleFeature& feature = features_.features[f];
  const double x = number_at(*columns_[f][0], row.row);
  if (std::isnan(x)) return;
  const std::size_t K = codes_.size(), bin = bin_of(feature.cuts, x - feature.origin);
  const auto first = feature.in_bin.begin() + static_cast<std::ptrdiff_t>(bin * K);
  in_value_.assign(first, first + static_cast<std::ptrdiff_t>(K));
  in_value_[row.own] -= row.weight;
  totals_ = feature.totals;
  totals_[row.own] -= row.weight;
  say_value(in_value_, totals_, static_cast<double>(feature.values), said);
}

void LeftOutFeatures::say_law_of(std::size_t f, const Row& row, std::span<double> said) {
  const std::vector<const Column*>& columns = columns_[f];
  const double x = number_at(*columns[0], row.row);
  const double e = columns.size() > 1 ? number_at(*columns[1], row.row) : 1;
  if (std::isnan(x) || std::isnan(e)) return;
  laws_[f]->say({row.own, leaves(row.row), x, e}, said);
}

void LeftOutFeatures::say_group_of(std::size_t f, const Row& row, std::span<double> said) {
  const RuleFeature& feature = features_.features[f];
  const ValueTally& tally = values_of(*feature.tally);
  const double w = leaves(row.row);
  totals_ = feature.totals;
  std::vector<double> x;
  for (const Column* const column : columns_[f]) {
    x.push_back(number_at(*column, row.row));
    if (std::isnan(x.back())) x.back() = 0;  // a count that is missing was not counted
    totals_[row.own].add_product(-w, x.back());
  }
  for (std::size_t k = 0; k < said.size(); ++k) {
    const Shares shares(totals_[k], static_cast<double>(feature.values), 1);
    for (std::size_t t = 0; t < x.size(); ++t) {
      if (x[t] == 0) continue;
      ExactSum n = tally.at(codes_[k], tally.find_slot(Label::of(tally.spec().columns[t])));
      if (k == row.own) n.add_product(-w, x[t]);
      said[k] += times_log(x[t], shares.log_share(n));
    }
  }
}

}  // namespace tally
