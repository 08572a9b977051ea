// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/full/dependence.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tally/estimate/mutual_information.h"
#include "tally/sums/double_double.h"

namespace tally {

namespace {

double n_log_n(double n) { return n > 0 ? n * std::log(n) : 0; }

double sum_of(const std::vector<ExactSum>& sums) {
  double out = 0;
  for (const ExactSum& sum : sums) out += n_log_n(sum.to_double());
  return out;
}

Dependence dependence(const JointCounts& counts, std::size_t i, std::size_t j) {
  const JointTally& tally = counts.tally();
  const std::size_t table = tally.pair(i, j), K = counts.classes();
  double rows = 0, sum = 0;
  for (std::size_t k = 0; k < K; ++k) {
    const double n = counts.in_table(table, k).to_double();
    rows += n;
    sum += n_log_n(n);
  }
  tally.for_each_cell(table, [&](std::span<const std::int32_t>, std::int32_t slot) {
    for (std::size_t k = 0; k < K; ++k) sum += n_log_n(counts.in_cell(k, slot).to_double());
  });
  sum -= sum_of(counts.with_value(table, 0)) + sum_of(counts.with_value(table, 1));
  if (!(rows > 0)) return {i, j, 0, 0};
  const auto free = [&](std::size_t column) {
    return std::max(0.0, static_cast<double>(counts.values(column)) - 1);
  };
  const double freedom = free(i) * free(j) * static_cast<double>(K);
  const double chance = (freedom + 3 * std::sqrt(2 * freedom)) / (2 * rows);
  return {i, j, std::max(0.0, sum / rows), chance};
}

// Columns that hang together, one of them standing for all.
class Groups {
 public:
  explicit Groups(std::size_t size) : of_(size) { std::iota(of_.begin(), of_.end(), 0); }
  std::size_t of(std::size_t i) {
    while (of_[i] != i) i = of_[i] = of_[of_[i]];
    return i;
  }
  bool join(std::size_t a, std::size_t b) {
    const std::size_t here = of(a), there = of(b);
    of_[here] = there;
    return here != there;
  }

 private:
  std::vector<std::size_t> of_;
};

}  // namespace

std::vector<Dependence> dependences(const JointCounts& counts) {
  std::vector<Dependence> out;
  const std::size_t d = counts.tally().columns();
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t j = i + 1; j < d; ++j) out.push_back(dependence(counts, i, j));
  }
  std::stable_sort(out.begin(), out.end(), [](const Dependence& a, const Dependence& b) {
    return a.information > b.information;
  });
  return out;
}

double information_about_class(const JointCounts& counts, std::size_t column) {
  std::vector<double> rows;
  for (const ExactSum& sum : counts.with_value(column, 0)) rows.push_back(sum.to_double());
  return mutual_information(rows, counts.classes());
}

std::vector<std::int32_t> dependence_tree(const JointCounts& counts) {
  return dependence_tree(counts, dependences(counts));
}

std::vector<std::int32_t> dependence_tree(const JointCounts& counts,
                                          const std::vector<Dependence>& strongest_first) {
  const std::size_t d = counts.tally().columns();
  std::vector<std::vector<std::size_t>> beside(d);
  Groups groups(d);
  for (const Dependence& edge : strongest_first) {
    if (edge.information <= edge.chance || !groups.join(edge.a, edge.b)) continue;
    beside[edge.a].push_back(edge.b);
    beside[edge.b].push_back(edge.a);
  }
  std::vector<std::size_t> by_telling(d);
  std::iota(by_telling.begin(), by_telling.end(), 0);
  std::vector<double> tells;
  for (std::size_t i = 0; i < d; ++i) tells.push_back(information_about_class(counts, i));
  std::stable_sort(by_telling.begin(), by_telling.end(),
                   [&](std::size_t a, std::size_t b) { return tells[a] > tells[b]; });
  std::vector<std::int32_t> parents(d, -1);
  std::vector<bool> reached(d);
  for (const std::size_t root : by_telling) {
    std::vector<std::size_t> to_do;
    if (!reached[root]) to_do.push_back(root);
    reached[root] = true;
    while (!to_do.empty()) {
      const std::size_t at = to_do.back();
      to_do.pop_back();
      for (const std::size_t next : beside[at]) {
        if (reached[next]) continue;
        reached[next] = true;
        parents[next] = static_cast<std::int32_t>(at);
        to_do.push_back(next);
      }
    }
  }
  return parents;
}

}  // namespace tally
