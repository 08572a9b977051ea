// SPDX-License-Identifier: Apache-2.0
#include "tally/label.h"

#include <fast_float/fast_float.h>

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace tally {

namespace {

constexpr double kTwoTo63 = 9223372036854775808.0;
constexpr double kTwoTo64 = 18446744073709551616.0;

bool same_ignoring_case(std::string_view text, std::string_view lower) {
  if (text.size() != lower.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i] >= 'A' && text[i] <= 'Z' ? static_cast<char>(text[i] + 32) : text[i];
    if (c != lower[i]) return false;
  }
  return true;
}

// The whole of a text as an integer.
template <class Integer>
std::optional<Integer> whole_integer(std::string_view text) {
  Integer integer = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, integer);
  if (error != std::errc() || stop != end) return std::nullopt;
  return integer;
}

std::strong_ordering reversed(std::strong_ordering order) {
  if (std::is_lt(order)) return std::strong_ordering::greater;
  return std::is_gt(order) ? std::strong_ordering::less : order;
}

// Two numbers. A real is never an integer within 64 bits, an unsigned integer is above the signed.
struct Compare {
  using Order = std::strong_ordering;
  Order operator()(std::int64_t a, std::int64_t b) const { return a <=> b; }
  Order operator()(std::uint64_t a, std::uint64_t b) const { return a <=> b; }
  Order operator()(std::uint64_t, std::int64_t) const { return Order::greater; }
  Order operator()(std::uint64_t, double real) const {
    return real >= kTwoTo64 ? Order::less : Order::greater;
  }
  Order operator()(std::int64_t integer, double real) const {
    if (real >= kTwoTo63) return Order::less;
    if (real < -kTwoTo63) return Order::greater;
    const auto floor = static_cast<std::int64_t>(std::floor(real));
    return integer <= floor ? Order::less : Order::greater;
  }
  Order operator()(double a, double b) const {
    return a < b ? Order::less : a > b ? Order::greater : Order::equal;
  }
  Order operator()(std::int64_t a, std::uint64_t b) const { return reversed((*this)(b, a)); }
  Order operator()(double a, std::int64_t b) const { return reversed((*this)(b, a)); }
  Order operator()(double a, std::uint64_t b) const { return reversed((*this)(b, a)); }
  template <class A, class B>
  Order operator()(const A&, const B&) const {  // other types were compared before
    return Order::equal;
  }
};

}  // namespace

Label Label::of(std::uint64_t value) {
  constexpr auto kMostSigned = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  return value <= kMostSigned ? of(static_cast<std::int64_t>(value)) : Label(Value(value));
}

Label Label::of(double value) {
  if (value == std::floor(value) && value >= -kTwoTo63 && value < kTwoTo63) {
    return of(static_cast<std::int64_t>(value));
  }
  // A real this large is integral.
  if (value >= kTwoTo63 && value < kTwoTo64) return of(static_cast<std::uint64_t>(value));
  return Label(Value(value));
}

std::optional<Label> Label::parse(std::string_view text, ValueType type) {
  switch (type) {
    case ValueType::kBoolean:
      if (same_ignoring_case(text, "true")) return of(true);
      if (same_ignoring_case(text, "false")) return of(false);
      return std::nullopt;
    case ValueType::kNumber: {
      // An integer is read as one: a double would merge neighbours beyond 2^53.
      if (const auto integer = whole_integer<std::int64_t>(text)) return of(*integer);
      if (const auto integer = whole_integer<std::uint64_t>(text)) return of(*integer);
      const std::optional<double> number = parse_number(text);
      if (!number || !std::isfinite(*number)) return std::nullopt;
      return of(*number);
    }
    case ValueType::kTime:
    case ValueType::kDuration:
      return std::nullopt;
    case ValueType::kText:
      break;
  }
  return of(text);
}

ValueType Label::type() const {
  if (std::holds_alternative<std::string>(value_)) return ValueType::kText;
  return std::holds_alternative<bool>(value_) ? ValueType::kBoolean : ValueType::kNumber;
}

std::string Label::to_string() const {
  if (const auto* text = std::get_if<std::string>(&value_)) return *text;
  if (const auto* boolean = std::get_if<bool>(&value_)) return *boolean ? "true" : "false";
  if (const auto* integer = std::get_if<std::int64_t>(&value_)) return std::to_string(*integer);
  if (const auto* large = std::get_if<std::uint64_t>(&value_)) return std::to_string(*large);
  return shortest(std::get<double>(value_));
}

std::strong_ordering operator<=>(const Label& a, const Label& b) {
  if (a.type() != b.type()) return a.type() <=> b.type();
  switch (a.type()) {
    case ValueType::kBoolean:
      return std::get<bool>(a.value_) <=> std::get<bool>(b.value_);
    case ValueType::kText:
      return std::get<std::string>(a.value_).compare(std::get<std::string>(b.value_)) <=> 0;
    default:
      break;
  }
  return std::visit(Compare{}, a.value_, b.value_);
}

std::string shortest(double value) {
  std::array<char, 32> buffer{};
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return error == std::errc() ? std::string(buffer.data(), end) : std::string();
}

std::optional<double> parse_number(std::string_view text) {
  if (!text.empty() && text.front() == '+') {
    text.remove_prefix(1);
    if (!text.empty() && (text.front() == '-' || text.front() == '+')) return std::nullopt;
  }
  if (text.empty() || text.back() == ')') return std::nullopt;  // nan(…) is C's business
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = fast_float::from_chars(text.data(), end, value);
  // Out of range: the value is ±inf or 0 all the same.
  if (error != std::errc() && error != std::errc::result_out_of_range) return std::nullopt;
  if (stop != end) return std::nullopt;
  return value;
}

}  // namespace tally
