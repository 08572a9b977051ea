// SPDX-License-Identifier: Apache-2.0
#include "tally/batch/iso_time.h"

#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdlib>

namespace tally {

namespace {

__extension__ using Wide = unsigned __int128;

constexpr std::int64_t kDay = 86'400;
constexpr double kTwoTo53 = 9007199254740992.0;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Takes a text from its front; what does not fit stays.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : rest_(text) {}

  bool is_at_end() const { return rest_.empty(); }

  /// The character at the front, if it is one of these; else 0.
  char take_any(std::string_view of) {
    if (rest_.empty() || of.find(rest_.front()) == std::string_view::npos) return 0;
    const char taken = rest_.front();
    rest_.remove_prefix(1);
    return taken;
  }

  /// As many digits as there are.
  std::string_view take_digits() {
    std::size_t size = 0;
    while (size < rest_.size() && is_digit(rest_[size])) ++size;
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }

  /// A number of exactly `size` digits, at most `most`.
  std::optional<int> take_number(std::size_t size, int most) {
    if (rest_.size() < size) return std::nullopt;
    int number = 0;
    for (const char c : rest_.substr(0, size)) {
      if (!is_digit(c)) return std::nullopt;
      number = 10 * number + (c - '0');
    }
    if (number > most) return std::nullopt;
    rest_.remove_prefix(size);
    return number;
  }

 private:
  std::string_view rest_;
};

// 1 − 0.digits, as digits. REQUIRES: the last is not 0.
std::string complement(std::string_view digits) {
  std::string out(digits);
  for (char& digit : out) digit = static_cast<char>('0' + '9' - digit);
  ++out.back();
  return out;
}

// The double nearest to whole + 0.fraction.
double sum_of(std::int64_t whole, std::string_view fraction) {
  while (!fraction.empty() && fraction.back() == '0') fraction.remove_suffix(1);
  if (fraction.empty()) return static_cast<double>(whole);
  const std::string decimal = whole >= 0
                                  ? std::to_string(whole) + "." + std::string(fraction)
                                  : "-" + std::to_string(-(whole + 1)) + "." + complement(fraction);
  return *parse_number(decimal);
}

// The digits behind a point or a comma; false if there is a point and no digit.
bool take_fraction(Cursor& text, std::string_view& fraction) {
  if (text.take_any(".,") == 0) return true;
  fraction = text.take_digits();
  return !fraction.empty();
}

struct TimeOfDay {
  std::int64_t seconds = 0;
  std::string_view fraction;
  bool has_leap_second = false;
};

std::optional<TimeOfDay> take_time_of_day(Cursor& text) {
  const std::optional<int> hour = text.take_number(2, 23);
  if (!hour || text.take_any(":") == 0) return std::nullopt;
  const std::optional<int> minute = text.take_number(2, 59);
  if (!minute) return std::nullopt;
  TimeOfDay time;
  time.seconds = *hour * 3600 + *minute * 60;
  if (text.take_any(":") == 0) return time;
  const std::optional<int> second = text.take_number(2, 60);
  if (!second || !take_fraction(text, time.fraction)) return std::nullopt;
  time.seconds += *second;
  time.has_leap_second = *second == 60;
  return time;
}

// Seconds east of UTC; 0 if there is no zone.
std::optional<int> take_zone(Cursor& text) {
  if (text.take_any("Zz") != 0) return 0;
  const char sign = text.take_any("+-");
  if (sign == 0) return 0;
  const std::optional<int> hours = text.take_number(2, 23);
  if (!hours) return std::nullopt;
  std::optional<int> minutes = 0;
  if (text.take_any(":") != 0 || !text.is_at_end()) minutes = text.take_number(2, 59);
  if (!minutes) return std::nullopt;
  return (sign == '-' ? -1 : 1) * (*hours * 3600 + *minutes * 60);
}

// Days since 1970-01-01.
std::optional<std::int64_t> take_date(Cursor& text) {
  const std::optional<int> year = text.take_number(4, 9999);
  if (!year || *year == 0 || text.take_any("-") == 0) return std::nullopt;
  const std::optional<int> month = text.take_number(2, 12);
  if (!month || text.take_any("-") == 0) return std::nullopt;
  const std::optional<int> day = text.take_number(2, 31);
  if (!day) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(*year),
                                         std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days(date).time_since_epoch().count();
}

std::optional<double> take_time_of_day_alone(Cursor& text) {
  const std::optional<TimeOfDay> time = take_time_of_day(text);
  if (!time || time->has_leap_second || !text.is_at_end()) return std::nullopt;
  return sum_of(time->seconds, time->fraction);
}

// A number as a decimal: whole + 0.fraction, the whole rounded down.
struct Decimal {
  std::int64_t whole = 0;
  std::string fraction;
};

// REQUIRES: |value| < 2^63.
Decimal decimal_of(double value) {
  std::array<char, 400> digits;  // of the least double, too
  const bool is_negative = value < 0;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), std::abs(value),
                                 std::chars_format::fixed);
  const std::string_view text(digits.data(), static_cast<std::size_t>(end.ptr - digits.data()));
  const std::size_t point = std::min(text.find('.'), text.size());
  Decimal out;
  std::from_chars(text.data(), text.data() + point, out.whole);
  if (point < text.size()) out.fraction = text.substr(point + 1);
  if (!is_negative) return out;
  out.whole = -out.whole;
  if (out.fraction.empty()) return out;
  --out.whole;
  out.fraction = complement(out.fraction);
  return out;
}

std::string two_digits(std::int64_t number) {
  return (number < 10 ? "0" : "") + std::to_string(number);
}

std::string with_point(const std::string& fraction) {
  return fraction.empty() ? "" : "." + fraction;
}

}  // namespace

std::optional<double> parse_time(std::string_view text) {
  Cursor cursor(text);
  const std::optional<std::int64_t> days = take_date(cursor);
  if (!days) return std::nullopt;
  if (cursor.is_at_end()) return static_cast<double>(*days * kDay);
  if (cursor.take_any("Tt ") == 0) return std::nullopt;
  const std::optional<TimeOfDay> time = take_time_of_day(cursor);
  if (!time) return std::nullopt;
  const std::optional<int> zone = take_zone(cursor);
  if (!zone || !cursor.is_at_end()) return std::nullopt;
  const std::int64_t seconds = *days * kDay + time->seconds - *zone;
  if (time->has_leap_second && seconds % kDay != 0) return std::nullopt;
  return sum_of(seconds, time->fraction);
}

std::optional<double> parse_duration(std::string_view text) {
  Cursor cursor(text);
  const char sign = cursor.take_any("+-");
  if (cursor.take_any("Pp") == 0) {
    return sign == 0 ? take_time_of_day_alone(cursor) : std::nullopt;
  }
  constexpr std::size_t kMostDigits = 12;  // so that no sum is beyond 64 bits
  constexpr std::string_view kUnits = "WDHMS";
  constexpr std::array<std::int64_t, 5> kSeconds{7 * kDay, kDay, 3600, 60, 1};
  constexpr std::size_t kFirstOfTime = 2;
  std::int64_t whole = 0;
  std::string_view fraction;
  bool in_time = false;
  std::size_t next = 0;  // the first unit that may follow
  do {
    if (!in_time && cursor.take_any("Tt") != 0) {
      in_time = true;
      next = kFirstOfTime;
    }
    const std::string_view digits = cursor.take_digits();
    if (digits.empty() || digits.size() > kMostDigits) return std::nullopt;
    if (!take_fraction(cursor, fraction)) return std::nullopt;
    const char unit = cursor.take_any(in_time ? "HMShms" : "WDwd");
    if (unit == 0) return std::nullopt;
    const std::size_t place = kUnits.find(static_cast<char>(unit & ~0x20));
    if (place < next || (!fraction.empty() && place + 1 < kUnits.size())) return std::nullopt;
    next = place + 1;
    std::int64_t count = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), count);
    whole += count * kSeconds[place];
  } while (!cursor.is_at_end());
  const double seconds = sum_of(whole, fraction);
  return sign == '-' && seconds != 0 ? -seconds : seconds;
}

std::optional<double> parse_numeric(std::string_view text, ValueType type) {
  if (type == ValueType::kTime) return parse_time(text);
  return type == ValueType::kDuration ? parse_duration(text) : parse_number(text);
}

std::string time_text(double seconds) {
  if (!(seconds >= kFirstTime && seconds < kLastTime + 1)) {
    return shortest(seconds) + " s since 1970";
  }
  const Decimal decimal = decimal_of(seconds);
  const std::int64_t second = (decimal.whole % kDay + kDay) % kDay;
  const std::chrono::year_month_day date{
      std::chrono::sys_days(std::chrono::days((decimal.whole - second) / kDay))};
  const std::string year = std::to_string(static_cast<int>(date.year()));
  std::string out = std::string(4 - year.size(), '0') + year + "-" +
                    two_digits(static_cast<unsigned>(date.month())) + "-" +
                    two_digits(static_cast<unsigned>(date.day()));
  if (second == 0 && decimal.fraction.empty()) return out;
  return out + "T" + two_digits(second / 3600) + ":" + two_digits(second / 60 % 60) + ":" +
         two_digits(second % 60) + with_point(decimal.fraction);
}

std::string duration_text(double seconds) {
  if (!(std::abs(seconds) < kTwoTo53)) return shortest(seconds) + " s";
  const Decimal decimal = decimal_of(std::abs(seconds));
  const auto [whole, fraction] = decimal;
  std::string out = seconds < 0 ? "-P" : "P";
  if (whole >= kDay) out += std::to_string(whole / kDay) + "D";
  const std::int64_t rest = whole % kDay;
  if (rest == 0 && fraction.empty() && whole != 0) return out;
  out += "T";
  if (rest >= 3600) out += std::to_string(rest / 3600) + "H";
  if (rest / 60 % 60 != 0) out += std::to_string(rest / 60 % 60) + "M";
  if (rest % 60 == 0 && fraction.empty() && whole != 0) return out;
  return out + std::to_string(rest % 60) + with_point(fraction) + "S";
}

std::string numeric_text(double value, ValueType type) {
  if (type == ValueType::kTime) return time_text(value);
  return type == ValueType::kDuration ? duration_text(value) : shortest(value);
}

double seconds_of(std::int64_t amount, std::int64_t per_second) {
  const auto value = static_cast<double>(amount);
  // Both are exact, so that one division rounds correctly.
  if (std::abs(value) < kTwoTo53) return value / static_cast<double>(per_second);
  // A quotient of more than 55 bits and, in the last of them, whether anything is left over, is
  // rounded once when it becomes a double.
  constexpr int kShift = 64;
  const auto divisor = static_cast<Wide>(per_second);
  const auto magnitude =
      amount < 0 ? ~static_cast<std::uint64_t>(amount) + 1 : static_cast<std::uint64_t>(amount);
  const Wide scaled = static_cast<Wide>(magnitude) << kShift;
  const Wide quotient = scaled / divisor | static_cast<Wide>(scaled % divisor != 0 ? 1 : 0);
  const double seconds = std::ldexp(static_cast<double>(quotient), -kShift);
  return amount < 0 ? -seconds : seconds;
}

}  // namespace tally
