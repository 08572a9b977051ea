// SPDX-License-Identifier: Apache-2.0
#include "tally/picture/curve_axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tally {

namespace {

// The least of 1, 2, 5 · 10^n that is not below `width`.
double nice_step(double width) {
  const double power = std::pow(10, std::floor(std::log10(width)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= width * (1 - 1e-9)) return factor * power;
  }
  return 10 * power;
}

// As many decimals as the step has.
std::string tick_text(double value, double step) {
  const int decimals = static_cast<int>(std::max(0.0, -std::floor(std::log10(step) + 1e-9)));
  constexpr int kMostDecimals = 6;
  if (decimals > kMostDecimals || std::abs(value) >= 1e7) return fmt::format("{:g}", value);
  return fmt::format("{:.{}f}", value, decimals);
}

}  // namespace

CurveAxis::CurveAxis(const std::vector<double>& values, int steps, bool is_log) : is_log_(is_log) {
  std::vector<double> finite;
  for (const double value : values) {
    if (std::isfinite(value)) finite.push_back(is_log ? std::log10(value) : value);
  }
  const auto [low, high] = std::minmax_element(finite.begin(), finite.end());
  const double least = finite.empty() ? 0 : *low, most = finite.empty() ? 1 : *high;
  if (is_log) {
    place_log(least, most);
  } else {
    place_linear(least, most, steps);
  }
}

void CurveAxis::place_linear(double low, double high, int steps) {
  // A single value stands in the middle.
  if (high - low <= 1e-12 * std::max(std::abs(low), std::abs(high))) {
    const double around = low == 0 ? 1 : std::abs(low) / 10;
    low -= around;
    high += around;
  }
  const double step = nice_step((high - low) / steps);
  const double first = std::floor(low / step + 1e-9), last = std::ceil(high / step - 1e-9);
  low_ = first * step;
  high_ = last * step;
  for (double i = first; i <= last; ++i) {
    const double value = i * step + 0.0;  // never −0
    ticks_.push_back({value, tick_text(value, step)});
  }
}

void CurveAxis::place_log(double low, double high) {
  low_ = std::floor(low + 1e-9);
  high_ = std::ceil(high - 1e-9);
  if (high_ <= low_) high_ = low_ + 1;
  constexpr double kMostTicks = 8;
  const double every = std::ceil((high_ - low_) / kMostTicks);
  for (double i = low_; i <= high_; i += every) {
    const double value = std::pow(10, i);
    ticks_.push_back({value, fmt::format("{:g}", value)});
  }
}

double CurveAxis::position(double value) const {
  return ((is_log_ ? std::log10(value) : value) - low_) / (high_ - low_);
}

CurveAxis x_axis(const CurveChart& chart, int steps) {
  return CurveAxis(chart.x, steps, chart.log_x);
}

CurveAxis y_axis(const CurveChart& chart, int steps) {
  std::vector<double> values;
  for (const Curve& curve : chart.curves)
    values.insert(values.end(), curve.y.begin(), curve.y.end());
  return CurveAxis(values, steps);
}

}  // namespace tally
