// SPDX-License-Identifier: Apache-2.0
// What ICU reports, as an Error.
#pragma once

#include <unicode/utypes.h>

#include <string>

#include "tally/base/error.h"

namespace tally::text {

/// Throws Error (kUnavailable) if ICU could not do `what` ("cut words"); its data may not be
/// installed.
inline void check_icu(UErrorCode status, const std::string& what) {
  if (U_SUCCESS(status)) return;
  throw Error(ErrorKind::kUnavailable,
              "ICU cannot " + what + " (" + u_errorName(status) + "); is its data installed?");
}

}  // namespace tally::text
