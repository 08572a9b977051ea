// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/sweep_points.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>

#include "tally/base/error.h"
#include "tally/label.h"

namespace tally {

namespace {

constexpr std::int64_t kMostPoints = 10000;
constexpr int kMostDigits = 18;

[[noreturn]] void refuse(std::string_view text, const std::string& sentence) {
  throw Error(ErrorKind::kUsage, "the points " + in_quotes(text) + ": " + sentence);
}

// amount / 10^decimals.
struct Decimal {
  std::int64_t amount = 0;
  int decimals = 0;
};

std::vector<std::string_view> parts_of(std::string_view text, char separator) {
  std::vector<std::string_view> out;
  for (;;) {
    const std::size_t end = text.find(separator);
    out.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return out;
    text.remove_prefix(end + 1);
  }
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// Digits with a sign, a point and an exponent; nothing if there are too many of them.
std::optional<Decimal> parse_decimal(std::string_view text) {
  const std::optional<double> value = parse_number(text);
  if (!value || !std::isfinite(*value)) return std::nullopt;
  const std::size_t e = std::min(text.find_first_of("eE"), text.size());
  int exponent = 0;
  if (e < text.size()) {
    std::string_view digits = text.substr(e + 1);
    if (digits.front() == '+') digits.remove_prefix(1);
    std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
    if (std::abs(exponent) > kMostDigits) return std::nullopt;
  }
  Decimal out;
  int digits = 0;
  bool behind_point = false;
  for (const char c : text.substr(0, e)) {
    if (c == '.') behind_point = true;
    if (c < '0' || c > '9') continue;
    out.amount = 10 * out.amount + (c - '0');
    out.decimals += behind_point;
    digits += out.amount != 0;
    if (digits > kMostDigits) return std::nullopt;
  }
  if (text.front() == '-') out.amount = -out.amount;
  out.decimals -= exponent;
  return out;
}

// The amount with more decimals; nothing where it has too many digits.
std::optional<std::int64_t> scaled(const Decimal& number, int decimals) {
  std::int64_t out = number.amount;
  for (int i = number.decimals; i < decimals; ++i) {
    if (__builtin_mul_overflow(out, std::int64_t{10}, &out)) return std::nullopt;
  }
  return out;
}

std::string decimal_text(std::int64_t amount, int decimals) {
  std::string out = std::to_string(std::abs(amount));
  if (decimals > 0) {
    const auto places = static_cast<std::size_t>(decimals);
    if (out.size() <= places) out.insert(0, places + 1 - out.size(), '0');
    out.insert(out.size() - places, ".");
  }
  return amount < 0 ? "-" + out : out;
}

std::vector<SweepPoint> range(std::string_view text) {
  const std::vector<std::string_view> parts = parts_of(text, ':');
  if (parts.size() != 3) refuse(text, "a range is START:END:STEP");
  std::int64_t amounts[3];
  int decimals = 0;
  std::vector<Decimal> numbers;
  for (const std::string_view part : parts) {
    const std::optional<Decimal> number = parse_decimal(trimmed(part));
    if (!number) refuse(text, "expected a number of up to 18 digits, found " + in_quotes(part));
    numbers.push_back(*number);
    decimals = std::max(decimals, number->decimals);
  }
  for (std::size_t i = 0; i < 3; ++i) {
    const std::optional<std::int64_t> amount = scaled(numbers[i], decimals);
    if (!amount) refuse(text, "the numbers are too far apart for 18 digits");
    amounts[i] = *amount;
  }
  const auto [start, end, step] = amounts;
  std::int64_t length = 0;
  if (__builtin_sub_overflow(end, start, &length))
    refuse(text, "the numbers are too far apart for 18 digits");
  if (step == 0 || (length != 0 && (length > 0) != (step > 0)))
    refuse(text, "the step does not lead from the start to the end");
  if (length / step >= kMostPoints) refuse(text, "more than 10000 points");
  std::vector<SweepPoint> out;
  for (std::int64_t i = 0; i <= length / step; ++i) {
    const std::string point = decimal_text(start + i * step, decimals);
    out.push_back({point, *parse_number(point)});
  }
  return out;
}

}  // namespace

std::vector<SweepPoint> parse_sweep_points(std::string_view text) {
  if (text.find(':') != std::string_view::npos) return range(text);
  std::vector<SweepPoint> out;
  for (const std::string_view part : parts_of(text, ',')) {
    const std::string_view point = trimmed(part);
    const std::optional<double> value = parse_number(point);
    if (!value || !std::isfinite(*value)) {
      refuse(text,
             "expected a range START:END:STEP or numbers with commas, found " + in_quotes(point));
    }
    out.push_back({std::string(point), *value});
  }
  if (out.size() > static_cast<std::size_t>(kMostPoints)) refuse(text, "more than 10000 points");
  return out;
}

}  // namespace tally
