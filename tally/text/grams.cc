// SPDX-License-Identifier: Apache-2.0
#include "tally/text/grams.h"

#include <algorithm>
#include <cstddef>

namespace tally::text {

void make_grams(const std::vector<std::string_view>& tokens, int shortest, int longest,
                std::string_view between, std::string& joined,
                std::vector<std::string_view>& grams) {
  joined.clear();
  grams.clear();
  std::vector<std::size_t> starts;
  starts.reserve(tokens.size() + 1);
  for (const std::string_view token : tokens) {
    starts.push_back(joined.size());
    joined.append(token).append(between);
  }
  starts.push_back(joined.size());
  const auto least = static_cast<std::size_t>(shortest), most = static_cast<std::size_t>(longest);
  for (std::size_t first = 0; first < tokens.size(); ++first) {
    for (std::size_t n = least; n <= std::min(most, tokens.size() - first); ++n) {
      const std::size_t end = starts[first + n] - between.size();
      grams.emplace_back(joined.data() + starts[first], end - starts[first]);
    }
  }
}

}  // namespace tally::text
