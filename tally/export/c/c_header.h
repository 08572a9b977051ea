// SPDX-License-Identifier: Apache-2.0
// A sheet as one header in C99, without dependencies and without allocation.
#pragma once

#include <string>

#include "tally/export/sheet.h"

namespace tally {

/// `name` begins every name in it:
///
///   struct NAME_row row = NAME_nothing;       // every cell missing
///   row.age = 31;                             // a number; NAN is missing
///   row.town = "Ulm";                         // a text, UTF-8; NULL is missing
///   double p[NAME_CLASSES];
///   int k = NAME_predict(&row, p);            // NAME_class[k] is the class
///
/// Throws Error (kUsage) if `name` is none in C.
std::string to_c(const Sheet& sheet, const SheetHead& head, const std::string& name);

}  // namespace tally
