// SPDX-License-Identifier: Apache-2.0
#include "tally/model.h"

#include <algorithm>
#include <set>
#include <string>

#include "tally/inside/count.h"

namespace tally {

Schema schema_of_expected(const Schema& schema) {
  Schema out = counted_as(Counting::kNaive, schema);
  for (ColumnSchema& column : out.columns) column.text.pairs = false;  // which no family hears
  return validated(std::move(out));
}

Counts together(const Counts& counts, const ExpectedCounts& expected) {
  Counts out = counts.recast(expected.counts.schema());
  std::set<std::string> classes;
  for (const Label& label : counts.class_labels()) classes.insert(label.to_string());
  expected.counts.for_each_row([&](const CountRow& row) {
    if (classes.count(row.klass) > 0) out.add_row(row);
  });
  return out;
}

void merge(ExpectedCounts& expected, const ExpectedCounts& other) {
  expected.counts.merge(other.counts);
  const auto here = static_cast<double>(expected.rows), there = static_cast<double>(other.rows);
  if (expected.weight != other.weight) {
    expected.weight = (here * expected.weight + there * other.weight) / (here + there);
  }
  expected.rows += other.rows;
  expected.gain = std::min(expected.gain, other.gain);
  expected.slope = std::min(expected.slope, other.slope);
  expected.stale = expected.stale || other.stale;
}

}  // namespace tally
