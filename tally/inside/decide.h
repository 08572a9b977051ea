// SPDX-License-Identifier: Apache-2.0
// decide: what Tally's other rooms and its own programs see of it beside the door.
#pragma once

#include "tally/decide.h"          // IWYU pragma: export
#include "tally/decide/verdict.h"  // IWYU pragma: export
#include "tally/inside/infer.h"    // IWYU pragma: export
