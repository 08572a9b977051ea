// SPDX-License-Identifier: Apache-2.0
// The rule of texts (estimate/text_rule/text_rule.h) at work: a row's terms in, what they say about each
// class out.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tally/batch/term_map.h"
#include "tally/inside/estimate.h"

namespace tally {

/// What the texts of one row say.
struct HeardRow {
  std::vector<double> parts;        ///< [told · parts]
  std::vector<double> of_all;       ///< [kOfClass]
  std::vector<double> corrections;  ///< [told]: Σ W / √c
  std::int64_t twice = 0;           ///< c
};

/// Remembers where dictionary codes were found; not to be shared between threads.
class TextSum {
 public:
  explicit TextSum(const TextRuleTables& tables);  ///< keeps a reference

  /// The columns that it reads: one for each zone.
  std::vector<ColumnToRead> columns_read() const;

  /// Reads the rows of a batch. Throws Error (kData) if a column is no text.
  /// REQUIRES: the columns live until the last question about them.
  void read(const Batch& batch, std::span<const Column* const> columns);
  /// Of a row that was read; valid until the next call.
  const HeardRow& heard(std::int64_t row);
  /// z of the row that was heard last, [told].
  std::span<const double> told();
  /// Adds to scores[row · K + class] what the texts of the rows that were read say, by their weight.
  void add(std::span<double> scores);

 private:
  struct Zone {
    const Terms* terms;
    const std::vector<std::int32_t>* numbers;  // by the column's codes
  };

  const TextRuleTables& tables_;
  std::vector<TermMap> maps_;  // by zone
  std::vector<Zone> zones_;
  std::vector<std::span<const double>> lengths_;
  HeardTexts texts_;
  HeardRow row_;
  std::vector<double> told_;
};

/// Puts what is told about a row into its scores, by this weight: of two classes half the log-odds for
/// the one and half against the other.
void add_told(std::span<const double> told, double weight, std::span<double> scores);

}  // namespace tally
