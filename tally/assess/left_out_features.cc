// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/left_out_features.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "tally/base/error.h"
#include "tally/base/log_math.h"
#include "tally/estimate/assemble.h"
#include "tally/estimate/cuts.h"
#include "tally/estimate/number_column.h"

namespace tally {

namespace {

// The columns of a batch by name: there may be very many.
class ColumnsByName {
 public:
  explicit ColumnsByName(const Batch& rows) : rows_(rows) {
    for (const NamedColumn& column : rows.columns) columns_.emplace(column.name, &column.values);
  }
  const Column& operator[](const std::string& name) const {
    const auto found = columns_.find(name);
    if (found == columns_.end()) {
      throw Error(ErrorKind::kData, "there is no such column", rows_.place(0, name));
    }
    return *found->second;
  }

 private:
  const Batch& rows_;
  std::unordered_map<std::string_view, const Column*> columns_;
};

double number_at(const Column& column, std::int64_t row) {
  return std::get<Numbers>(column).at(row);
}

Question predictive() {
  Question question;
  question.method = Method::kBayes;
  return question;
}

// The sums of a column without a row of weight w, number x and exposure e.
class SumsWithout : public SumsByClass {
 public:
  SumsWithout(const Tally& tally, const std::vector<std::int32_t>& codes, std::size_t own, double w,
              double x, double e)
      : tally_(tally), codes_(codes), own_(own), w_(w), x_(x), e_(e) {}

  std::size_t classes() const override { return codes_.size(); }
  ExactSum at(std::size_t k, Part part) const override {
    ExactSum sum = tally_.at(codes_[k], part);
    if (k == own_) take_off(sum, part);
    return sum;
  }
  void take_off(ExactSum& sum, Part part) const {
    switch (part) {
      case Part::kWeight:
        return sum.add(-w_);
      case Part::kSum:
        return sum.add_product(-w_, x_);
      case Part::kSquare:
        return sum.add_product(-w_, x_, x_);
      case Part::kExposure:
        return sum.add_product(-w_, e_);
      case Part::kMissing:
      case Part::kValue:
      case Part::kRepeat:
        return;
    }
  }

 private:
  const Tally& tally_;
  const std::vector<std::int32_t>& codes_;
  std::size_t own_;
  double w_, x_, e_;
};

// The value of a cell in a tally of values, nothing if it is missing.
std::optional<Label> value_at(const TallySpec& spec, const Column& column, std::int64_t row) {
  const auto* const numbers = std::get_if<Numbers>(&column);
  const bool is_binned = spec.family == Family::kBinned;
  if ((spec.family != Family::kBernoulli && !is_binned) || numbers == nullptr) {
    return cell_label(column, row);
  }
  const double x = numbers->at(row);
  if (std::isnan(x)) return std::nullopt;
  if (is_binned) return label_of_bin(bin_of(spec.cuts, x));
  return Label::of(x > spec.binarize.value_or(0));
}

}  // namespace

LeftOutFeatures::LeftOutFeatures(const Schema& schema, const RuleFeatures& features,
                                 const Batch& rows)
    : features_(features),
      rows_(rows),
      codes_(codes_of(features.classes)),
      known_(features.features.size()) {
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
    if (feature.voice != Voice::kLaw) continue;
    if (!spec.exposure.empty()) read.push_back(&columns[spec.exposure]);
    Known& known = known_[f];
    known.moments = column_moments(*feature.tally, codes_, lost_degrees(predictive()));
    if (!known.moments.overall) continue;
    for (const std::int32_t code : codes_) {
      known.n += feature.tally->at(code, Part::kWeight);
      known.s += feature.tally->at(code, Part::kSum);
      known.q += feature.tally->at(code, Part::kSquare);
    }
  }
}

std::size_t LeftOutFeatures::truth(std::int64_t row) const {
  return truths_[static_cast<std::size_t>(row)];
}

double LeftOutFeatures::weight(std::int64_t row) const {
  return weights_ == nullptr ? 1 : weights_->at(row);
}

bool LeftOutFeatures::is_alone(std::int64_t row) const {
  const Row at = row_of(row);
  return features_.classes[at.own].weight == at.weight;
}

LeftOutFeatures::Row LeftOutFeatures::row_of(std::int64_t row) const {
  Row out{row, truth(row), {}};
  out.weight.add(weight(row));
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

// What in_value_ says, once the row is taken off.
void LeftOutFeatures::say_counts(const RuleFeature& feature, const Row& row, std::int64_t values,
                                 std::span<double> said) {
  totals_ = feature.totals;
  totals_[row.own] -= row.weight;
  say_value(in_value_, totals_, static_cast<double>(values), said);
}

void LeftOutFeatures::say_value_of(std::size_t f, const Row& row, std::span<double> said) {
  const RuleFeature& feature = features_.features[f];
  const ValueTally& tally = values_of(*feature.tally);
  const std::optional<Label> value = value_at(tally.spec(), *columns_[f][0], row.row);
  if (!value) return;
  const std::int32_t slot = tally.find_slot(*value);
  in_value_.clear();
  for (const std::int32_t code : codes_) in_value_.push_back(tally.at(code, slot));
  in_value_[row.own] -= row.weight;
  // A value that nobody else has is no possible value any more.
  const bool is_gone =
      tally.spec().values.empty() && std::all_of(in_value_.begin(), in_value_.end(),
                                                 [](const ExactSum& sum) { return sum.is_zero(); });
  const std::int64_t values = feature.values - (is_gone ? 1 : 0);
  if (values > 0) say_counts(feature, row, values, said);
}

void LeftOutFeatures::say_bin_of(std::size_t f, const Row& row, std::span<double> said) {
  const RuleFeature& feature = features_.features[f];
  const double x = number_at(*columns_[f][0], row.row);
  if (std::isnan(x)) return;
  const std::size_t K = codes_.size(), bin = bin_of(feature.cuts, x - feature.origin);
  const auto first = feature.in_bin.begin() + static_cast<std::ptrdiff_t>(bin * K);
  in_value_.assign(first, first + static_cast<std::ptrdiff_t>(K));
  in_value_[row.own] -= row.weight;
  say_counts(feature, row, feature.values, said);
}

void LeftOutFeatures::say_law_of(std::size_t f, const Row& row, std::span<double> said) {
  const Tally& tally = *features_.features[f].tally;
  const std::vector<const Column*>& columns = columns_[f];
  const double x = number_at(*columns[0], row.row);
  const double e = columns.size() > 1 ? number_at(*columns[1], row.row) : 1;
  if (std::isnan(x) || std::isnan(e)) return;
  const SumsWithout sums(tally, codes_, row.own, weight(row.row), x, e);
  Known& known = known_[f];
  ColumnMoments& moments = known.moments;
  const std::optional<Moments> overall = moments.overall;
  const Moments own = moments.by_class.empty() ? Moments{} : moments.by_class[row.own];
  if (overall) {
    ExactSum n = known.n, s = known.s, q = known.q;
    sums.take_off(n, Part::kWeight);
    sums.take_off(s, Part::kSum);
    sums.take_off(q, Part::kSquare);
    if (n.is_zero()) return;  // nobody else has a number there
    moments.overall = tally::moments(n, s, q, 0);
    const ExactSum left = sums.at(row.own, Part::kWeight);
    moments.by_class[row.own] =
        left.sign() <= 0
            ? Moments{}
            : tally::moments(left, sums.at(row.own, Part::kSum), sums.at(row.own, Part::kSquare),
                             lost_degrees(predictive()));
  }
  const std::optional<NumberLaw> law =
      numbers_of(tally.family())->law(sums, moments, number_question(predictive()));
  if (law) {
    std::visit(
        [&](const auto& table) {
          for (std::size_t k = 0; k < said.size(); ++k) said[k] = table.in_class(k)(x, e);
        },
        *law);
  }
  moments.overall = overall;
  if (overall) moments.by_class[row.own] = own;
}

void LeftOutFeatures::say_group_of(std::size_t f, const Row& row, std::span<double> said) {
  const RuleFeature& feature = features_.features[f];
  const ValueTally& tally = values_of(*feature.tally);
  const double w = weight(row.row);
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
