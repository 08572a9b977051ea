// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/split.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tally/base/error.h"
#include "tally/family/draw.h"

namespace tally {

void validate(const SplitRule& rule) {
  if (rule.fraction > 0 && rule.fraction < 1) return;
  throw Error(ErrorKind::kUsage, "the fraction of test rows is a number above 0 and below 1");
}

bool is_test_row(const SplitRule& rule, std::int64_t row) {
  const auto hash = mixed(rule.seed, static_cast<std::uint64_t>(row));
  return static_cast<double>(hash >> 11) < rule.fraction * 0x1p53;
}

std::string to_json(const Split& split) {
  nlohmann::ordered_json out;
  out["train"] = split.train;
  out["test"] = split.test;
  return out.dump();
}

void StratifiedSplit::add(std::int64_t row, const std::string& klass) {
  rows_[klass].emplace_back(mixed(rule_.seed, static_cast<std::uint64_t>(row)), row);
}

Split StratifiedSplit::split() const {
  Split out;
  for (const auto& [klass, rows] : rows_) {
    auto sorted = rows;
    const auto test = static_cast<std::size_t>(
        std::floor(rule_.fraction * static_cast<double>(sorted.size()) + 0.5));
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      (i < test ? out.test : out.train).push_back(sorted[i].second);
    }
  }
  std::sort(out.train.begin(), out.train.end());
  std::sort(out.test.begin(), out.test.end());
  return out;
}

}  // namespace tally
