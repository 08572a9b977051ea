// SPDX-License-Identifier: Apache-2.0
// Numbers as people read them: counts whole, everything else to six digits. Not for JSON and CSV.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "tally/inside/count.h"

namespace tally {

/// How many of them are listed for people; the rest is counted.
inline constexpr std::size_t kShownClasses = 8, kShownTerms = 20;

/// A count in a formula: "9000", or the shortest text that reads back to the same number ("2.5").
std::string plain_count(double count);
std::string plain_count(const ExactSum& count);

/// A count for people, with thousands apart: "9", "32,561", "1,234.5".
std::string count_text(double count);
std::string count_text(const ExactSum& count);

/// "1 class", "3 classes", "32,561 rows".
std::string counted(std::size_t n, const char* one, const char* many);

/// Six significant digits: "0.333333", "-12.5", "-inf".
std::string six_digits(double value);
/// The same with + or −, as what is added to a log-odds; −0 is 0: "+0.333333", "-inf", "+0".
std::string with_sign(double value);

/// Seconds to six digits of a unit that fits them: "4.5 s", "2.5 min", "36 h", "12.5 days".
std::string span_text(double seconds);

/// A number of a column of this type: six digits, a time to the second ("2024-02-29T12:34:56"), or
/// a span. REQUIRES: is_numeric(type).
std::string measure_text(double value, ValueType type);

/// exp(log_p) to six digits, whatever its size: "0.25", "0", "3.72008e-44", "2.5e-4321".
std::string probability_text(double log_p);

/// A bin of numbers that are cut here, an origin being taken off before: "≤ 5.45", "5.45 … 6.15",
/// "> 6.15". REQUIRES: there is a cut.
std::string bin_text(std::span<const double> cuts, double origin, std::size_t bin, ValueType type);

}  // namespace tally
