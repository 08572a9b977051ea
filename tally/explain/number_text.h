// Numbers as people read them: counts whole, everything else to six digits. Not for JSON and CSV.
#pragma once

#include <cstddef>
#include <string>

#include "tally/count.h"

namespace tally {

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

/// exp(log_p) to six digits, whatever its size: "0.25", "0", "3.72008e-44", "2.5e-4321".
std::string probability_text(double log_p);

}  // namespace tally
