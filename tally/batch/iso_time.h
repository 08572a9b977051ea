// SPDX-License-Identifier: Apache-2.0
// Dates, times and durations as text, and the seconds that they are.
//
// A time is the number of seconds since 1970-01-01T00:00:00 UTC, in days of 86,400 seconds (as Unix
// counts, without leap seconds), in the Gregorian calendar, also before it was introduced. A date
// is its midnight; a time without a zone is in UTC. A duration is a number of seconds; a time of
// day is the duration since midnight.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tally/label.h"

namespace tally {

inline constexpr double kFirstTime = -62'135'596'800;  ///< 0001-01-01
inline constexpr double kLastTime = 253'402'300'799;   ///< 9999-12-31T23:59:59

/// Reads an ISO 8601 date, or a date and a time of day, of the years 0001 to 9999:
///   2024-02-29   2024-02-29T12:34   2024-02-29 12:34:56.789Z   2024-02-29T12:34:56+05:30
/// with T, t or a space between, a point or a comma before the fraction, and Z, ±hh, ±hhmm or
/// ±hh:mm behind. A leap second, 23:59:60 in UTC, is the second that follows it. The seconds are
/// the double nearest to the decimal. std::nullopt for any other text: 24:00, and digits alone,
/// included.
std::optional<double> parse_time(std::string_view text);

/// Reads an ISO 8601 duration (P1DT2H3M4.5S, -PT90M, P2W; years and months have no fixed length and
/// are refused) or a time of day (12:34, 12:34:56.789), as the double nearest to its seconds.
std::optional<double> parse_duration(std::string_view text);

/// A number, a time or a duration, as `type` says. REQUIRES: is_numeric(type).
std::optional<double> parse_numeric(std::string_view text, ValueType type);

/// 2024-02-29 at midnight, else 2024-02-29T12:34:56.789, in UTC: the shortest text that parse_time
/// reads back to the same number. Outside the years 0001 to 9999, "1e+20 s since 1970".
std::string time_text(double seconds);

/// P1DT2H3M4.5S, -PT0.25S, PT0S; parse_duration reads it back to the same number. From 2^53 seconds
/// on, "1e+20 s".
std::string duration_text(double seconds);

/// A number as a text of its type; `shortest` for kNumber. REQUIRES: is_numeric(type).
std::string numeric_text(double value, ValueType type);

/// The double nearest to amount / per_second. REQUIRES: per_second is a power of ten, 1 to 10^18.
double seconds_of(std::int64_t amount, std::int64_t per_second);

}  // namespace tally
