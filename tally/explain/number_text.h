// Numbers as people read them: counts whole, everything else to six digits.
#pragma once

#include <cstddef>
#include <string>

#include "tally/count.h"

namespace tally {

/// A count: "9", or the shortest text that reads back to the same number ("2.5").
std::string count_text(double count);
std::string count_text(const ExactSum& count);

/// "1 class", "3 classes".
std::string counted(std::size_t n, const char* one, const char* many);

/// Six significant digits: "0.333333", "-12.5", "-inf".
std::string six_digits(double value);

/// exp(log_p) to six digits, whatever its size: "0.25", "0", "3.72008e-44", "2.5e-4321".
std::string probability_text(double log_p);

}  // namespace tally
