// SPDX-License-Identifier: Apache-2.0
// A sheet as JSON, for who writes a program of their own (docs/export.md says how to read it).
#pragma once

#include <string>

#include "tally/export/sheet.h"

namespace tally {

std::string to_json(const Sheet& sheet, const SheetHead& head);

}  // namespace tally
