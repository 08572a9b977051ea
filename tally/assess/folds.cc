// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/folds.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "tally/family/draw.h"

namespace tally {

namespace {

// What is dealt out as one: a row, or the rows of a group.
struct Dealt {
  std::int32_t stratum;
  std::uint64_t hash;
  std::vector<std::int64_t> rows;
};

std::uint64_t text_hash(std::uint64_t seed, const std::string& text) {
  std::uint64_t hash = row_hash(seed, text.size());
  for (const char c : text) hash = row_hash(hash, static_cast<unsigned char>(c));
  return hash;
}

std::vector<Dealt> single_rows(const RowStore& rows, const FoldRule& rule) {
  const std::vector<std::int32_t>& classes = rows.codes(rows.target_name());
  std::vector<Dealt> out;
  for (std::size_t row = 0; row < classes.size(); ++row) {
    const auto number = static_cast<std::uint64_t>(rows.numbers()[row]);
    out.push_back({rule.stratify ? classes[row] : 0,
                   row_hash(rule.seed, number),
                   {static_cast<std::int64_t>(row)}});
  }
  return out;
}

std::vector<Dealt> groups(const RowStore& rows, const FoldRule& rule) {
  const std::vector<std::int32_t>& codes = rows.codes(rule.group);
  std::vector<Dealt> out;
  std::map<std::int32_t, std::size_t> place_of;  // by the label's code
  for (std::int64_t row = 0; row < rows.size(); ++row) {
    const std::int32_t code = codes[static_cast<std::size_t>(row)];
    const auto [entry, added] = place_of.try_emplace(code, out.size());
    if (code >= 0 && !added) {
      out[entry->second].rows.push_back(row);
      continue;
    }
    const auto number = static_cast<std::uint64_t>(rows.numbers()[static_cast<std::size_t>(row)]);
    out.push_back({0,
                   code < 0 ? row_hash(rule.seed, number)
                            : text_hash(rule.seed, rows.label(rule.group, code).to_string()),
                   {row}});
  }
  return out;
}

void check(const FoldRule& rule, std::size_t dealt) {
  if (rule.folds < 2) {
    throw Error(ErrorKind::kUsage,
                "at least 2 folds are needed, not " + std::to_string(rule.folds));
  }
  if (rule.stratify && !rule.group.empty()) {
    throw Error(ErrorKind::kUsage, "groups stay whole and cannot be stratified: leave one out");
  }
  if (static_cast<std::size_t>(rule.folds) > dealt) {
    throw Error(ErrorKind::kUsage, std::to_string(rule.folds) + " folds need as many " +
                                       (rule.group.empty() ? "rows" : "groups") + "; there are " +
                                       std::to_string(dealt));
  }
}

}  // namespace

std::uint64_t row_hash(std::uint64_t seed, std::uint64_t number) {
  // mixed adds this constant to its seed: taken away first, a seed of 0 starts splitmix64 at 0.
  constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15;
  return mixed(seed - kStep, number);
}

std::vector<std::vector<std::int64_t>> deal_folds(const RowStore& rows, const FoldRule& rule) {
  std::vector<Dealt> dealt = rule.group.empty() ? single_rows(rows, rule) : groups(rows, rule);
  check(rule, dealt.size());
  std::sort(dealt.begin(), dealt.end(), [](const Dealt& a, const Dealt& b) {
    return std::tie(a.stratum, a.hash, a.rows) < std::tie(b.stratum, b.hash, b.rows);
  });
  std::vector<std::vector<std::int64_t>> folds(static_cast<std::size_t>(rule.folds));
  std::size_t rank = 0;
  for (std::size_t i = 0; i < dealt.size(); ++i) {
    rank = i > 0 && dealt[i].stratum == dealt[i - 1].stratum ? rank + 1 : 0;
    std::vector<std::int64_t>& fold = folds[rank % folds.size()];
    fold.insert(fold.end(), dealt[i].rows.begin(), dealt[i].rows.end());
  }
  for (std::vector<std::int64_t>& fold : folds) {
    std::sort(fold.begin(), fold.end());
    if (static_cast<std::int64_t>(fold.size()) == rows.size()) {
      throw Error(ErrorKind::kUsage,
                  "every class has a single row, so that one fold would hold them all: do not "
                  "stratify");
    }
  }
  return folds;
}

}  // namespace tally
