// SPDX-License-Identifier: Apache-2.0
#include "tally/fit/clusters.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

#include "tally/base/error.h"
#include "tally/family/draw.h"

namespace tally {

namespace {

constexpr int kStepsOfAStart = 10;

// Rows, all different.
std::vector<std::int64_t> drawn_rows(std::int64_t rows, std::size_t number, Random random) {
  std::vector<std::int64_t> order(static_cast<std::size_t>(rows));
  std::iota(order.begin(), order.end(), std::int64_t{0});
  for (std::size_t k = 0; k < number; ++k) {
    std::swap(order[k], order[k + random.below(static_cast<std::uint32_t>(order.size() - k))]);
  }
  order.resize(number);
  return order;
}

// The largest cluster becomes 1, the next 2.
Counts by_size(const Counts& counts) {
  std::vector<Counts::Class> classes = counts.classes();
  std::vector<std::string> names;
  for (const Counts::Class& klass : classes) names.push_back(klass.label.to_string());
  std::stable_sort(classes.begin(), classes.end(),
                   [](const Counts::Class& a, const Counts::Class& b) {
                     ExactSum more = a.weight;
                     return (more -= b.weight).sign() > 0;
                   });
  std::map<std::string, std::string> new_name;
  for (std::size_t k = 0; k < classes.size(); ++k) {
    new_name[classes[k].label.to_string()] = names[k];
  }
  Counts out(counts.schema());
  counts.for_each_row([&](CountRow row) {
    row.klass = new_name.at(row.klass);
    out.add_row(row);
  });
  return out;
}

}  // namespace

Schema with_clusters(Schema columns, const std::string& name, std::int64_t clusters) {
  if (clusters < 2) {
    throw Error(ErrorKind::kUsage,
                "expected two clusters or more, found " + std::to_string(clusters));
  }
  ColumnSchema target;
  target.name = name;
  target.role = Role::kTarget;
  target.type = ValueType::kNumber;
  for (std::int64_t k = 1; k <= clusters; ++k) target.values.push_back(Label::of(k));
  if (columns.has_text()) {
    throw Error(ErrorKind::kUsage, "clusters cannot be found in texts: leave the text out");
  }
  columns.columns.push_back(std::move(target));
  return validated(std::move(columns));
}

Clustered find_clusters(const UnlabelledRows& rows, const Schema& schema,
                        const ClusterStarts& starts, int threads) {
  const std::size_t clusters = schema.target().values.size();
  if (rows.size() < static_cast<std::int64_t>(clusters)) {
    throw Error(ErrorKind::kData, "there are " + std::to_string(clusters) + " clusters, and only " +
                                      std::to_string(rows.size()) + " rows to find them in");
  }
  const Em em(Counts(schema), rows, threads);
  std::optional<ClassShares> best;
  double highest = 0;
  for (int i = 0; i < starts.starts; ++i) {
    ClassShares start = em.shares_by_rows(
        drawn_rows(rows.size(), clusters, Random(starts.seed, static_cast<std::uint64_t>(i))));
    const double reached = em.run(start, 1, kStepsOfAStart).objective.back();
    if (best && !(reached > highest)) continue;
    best = std::move(start);
    highest = reached;
  }
  EmRun run = em.run(*std::move(best), 1);
  Clustered out{Model{Counts(schema), ""}, std::move(run.objective)};
  out.model.expected = ExpectedCounts{by_size(run.expected), rows.size(), 1, 0, false};
  return out;
}

}  // namespace tally
