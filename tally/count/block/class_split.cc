// SPDX-License-Identifier: Apache-2.0
#include "tally/count/block/class_split.h"

#include <algorithm>
#include <numeric>

namespace tally {

std::vector<std::int32_t> split_classes(std::span<const std::int64_t> sizes, int workers) {
  std::vector<std::size_t> largest_first(sizes.size());
  std::iota(largest_first.begin(), largest_first.end(), std::size_t{0});
  std::stable_sort(largest_first.begin(), largest_first.end(),
                   [&](std::size_t a, std::size_t b) { return sizes[a] > sizes[b]; });
  std::vector<std::int64_t> loads(static_cast<std::size_t>(workers));
  std::vector<std::int32_t> owner(sizes.size());
  for (const std::size_t klass : largest_first) {
    const auto least = std::min_element(loads.begin(), loads.end());
    *least += sizes[klass];
    owner[klass] = static_cast<std::int32_t>(least - loads.begin());
  }
  const std::int64_t all = std::accumulate(loads.begin(), loads.end(), std::int64_t{0});
  const std::int64_t most = *std::max_element(loads.begin(), loads.end());
  if (std::int64_t{5} * workers * most > 6 * all) return {};
  return owner;
}

}  // namespace tally
