// SPDX-License-Identifier: Apache-2.0
// The rows that a report's figures are about, with what the model says about each.
#pragma once

#include <string>
#include <vector>

#include "tally/report.h"

namespace tally {

struct AnsweredRows {
  explicit AnsweredRows(const Loss& loss) : score(loss) {}

  Posteriors answers;
  std::vector<Label> truths;    ///< [row]
  std::vector<double> weights;  ///< [row]
  std::vector<int> decisions;   ///< [row]: the loss's; −1: impossible in every class
  Score score;                  ///< of all rows
  ScoreSummary summary;         ///< as `score`, and of rows that are left out `cv --loo`, have it
  std::string of;               ///< "data", "left out", "sample"
};

/// Throws Error (kUsage) where there are no rows to ask about, or they cannot be left out.
AnsweredRows answered_rows(const ReportOn& on);

}  // namespace tally
