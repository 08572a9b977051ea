// SPDX-License-Identifier: Apache-2.0
// Numbers as people write them: 1,234.5, 1.234,5, 12 %.
//
// The fast path for plain decimals is read_number; what it does not take comes here.
#pragma once

#include <optional>
#include <string_view>

#include "tally/label.h"
#include "tally/read.h"

namespace tally {

/// Reads a number in this form: any that parse_number takes, written with the form's decimal; with
/// groups of exactly three digits (1,234,567.8) where the form has them; with a percent sign behind
/// it, which is left out: 12.5 % is 12.5. std::nullopt for anything else. NaN and inf are numbers.
std::optional<double> read_formed_number(std::string_view text, const NumberForm& form);

/// The same as a label. A plain integer of 64 bits keeps every digit.
std::optional<Label> read_formed_label(std::string_view text, const NumberForm& form);

/// How a cell uses commas and points, looked at alone.
enum class Punctuation {
  kNone,       ///< no number, or one without any of them
  kPoint,      ///< 3.14, 1,234.5: the point is the decimal
  kComma,      ///< 3,14, 1.234,5: the comma is
  kAmbiguous,  ///< 1,234 or 1.234: either
};
Punctuation punctuation_of(std::string_view text);

}  // namespace tally
