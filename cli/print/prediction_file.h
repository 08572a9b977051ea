// SPDX-License-Identifier: Apache-2.0
// Predictions on their way out, in whichever format.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "cli/print/output.h"
#include "cli/print/prediction_writer.h"

namespace tally::cli {

/// The format that --format names, else the one that the output's name ends in, else CSV. Throws
/// Error (kUsage) for one that is not written, and for another ending, as check_ending does.
FileFormat prediction_format(const std::string& option, const std::string& output_path);

class PredictionFile {
 public:
  /// As Output and TableWriter. `writer` must outlive it.
  PredictionFile(const std::string& path, FileFormat format, const PredictionWriter& writer);

  /// Prepares the rows of a batch, by any thread; the function that is given back writes them, in
  /// its turn.
  std::function<void()> prepare(const Batch& batch, const Posteriors& answers);
  /// Puts the file in its place; the number of rows that are impossible in every class.
  std::int64_t finish();

 private:
  const PredictionWriter& writer_;
  Output output_;
  std::optional<TableWriter> table_;  // of formats that are no text
  std::int64_t impossible_ = 0;
};

}  // namespace tally::cli
