// SPDX-License-Identifier: Apache-2.0
#include "tally/count/sum_checks.h"

#include <algorithm>
#include <optional>

#include "tally/sums/moments.h"

namespace tally {

bool any_beyond_bounds(std::span<const ExactSum> sums) {
  return std::any_of(sums.begin(), sums.end(), is_beyond_bounds);
}

std::size_t first_negative(std::span<const ExactSum> sums, std::size_t start) {
  while (start < sums.size() && sums[start].sign() >= 0) ++start;
  return start;
}

std::size_t first_above(const SumRow& sums, std::size_t start, const ExactSum& most) {
  const std::optional<std::int64_t> whole = most.whole();
  if (sums.is_small() && whole && *whole >= 0 &&
      sums.most() <= static_cast<std::uint64_t>(*whole)) {
    return sums.size();
  }
  for (std::size_t i = start; i < sums.size(); ++i) {
    ExactSum left = most;
    left -= sums.at(i);
    if (left.sign() < 0) return i;
  }
  return sums.size();
}

std::string impossible_rows(ExactSum missing, const ExactSum& with_value,
                            const ExactSum& class_weight) {
  return (missing += with_value) == class_weight
             ? ""
             : "counts and missing that do not add up to the class's rows";
}

}  // namespace tally
