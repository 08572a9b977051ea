// SPDX-License-Identifier: Apache-2.0
// read: what Tally's other rooms and its own programs see of it beside the door.
#pragma once

#include "tally/read.h"                      // IWYU pragma: export
#include "tally/read/arrow/arrow_abi.h"      // IWYU pragma: export
#include "tally/read/arrow/arrow_library.h"  // IWYU pragma: export
#include "tally/read/batch_table.h"          // IWYU pragma: export
#include "tally/read/cells/number_form.h"    // IWYU pragma: export
#include "tally/read/column_guess.h"         // IWYU pragma: export
#include "tally/read/drafted_origin.h"       // IWYU pragma: export
#include "tally/read/file_format.h"          // IWYU pragma: export
#include "tally/read/free_text.h"            // IWYU pragma: export
#include "tally/read/stray_cells.h"          // IWYU pragma: export
#include "tally/read/table_writer.h"         // IWYU pragma: export
