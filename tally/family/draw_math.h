// SPDX-License-Identifier: Apache-2.0
// log and exp made of IEEE operations alone.
//
// The standard library's may differ in the last bit from one system to the next, and a sample is to
// have the same digits everywhere.
#pragma once

namespace tally {

/// log(x) to within two units of the last place. REQUIRES: x > 0, finite and normal.
double portable_log(double x);

/// exp(x) to within two units of the last place; 0 below −708, +inf above 709.
double portable_exp(double x);

}  // namespace tally
