// Whether numbers are whole and small, many at a time: then doubles add them up without rounding.
#pragma once

#include <cstdint>

namespace tally {

inline constexpr double kMostSmallWhole = 1 << 20;

/// Whether every value is a whole number from 0 to kMostSmallWhole.
bool all_small_whole(const double* values, std::int64_t count);

/// The same for numbers of another type.
template <class Value>
bool all_small_whole(const Value* values, std::int64_t count) {
  bool all = true;
  for (std::int64_t i = 0; i < count; ++i) {
    const auto x = static_cast<double>(values[i]);
    const bool inside = x >= 0 && x <= kMostSmallWhole;
    all &= inside && static_cast<double>(static_cast<std::int32_t>(inside ? x : 0)) == x;
  }
  return all;
}

}  // namespace tally
