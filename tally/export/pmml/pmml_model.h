// SPDX-License-Identifier: Apache-2.0
// A sheet as PMML 4.4: a NaiveBayesModel (dmg.org/pmml/v4-4-1/NaiveBayes.html), where that cannot say it a RegressionModel.
#pragma once

#include <string>

#include "tally/export/sheet.h"

namespace tally {

/// Fields are named as the columns: strings, doubles (times and durations in seconds), booleans; texts that are empty or
/// marks of the model are missing. Outputs are `prediction` and p(CLASS). The checks are its ModelVerification. Throws
/// Error (kUsage) for what it cannot say: texts, the rules weighted and full, and control characters, which XML has not.
std::string to_pmml(const Sheet& sheet, const SheetHead& head);

}  // namespace tally
