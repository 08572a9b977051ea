// SPDX-License-Identifier: Apache-2.0
// What an exact sum comes to, once its carries are done: a sign and digits.
#pragma once

#include <cstdint>
#include <vector>

#include "tally/sums.h"

namespace tally {

/// ± Σ digits[i] · 2^(32 (base + i)); the last digit is not zero, and zero has none.
struct Magnitude {
  bool negative = false;
  std::int32_t base = 0;
  std::vector<std::uint32_t> digits;

  int sign() const { return digits.empty() ? 0 : negative ? -1 : 1; }
  /// The nearest double, of two the even one; infinite where that is too large.
  double rounded() const;
  /// The digits that are not zero, or one integer if it holds all of them: the form that depends on
  /// the value alone.
  std::vector<ExactSum::Limb> limbs() const;
};

}  // namespace tally
