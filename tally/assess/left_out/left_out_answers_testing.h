// SPDX-License-Identifier: Apache-2.0
// What the tests of left-out rows share: an ugly table, and answers by counting all other rows afresh.
#pragma once

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "tally/inside/assess.h"
#include "tally/inside/infer.h"

namespace tally {

struct HeavyTable {
  Schema schema;
  Batch batch;

  Counts counts() const {
    Counts out(schema);
    out.add(batch);
    return out;
  }
  RowSample sample(std::int64_t most = 4096) const {
    RowSampler sampler(schema, RowSample(most));
    sampler.add(batch);
    return sampler.sample();
  }
};

/// Columns that repeat each other, heavy tails, missing cells, a constant column, classes of different
/// sizes; every row differs from all others.
inline HeavyTable heavy_table(std::size_t rows, int classes, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  std::cauchy_distribution<double> cauchy(0, 0.5);
  std::vector<double> x, again, tail, constant(rows, 7), number;
  std::vector<std::string> colour, klass;
  for (std::size_t i = 0; i < rows; ++i) {
    const int k =
        std::min<int>(classes - 1, static_cast<int>(std::abs(normal(random)) * 0.6 * classes));
    klass.emplace_back(1, static_cast<char>('a' + k));
    const double value = normal(random) + 0.9 * k;
    x.push_back(random() % 7 == 0 ? NAN : value);
    again.push_back(value + 0.1 * normal(random));
    tail.push_back(cauchy(random) + 0.3 * k);
    colour.push_back(
        random() % 5 == 0
            ? ""
            : std::string(
                  1, static_cast<char>('r' + (random() % 3 + static_cast<unsigned>(k) / 2) % 3)));
  }
  HeavyTable out;
  out.schema.columns = {feature("x", Family::kGaussian),
                        feature("again", Family::kGaussian),
                        feature("tail", Family::kGaussian),
                        feature("constant", Family::kGaussian),
                        feature("colour", Family::kCategorical, ValueType::kText),
                        target_column("class")};
  out.schema = counted_as(Counting::kWeighted, validated(out.schema));
  out.batch = BatchBuilder()
                  .numbers("x", x)
                  .numbers("again", again)
                  .numbers("tail", tail)
                  .numbers("constant", constant)
                  .texts("colour", colour)
                  .texts("class", klass)
                  .batch();
  return out;
}

/// The answer to a row by the counts of all others, counted afresh, with the tables it was made of.
struct FreshAnswer {
  Estimates tables;
  Posteriors answer;
};
inline FreshAnswer answer_without(const HeavyTable& table, std::int64_t row,
                                  const Question& question) {
  Counts others(table.schema);
  if (row > 0) others.add(slice(table.batch, 0, row));
  if (row + 1 < table.batch.rows) others.add(slice(table.batch, row + 1, table.batch.rows));
  const Scorer scorer(estimate(others, question));
  Inference inference(scorer);
  return {scorer.estimates(), inference.infer(slice(table.batch, row, row + 1))};
}

inline Label truth_of(const HeavyTable& table, std::int64_t row) {
  return *cell_label(*table.batch.find("class"), row);
}

}  // namespace tally
