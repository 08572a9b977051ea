// SPDX-License-Identifier: Apache-2.0
// Predictions as CSV, JSON lines or columns.
//
//   kept columns, prediction, p(class)…, log_joint(class)…, log_evidence, risk(decision)…, rule
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/options/verdict_options.h"
#include "tally/inside/decide.h"
#include "tally/inside/read.h"

namespace tally::cli {

/// What a prediction's line holds beside `prediction` and `p(…)`.
struct PredictionColumns {
  std::vector<std::string> kept;
  bool log_joint = false, log_evidence = false, risk = false;
  std::optional<VerdictRule> verdict;  ///< of mail: what decides, instead of the loss
  std::optional<Rule> rule;  ///< of a model that has several: which answers; only JSON lines say it
};

/// Immutable; free to share between threads.
class PredictionWriter {
 public:
  /// Throws Error (kUsage) if a kept column has the name of an answer.
  PredictionWriter(const Loss& loss, PredictionColumns columns, bool json_lines);

  /// The header of a CSV file; empty for JSON lines.
  std::string header() const;

  struct Lines {
    std::string text;
    std::int64_t impossible = 0;
  };
  /// A line for every row. Of a row that is impossible in every class, prediction, p and risk are
  /// empty (null), and the logarithms -inf (null).
  Lines lines(const Batch& batch, const Posteriors& answers) const;

  struct Columns {
    std::vector<TableColumn> columns;
    std::int64_t impossible = 0;
  };
  /// The same as columns: kept cells are texts, decisions have the type of their labels (integers
  /// where all are whole numbers), the rest are numbers. What is empty in a line is missing here.
  Columns columns(const Batch& batch, const Posteriors& answers) const;
  /// Those columns without a row.
  std::vector<TableColumn> no_rows() const;

 private:
  Loss loss_;
  PredictionColumns columns_;
  bool json_lines_;
  /// The place of a row's decision among decisions_; −1: impossible in every class.
  int decision(const Posteriors& answers, std::int64_t row, std::span<const double> risk) const;
  /// Puts the fields of every row down, one after the other; the number of impossible rows.
  template <class Fields>
  std::int64_t put(const Batch& batch, const Posteriors& answers, Fields& fields) const;

  std::vector<std::string> plain_names_;  // of all fields
  std::vector<std::string> names_;        // of all fields, as they stand in the output
  std::vector<Label> labels_;             // of the decisions
  std::vector<std::string> decisions_;    // likewise, as they stand in the output
};

}  // namespace tally::cli
