// SPDX-License-Identifier: Apache-2.0
// base: what Tally's own programs see of it beside error.h, its door.
#pragma once

#include "tally/base/ascii.h"             // IWYU pragma: export
#include "tally/base/cpu.h"               // IWYU pragma: export
#include "tally/base/log_math.h"          // IWYU pragma: export
#include "tally/base/parallel.h"          // IWYU pragma: export
#include "tally/base/plugin.h"            // IWYU pragma: export
#include "tally/base/sha256.h"            // IWYU pragma: export
#include "tally/base/shown.h"             // IWYU pragma: export
#include "tally/base/suggest.h"           // IWYU pragma: export
#include "tally/base/temporary_file.h"    // IWYU pragma: export
#include "tally/base/unfinished_files.h"  // IWYU pragma: export
#include "tally/base/utf8.h"              // IWYU pragma: export
#include "tally/base/version.h"           // IWYU pragma: export
#include "tally/error.h"                  // IWYU pragma: export
