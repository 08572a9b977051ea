// SPDX-License-Identifier: Apache-2.0
#include "tally/base/suggest.h"

#include <algorithm>
#include <cstddef>

#include "tally/base/error.h"
#include "tally/base/utf8.h"

namespace tally {

namespace {

constexpr std::size_t kLongest = 100;  // in bytes: a distance takes the product of two lengths
constexpr std::size_t kLeastPrefix = 3;

using Letters = std::vector<std::string>;

// Characters, ASCII capitals made small; a malformed byte is a letter of its own.
Letters letters(std::string_view text) {
  Letters out;
  while (!text.empty()) {
    const std::size_t length = std::max<std::size_t>(1, character_length(text));
    out.emplace_back(text.substr(0, length));
    char& first = out.back()[0];
    if (first >= 'A' && first <= 'Z') first = static_cast<char>(first - 'A' + 'a');
    text.remove_prefix(length);
  }
  return out;
}

// Letters to add, drop, change, or swap with their neighbour to make b of a.
std::size_t distance(const Letters& a, const Letters& b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        cost[i][j] = i + j;
        continue;
      }
      const std::size_t changed = cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, changed});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
      }
    }
  }
  return cost[a.size()][b.size()];
}

bool starts_with(const Letters& whole, const Letters& start) {
  return whole.size() >= start.size() && std::equal(start.begin(), start.end(), whole.begin());
}

std::optional<std::string> only_completion(const Letters& start,
                                           const std::vector<std::string>& names) {
  if (start.size() < kLeastPrefix) return std::nullopt;
  std::optional<std::string> out;
  for (const std::string& name : names) {
    if (name.size() > kLongest || !starts_with(letters(name), start)) continue;
    if (out) return std::nullopt;
    out = name;
  }
  return out;
}

}  // namespace

std::optional<std::string> nearest_name(std::string_view name,
                                        const std::vector<std::string>& names) {
  if (name.size() > kLongest) return std::nullopt;
  const Letters typed = letters(name);
  std::size_t limit = std::max<std::size_t>(1, typed.size() / 3) + 1;
  std::optional<std::string> nearest;
  for (const std::string& candidate : names) {
    if (candidate.size() > kLongest) continue;
    const Letters meant = letters(candidate);
    if (std::max(typed.size(), meant.size()) - std::min(typed.size(), meant.size()) >= limit) {
      continue;
    }
    const std::size_t away = distance(typed, meant);
    // A name of which nothing is left is not close, however short it is.
    if (away >= limit || away >= std::max(typed.size(), meant.size())) continue;
    limit = away;
    nearest = candidate;
  }
  return nearest ? nearest : only_completion(typed, names);
}

std::string did_you_mean(std::string_view name, const std::vector<std::string>& names) {
  const std::optional<std::string> nearest = nearest_name(name, names);
  return nearest ? " (did you mean " + in_quotes(*nearest) + "?)" : "";
}

std::string in_words(const std::vector<std::string>& names, std::string_view last) {
  std::string out;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) out += i + 1 < names.size() ? ", " : " " + std::string(last) + " ";
    out += names[i];
  }
  return out;
}

}  // namespace tally
