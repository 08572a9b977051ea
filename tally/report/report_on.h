// SPDX-License-Identifier: Apache-2.0
// What a report is about.
#pragma once

#include <cstdint>
#include <string>

#include "tally/assess.h"
#include "tally/fit.h"

namespace tally {

/// One of two that are compared. Keeps references.
struct ComparedSide {
  const Model& model;        ///< as it is asked
  const Question& question;  ///< complete
  std::string file;
  bool has_counted_the_rows;  ///< and no others: it knows them too well
  const Score* score;         ///< of the rows, each counted once; null: not known
};

struct ReportCompared {
  ComparedSide a, b;
  const Comparison& comparison;
};

/// Keeps references.
struct ReportOn {
  const Model& model;        ///< as it is asked (as_asked)
  const Question& question;  ///< calibrated, where it asks for that
  const Loss& loss;
  /// The rows that figures are about. None: those of the model's sample, each left out of the counts;
  /// what a report shows of them are figures, and never a row.
  const RowStore* rows = nullptr;
  bool rows_are_counted = false;  ///< by the model, which has counted no others: each is left out
  int threads = 1;
  const ReportCompared* compared = nullptr;  ///< with another; null: there is none
};

/// What the page says of where it comes from.
struct ReportOrigin {
  std::string program;      ///< program_name() of tally/base/version.h
  std::string file;         ///< the model's
  std::int64_t bytes = 0;   ///< of that file
  std::string schema_json;  ///< for the model card
};

}  // namespace tally
