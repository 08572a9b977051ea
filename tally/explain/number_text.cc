// SPDX-License-Identifier: Apache-2.0
#include "tally/explain/number_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tally/base/log_math.h"
#include "tally/batch/iso_time.h"

namespace tally {

std::string plain_count(double count) {
  constexpr double kPlain = 1e15;
  if (count == std::floor(count) && std::abs(count) < kPlain) return fmt::format("{:.0f}", count);
  return shortest(count);
}

std::string count_text(double count) {
  std::string out = plain_count(count);
  if (out.find('e') != std::string::npos) return out;
  const std::size_t first = out[0] == '-' ? 1 : 0;
  for (std::size_t at = std::min(out.find('.'), out.size()); at > first + 3; at -= 3) {
    out.insert(at - 3, ",");
  }
  return out;
}

std::string plain_count(const ExactSum& count) { return plain_count(count.to_double()); }

std::string count_text(const ExactSum& count) { return count_text(count.to_double()); }

std::string counted(std::size_t n, const char* one, const char* many) {
  return fmt::format("{} {}", count_text(static_cast<double>(n)), n == 1 ? one : many);
}

std::string six_digits(double value) { return fmt::format("{:.6g}", value); }

std::string with_sign(double value) { return (value < 0 ? "" : "+") + six_digits(value + 0.0); }

std::string span_text(double seconds) {
  struct Unit {
    const char* name;
    double seconds;
  };
  constexpr Unit kUnits[] = {{"days", 86'400}, {"h", 3'600}, {"min", 60}};
  for (const Unit& unit : kUnits) {
    if (std::abs(seconds) >= 2 * unit.seconds) {
      return six_digits(seconds / unit.seconds) + " " + unit.name;
    }
  }
  return six_digits(seconds) + " s";
}

std::string measure_text(double value, ValueType type) {
  if (type == ValueType::kTime) return time_text(std::round(value));
  return type == ValueType::kDuration ? span_text(value) : six_digits(value);
}

std::string probability_text(double log_p) {
  constexpr double kWithinADouble = 690;
  if (log_p == kLogZero || std::abs(log_p) < kWithinADouble) return six_digits(std::exp(log_p));
  const double digits = log_p / std::log(10.0);
  const double exponent = std::floor(digits);
  const std::string mantissa = six_digits(std::pow(10.0, digits - exponent));
  if (mantissa == "10") return fmt::format("1e{:+.0f}", exponent + 1);
  return fmt::format("{}e{:+.0f}", mantissa, exponent);
}

std::string bin_text(std::span<const double> cuts, double origin, std::size_t bin, ValueType type) {
  const auto at = [&](std::size_t cut) { return measure_text(cuts[cut] + origin, type); };
  if (bin == 0) return "≤ " + at(0);
  if (bin == cuts.size()) return "> " + at(bin - 1);
  return at(bin - 1) + " … " + at(bin);
}

}  // namespace tally
