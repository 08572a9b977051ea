// SPDX-License-Identifier: Apache-2.0
// A sheet as a NaiveBayesModel of PMML 4.4 (dmg.org/pmml/v4-4-1/NaiveBayes.html).
#pragma once

#include <string>

#include "tally/export/sheet.h"

namespace tally {

/// Fields are named as the columns: strings, doubles (times and durations in seconds), booleans; texts that are empty or
/// marks of the model are missing. Outputs are `prediction` and p(CLASS). The checks are its ModelVerification. Throws
/// Error (kUsage) for what such a model cannot say: the rule weighted, and columns other than categories, truths, bins
/// and normal numbers.
std::string to_pmml(const Sheet& sheet, const SheetHead& head);

}  // namespace tally
