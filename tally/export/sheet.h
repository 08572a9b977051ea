// SPDX-License-Identifier: Apache-2.0
// A sheet: all that is needed to answer by hand. For each class a number to start from, and lines that add to it:
//
//   z_k = start_k + Σ_line weight · says(line, row)_k,        P(k | row) = exp z_k / Σ_j exp z_j
//
// A missing cell adds nothing. Under the rule `weighted` a line says no more against a class, beside the one it
// speaks for most, than `Sheet::kMostAgainst`; and the answer holds a little of the shares:
// (P + shares_k / rows) / (1 + 1 / rows). The rule `full` does the same, and adds what columns say together.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "tally/batch.h"
#include "tally/estimate.h"

namespace tally {

// Numbers in tables are [item · K + class], those of parameters [class].

/// What a value says: one of these, or any other.
struct SheetValues {
  std::string column;
  std::vector<Label> values;
  std::vector<double> says;
  std::vector<double> unseen;
};
/// What the bin of a number says: bin b has x − origin ≤ cuts[b], the last one all above.
struct SheetBins {
  std::string column;
  double origin = 0;
  std::vector<double> cuts;
  std::vector<double> says;
};
/// Counts: Σ x says_x.
struct SheetCounts {
  std::vector<std::string> columns;
  std::vector<double> says;
};
/// −log σ − ½ ((x − μ) / σ)². What is the same in every class is left out, here and below.
struct SheetNormal {
  std::string column;
  std::vector<double> mean, deviation;
};
/// constant − (ν + 1)/2 · log(1 + ((x − μ) / s)² / ν)
struct SheetStudent {
  std::string column;
  std::vector<double> degrees, location, scale, constant;
};
/// A text: base + Σ x_t says_t over its terms t, which come x_t times (once: once); a term that is none of these says nothing.
struct SheetTerms {
  std::string column;
  std::vector<std::string> terms;  ///< sorted
  std::vector<double> says;
  std::vector<double> base;
  bool once = false;
};
/// x log r − r e, with an exposure e (1 without a column of exposures).
struct SheetRate {
  std::string column, exposure;
  std::vector<double> rate;
};

using SheetTable = std::variant<SheetValues, SheetBins, SheetCounts, SheetNormal, SheetStudent,
                                SheetRate, SheetTerms>;

struct SheetLine {
  std::string name;
  double weight = 1;
  SheetTable table;
};

struct SheetTogether;  // sheet_together.h

struct Sheet {
  static constexpr double kMostAgainst = 700;

  /// A column that lines read.
  struct Input {
    std::string name;
    ValueType type;
  };

  std::string target;
  std::vector<Label> classes;        ///< sorted; of equals the first is decided
  std::vector<double> start;         ///< [class]
  std::vector<SheetLine> lines;      ///< those that have a weight
  std::vector<Input> inputs;         ///< sorted by name
  std::vector<std::string> missing;  ///< texts that mean "missing", beside the empty one
  std::string rule;                  ///< "naive", "weighted" or "full"
  // Of weighted and full:
  std::vector<double> shares;  ///< [class]
  double rows = 0;
  /// Of full: what columns say together, which is added besides.
  std::shared_ptr<const SheetTogether> together;

  bool is_weighted() const { return !shares.empty(); }
};

/// `counts` are what the estimates were made from. Throws Error (kUsage) for what has no sheet: texts under another rule
/// than naive, the rule tan, calibrated answers, negative binomial counts, probabilities that are integrated out, and values
/// that are impossible.
Sheet sheet_of(const Estimates& estimates, const Counts& counts);

/// A row and what is answered, for whoever wants to see whether the export is right.
struct SheetCheck {
  CellTexts cells;  ///< missing ones are left out
  std::vector<double> posterior;
};

/// What is written about an export at its head.
struct SheetHead {
  std::string question;  ///< as JSON
  std::string version;   ///< of the program
  std::vector<SheetCheck> checks;
};

}  // namespace tally
