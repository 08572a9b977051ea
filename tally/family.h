// SPDX-License-Identifier: Apache-2.0
// family: how a feature is modelled.
//
//   facts_of(Family::kPoisson).takes(ValueType::kNumber);       // true
//   const NumberFamily* gaussian = numbers_of(Family::kGaussian);
//   gaussian->law(sums, moments, question);                     // its density in each class
//
// The table of families says of each what it takes and what a row says about it. A family of numbers
// is one file: what it sums up, and the law that follows from the sums.
#pragma once

#include "tally/family/family.h"         // IWYU pragma: export
#include "tally/family/number_family.h"  // IWYU pragma: export
#include "tally/sums.h"                  // IWYU pragma: export
