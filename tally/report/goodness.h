// SPDX-License-Identifier: Apache-2.0
// How good the answers are: figures, curves, what a page needs to decide otherwise, and the worst errors.
#pragma once

#include "tally/report.h"
#include "tally/report/pictures.h"

namespace tally {

/// {"of": "data" | "left out" | "sample", "what": in words, "score": as `tally score --json`, "truths": [label …], "rows": {"n",
/// "every", "p": base64, "truth": base64, "weight": base64}, "pictures": [{"name": "roc",
/// "picture": 0, "caption": …}, …], "errors": [{"row", "truth", "decision", "p", "text"}, …]}, or {"reason": …}.
/// The arrays are little-endian doubles and 16-bit integers. Of two classes p has that of the second alone; of
/// more rows than 65,536 / K, or of 65,536, it has every so-manieth.
Json goodness(const ReportOn& on, Pictures& pictures);

}  // namespace tally
