// SPDX-License-Identifier: Apache-2.0
// model: what Tally's other rooms and its own programs see of it beside the door.
#pragma once

#include "tally/inside/count.h"              // IWYU pragma: export
#include "tally/model.h"                     // IWYU pragma: export
#include "tally/model/model_new_file.h"      // IWYU pragma: export
#include "tally/model/model_support.h"       // IWYU pragma: export
#include "tally/model/once_request.h"        // IWYU pragma: export
#include "tally/model/sample/row_digest.h"   // IWYU pragma: export
#include "tally/model/sample/row_sampler.h"  // IWYU pragma: export
#include "tally/model/sample/sample_rows.h"  // IWYU pragma: export
