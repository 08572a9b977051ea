// SPDX-License-Identifier: Apache-2.0
// Letters and digits of ASCII, of which mail is made.
#pragma once

#include "tally/base/ascii.h"

namespace tally::mail {

using ascii::hex_value;
using ascii::is_alnum;
using ascii::is_beyond_ascii;
using ascii::is_digit;
using ascii::is_letter;
using ascii::is_lower;
using ascii::is_space;
using ascii::is_upper;
using ascii::lower;
using ascii::starts_with_folded;
using ascii::to_lower;
using ascii::trimmed;

}  // namespace tally::mail
