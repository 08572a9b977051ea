// SPDX-License-Identifier: Apache-2.0
// Rows of every kind of feature, to be left out one by one.
#pragma once

#include <cmath>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "tally/base/ugly_numbers_testing.h"
#include "tally/inside/batch.h"

namespace tally {

struct Rows {
  Schema schema;
  Batch batch;
};

// Columns of every kind of feature, with missing cells, values that one row alone has, heavy tails
// and, if asked for, weights.
inline Rows random_rows(std::size_t count, bool with_weights, unsigned seed) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  std::mt19937 random(seed);
  const auto chance = [&](unsigned one_in) { return random() % one_in == 0; };
  std::vector<std::optional<Label>> klass, colour;
  std::vector<std::optional<bool>> flag;
  std::vector<double> height, tail, events, hours, visits, above, binned_at, red, green, weight;
  std::student_t_distribution<double> student(2);
  for (std::size_t i = 0; i < count; ++i) {
    const auto k = random() % 3;
    klass.emplace_back(Label::of("k" + std::to_string(k)));
    colour.emplace_back(
        chance(9) ? std::nullopt
                  : std::optional(Label::of(chance(8) ? "own" + std::to_string(i)
                                                      : "c" + std::to_string((random() + k) % 3))));
    flag.emplace_back(chance(7) ? std::nullopt : std::optional(chance(2 + k)));
    height.push_back(chance(8) ? kNone : std::round(170.0 + 5.0 * k + random() % 20) / 10);
    tail.push_back(chance(10) ? kNone : student(random) + static_cast<double>(k));
    events.push_back(chance(10) ? kNone : static_cast<double>(random() % (3 + k)));
    hours.push_back(chance(12) ? kNone : 0.5 + static_cast<double>(random() % 4));
    visits.push_back(static_cast<double>(chance(5) ? random() % 40 : random() % 3));
    above.push_back(chance(9) ? kNone : static_cast<double>(random() % 5) - 2);
    binned_at.push_back(chance(9) ? kNone : static_cast<double>(random() % 5 + k) / 2 - 2);
    red.push_back(chance(11) ? kNone : static_cast<double>(random() % 4));
    green.push_back(static_cast<double>((random() + k) % 4));
    weight.push_back(with_weights ? 0.1 * static_cast<double>(1 + random() % 30) : 1);
  }
  Rows out;
  BatchBuilder builder;
  builder.labels("class", klass).labels("colour", colour).booleans("flag", flag);
  builder.numbers("height", height).numbers("tail", tail).numbers("events", events);
  builder.numbers("hours", hours).numbers("visits", visits).numbers("above", above);
  builder.numbers("binned", binned_at);
  builder.numbers("red", red).numbers("green", green).numbers("weight", weight);
  out.batch = builder.batch();
  Schema schema;
  schema.columns = {feature("colour", Family::kCategorical, ValueType::kText),
                    feature("flag", Family::kBernoulli, ValueType::kBoolean),
                    feature("height", Family::kGaussian),
                    feature("tail", Family::kGaussian),
                    feature("visits", Family::kNegativeBinomial),
                    target_column("class")};
  ColumnSchema counted = feature("events", Family::kPoisson);
  counted.exposure = "hours";
  ColumnSchema hourly = feature("hours", Family::kGaussian);
  hourly.role = Role::kExposure;
  ColumnSchema cut = feature("above", Family::kBernoulli);
  cut.binarize = 0.5;
  ColumnSchema binned = feature("binned", Family::kBinned);
  binned.cuts = {-1, 0, 1.5};
  schema.columns.insert(schema.columns.end(), {counted, hourly, cut, binned});
  for (const char* term : {"red", "green"}) {
    ColumnSchema column = feature(term, Family::kMultinomial);
    column.group = "basket";
    schema.columns.push_back(column);
  }
  if (with_weights) {
    ColumnSchema column = feature("weight", Family::kGaussian);
    column.role = Role::kWeight;
    schema.columns.push_back(column);
  }
  out.schema = counted_as(Counting::kWeighted, validated(schema));
  for (ColumnSchema& column : out.schema.columns) {
    if (column.name == "height") column.origin = 17;
  }
  return out;
}

}  // namespace tally
