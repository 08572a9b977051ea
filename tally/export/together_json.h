// SPDX-License-Identifier: Apache-2.0
// What columns say together, as JSON: docs/export.md says how it is read.
#pragma once

#include "tally/export/json_parts.h"
#include "tally/export/sheet_together.h"

namespace tally {

ExportJson together_as_json(const SheetTogether& together);

}  // namespace tally
