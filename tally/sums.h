// SPDX-License-Identifier: Apache-2.0
// sums: exact numbers. What is added can be taken away again, and nothing is rounded before
// somebody asks for a double.
#pragma once

#include "tally/sums/exact_sum.h"  // IWYU pragma: export
#include "tally/sums/moments.h"    // IWYU pragma: export
