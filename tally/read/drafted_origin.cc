// SPDX-License-Identifier: Apache-2.0
#include "tally/read/drafted_origin.h"

#include <array>
#include <charconv>
#include <cmath>

#include "tally/batch/schema.h"
#include "tally/sums/moments.h"

namespace tally {

namespace {

constexpr double kFar = 64, kNear = 16;  // in deviations
constexpr int kMostDigits = 17;          // any double is told apart by so many

// The nearest number with so many significant digits.
double rounded(double x, int digits) {
  std::array<char, 64> text{};
  const auto written = std::to_chars(text.data(), text.data() + text.size(), x,
                                     std::chars_format::scientific, digits - 1);
  double out = 0;
  std::from_chars(text.data(), written.ptr, out);
  return out;
}

}  // namespace

void NumberRangeSeen::see(double number, std::int64_t times) {
  if (!std::isfinite(number)) return;
  const auto weight = static_cast<double>(times);
  count_.add(times);
  sum_.add_product(weight, number);
  square_.add_product(weight, number, number);
}

NumberRange NumberRangeSeen::range() const {
  if (count_.is_zero()) return {};
  const Moments found = moments(count_, sum_, square_, 0);
  return {found.mean, found.deviation};
}

double drafted_origin(const NumberRange& range) {
  const auto [mean, deviation] = range;
  if (!(deviation > 0) || std::abs(mean) > kMostOrigin / 2) return 0;
  if (!(std::abs(mean) / kFar > deviation)) return 0;
  for (int digits = 1; digits < kMostDigits; ++digits) {
    const double origin = rounded(mean, digits);
    if (std::abs(mean - origin) <= kNear * deviation) return origin;
  }
  return rounded(mean, kMostDigits);
}

}  // namespace tally
