// SPDX-License-Identifier: Apache-2.0
// Errors, as every room sees them.
#pragma once

#include "tally/error.h"  // IWYU pragma: export
