// SPDX-License-Identifier: Apache-2.0
// export: what Tally's other rooms and its own programs see of it beside the door.
#pragma once

#include "tally/export.h"                  // IWYU pragma: export
#include "tally/export/sheet_checks.h"     // IWYU pragma: export
#include "tally/export/sql/sql_dialect.h"  // IWYU pragma: export
