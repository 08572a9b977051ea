// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/accuracy_bound.h"

#include <algorithm>
#include <cmath>

namespace tally {

namespace {

using Tables = std::vector<const CategoricalTable*>;

// The tables of the features; nothing where one is not discrete or there are too many x.
std::optional<Tables> few_and_discrete(const Estimates& estimates) {
  constexpr double kMost = 100'000;
  Tables out;
  double rows = 1;
  for (const FeatureEstimate& feature : estimates.features) {
    const auto* table = std::get_if<CategoricalTable>(&feature.table);
    if (table == nullptr) return std::nullopt;
    rows *= static_cast<double>(table->values.size());
    out.push_back(table);
  }
  if (rows > kMost) return std::nullopt;
  return out;
}

// Adds max_y P(x, y) for every x that begins with the values in `log_joint`.
void add_all(const Tables& tables, std::size_t feature, const std::vector<double>& log_joint,
             ExactSum& sum) {
  if (feature == tables.size()) {
    return sum.add(std::exp(*std::max_element(log_joint.begin(), log_joint.end())));
  }
  const std::size_t classes = log_joint.size();
  const CategoricalTable& table = *tables[feature];
  std::vector<double> longer(classes);
  for (std::size_t v = 0; v < table.values.size(); ++v) {
    for (std::size_t k = 0; k < classes; ++k) {
      longer[k] = log_joint[k] + table.log_p[v * classes + k];
    }
    add_all(tables, feature + 1, longer, sum);
  }
}

}  // namespace

std::optional<double> accuracy_bound(const Estimates& estimates) {
  if (estimates.weighted) return std::nullopt;  // which gives no joint probability
  const std::optional<Tables> tables = few_and_discrete(estimates);
  if (!tables) return std::nullopt;
  // A feature of a single value is a factor of every x, and there may be any number of them.
  std::vector<double> log_joint = estimates.log_prior;
  Tables branching;
  for (const CategoricalTable* table : *tables) {
    if (table->values.size() > 1) {
      branching.push_back(table);
      continue;
    }
    for (std::size_t k = 0; k < log_joint.size(); ++k) log_joint[k] += table->log_p[k];
  }
  ExactSum sum;
  add_all(branching, 0, log_joint, sum);
  return std::min(1.0, sum.to_double());
}

}  // namespace tally
