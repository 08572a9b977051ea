// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/family_choice.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "tally/base/log_math.h"
#include "tally/estimate/question.h"
#include "tally/family/number_family.h"

namespace tally {

namespace {

// n of each class and value, in the order of the labels.
struct Cells {
  std::vector<double> x;               // [value]
  std::vector<double> class_weights;   // [class]: N_k, rows without the feature included
  std::vector<std::vector<double>> n;  // [class][value]
  std::vector<double> by_value;        // Σ_k n_kv

  Cells(const Counts& counts, const Tally& tally) {
    const std::vector<ValueTally::Value> values = values_of(tally).values();
    for (const ValueTally::Value& value : values) {
      x.push_back(parse_number(value.label.to_string()).value_or(0));
    }
    by_value.resize(values.size());
    for (const Counts::Class& klass : counts.classes()) {
      class_weights.push_back(klass.weight.to_double());
      std::vector<double>& row = n.emplace_back();
      for (std::size_t v = 0; v < values.size(); ++v) {
        row.push_back(tally.at(klass.code, values[v].slot).to_double());
        by_value[v] += row.back();
      }
    }
  }
  double rows() const { return std::accumulate(by_value.begin(), by_value.end(), 0.0); }
};

// Mean and variance of values x, each so many times.
struct Spread {
  double weight = 0, mean = 0, variance = 0;

  Spread(const std::vector<double>& x, const std::vector<double>& n) {
    for (std::size_t v = 0; v < x.size(); ++v) {
      weight += n[v];
      mean += n[v] * x[v];
    }
    if (weight <= 0) return;
    mean /= weight;
    for (std::size_t v = 0; v < x.size(); ++v) variance += n[v] * (x[v] - mean) * (x[v] - mean);
    variance /= weight;
  }
  double log_density(double at, double floor) const {
    const double spread = std::max(variance, floor);
    return -0.5 * (std::log(2 * M_PI * spread) + (at - mean) * (at - mean) / spread);
  }
};

// The losses of all cells, each without one of its rows.
class LeftOut {
 public:
  explicit LeftOut(Cells cells) : cells_(std::move(cells)) {
    for (const std::vector<double>& row : cells_.n) spreads_.emplace_back(cells_.x, row);
    total_ = std::accumulate(cells_.class_weights.begin(), cells_.class_weights.end(), 0.0);
  }

  FamilyLosses losses() {
    FamilyLosses sum;
    double asked = 0;
    for (std::size_t k = 0; k < cells_.n.size(); ++k) {
      for (std::size_t v = 0; v < cells_.x.size(); ++v) {
        const double rows = cells_.n[k][v];
        if (rows <= 0 || cells_.class_weights[k] <= 1) continue;
        const FamilyLosses one = loss(k, v, std::min(1.0, rows));
        sum.categorical += rows * one.categorical;
        sum.gaussian += rows * one.gaussian;
        asked += rows;
      }
    }
    if (asked > 0) sum = {sum.categorical / asked, sum.gaussian / asked};
    return sum;
  }

 private:
  FamilyLosses loss(std::size_t k, std::size_t v, double left_out) {
    std::vector<double> own = cells_.n[k];
    own[v] -= left_out;
    const Spread own_spread(cells_.x, own);
    std::vector<double> all = cells_.by_value;
    all[v] -= left_out;
    const Spread overall(cells_.x, all);
    const double floor = question_.variance_floor * overall.variance;
    const auto possible = static_cast<double>(
        std::count_if(all.begin(), all.end(), [](double rows) { return rows > 0; }));
    const double lambda = question_.lambda;
    std::vector<double> categorical, gaussian;
    for (std::size_t j = 0; j < cells_.n.size(); ++j) {
      const double gone = j == k ? left_out : 0;
      const double prior =
          std::log((cells_.class_weights[j] - gone + lambda) /
                   (total_ - left_out + static_cast<double>(cells_.n.size()) * lambda));
      const Spread& spread = j == k ? own_spread : spreads_[j];
      categorical.push_back(
          prior + std::log((cells_.n[j][v] - gone + lambda) / (spread.weight + possible * lambda)));
      // A class without a value of its own has that of all, a column without spread says nothing.
      const Spread& seen = spread.weight > 0 ? spread : overall;
      gaussian.push_back(prior + (floor > 0 ? seen.log_density(cells_.x[v], floor) : 0.0));
    }
    return {log_sum_exp(categorical) - categorical[k], log_sum_exp(gaussian) - gaussian[k]};
  }

  const Question question_;
  Cells cells_;
  std::vector<Spread> spreads_;  // [class]
  double total_ = 0;
};

bool is_alone(const Counts& counts, const Tally& tally, std::int32_t slot) {
  int classes = 0;
  for (const Counts::Class& klass : counts.classes()) {
    classes += tally.at(klass.code, slot).sign() > 0 ? 1 : 0;
  }
  return classes <= 1;
}

// Whether every class has one number, and no two the same.
bool has_a_number_each(const Counts& counts, const Tally& tally) {
  std::vector<double> means;
  for (const Counts::Class& klass : counts.classes()) {
    const ExactSum& weight = tally.at(klass.code, Part::kWeight);
    if (weight.sign() <= 0) return false;
    const Moments own =
        moments(weight, tally.at(klass.code, Part::kSum), tally.at(klass.code, Part::kSquare), 0);
    if (own.deviation > 0) return false;
    means.push_back(own.mean);
  }
  std::sort(means.begin(), means.end());
  return std::adjacent_find(means.begin(), means.end()) == means.end();
}

}  // namespace

FamilyLosses leave_one_out_losses(const Counts& counts, const Tally& tally) {
  return LeftOut(Cells(counts, tally)).losses();
}

std::optional<Family> family_of_whole_numbers(const Counts& counts, const Tally& tally) {
  const Cells cells(counts, tally);
  const bool are_bits = std::all_of(cells.x.begin(), cells.x.end(),
                                    [](double value) { return value == 0 || value == 1; });
  if (are_bits) return Family::kBernoulli;
  if (cells.x.size() <= 2) return Family::kCategorical;
  constexpr double kRowsOfAValue = 3;
  const auto values = static_cast<double>(cells.x.size());
  if (values > kFewValues || cells.rows() < kRowsOfAValue * values) return std::nullopt;
  const FamilyLosses losses = leave_one_out_losses(counts, tally);
  return losses.categorical < losses.gaussian ? Family::kCategorical : Family::kGaussian;
}

bool decides_target(const Counts& counts, const Tally& tally) {
  constexpr double kManyRows = 50, kRowsOfAValue = 10;
  const std::vector<Counts::Class> classes = counts.classes();
  double rows = 0;  // with a value
  for (const Counts::Class& klass : classes) {
    rows += klass.weight.to_double() - tally.at(klass.code, Part::kMissing).to_double();
  }
  const auto seen = std::count_if(classes.begin(), classes.end(),
                                  [](const auto& klass) { return klass.weight.sign() > 0; });
  if (rows < kManyRows || seen < 2) return false;
  if (is_density(tally.family())) {
    return static_cast<double>(classes.size()) * kRowsOfAValue <= rows &&
           has_a_number_each(counts, tally);
  }
  if (as_values(tally) == nullptr || facts_of(tally.family()).cells == CellKind::kGroup)
    return false;
  const std::vector<ValueTally::Value> values = values_of(tally).values();
  if (values.size() < 2 || static_cast<double>(values.size()) * kRowsOfAValue > rows) return false;
  std::size_t with_value = 0;
  for (const ValueTally::Value& value : values) {
    if (!is_alone(counts, tally, value.slot)) return false;
  }
  for (const Counts::Class& klass : classes) {
    with_value += values_of(tally).total(klass.code).sign() > 0 ? 1 : 0;
  }
  return with_value == classes.size();
}

}  // namespace tally
