#include "cli/suggest.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "tally/base/error.h"

namespace tally::cli {

namespace {

// Levenshtein's distance in bytes.
std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t above = row[j + 1];
      row[j + 1] = std::min({above + 1, row[j] + 1, diagonal + (a[i] == b[j] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row.back();
}

}  // namespace

std::string did_you_mean(const std::string& name, const std::vector<std::string>& names) {
  const std::string* closest = nullptr;
  std::size_t least = std::max<std::size_t>(1, name.size() / 3) + 1;
  for (const std::string& candidate : names) {
    const std::size_t difference =
        std::max(candidate.size(), name.size()) - std::min(candidate.size(), name.size());
    if (difference >= least) continue;
    const std::size_t away = distance(name, candidate);
    if (away < least && away < candidate.size()) {
      least = away;
      closest = &candidate;
    }
  }
  return closest == nullptr ? "" : " (did you mean " + quoted(*closest) + "?)";
}

}  // namespace tally::cli
