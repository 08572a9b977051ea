// SPDX-License-Identifier: Apache-2.0
// What columns say together under the rule `full`, as the counts that it is worked out from: estimate/full/full_rule.h
// and scatter_law.h have the formulas, docs/export.md has them for who reads an export.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tally/export.h"
#include "tally/inside/estimate.h"

namespace tally {

struct SheetTogether {
  /// A column of the grid. A cell has a code: the place of its label, 0 and 1 of truths, or the bin of a number
  /// (x ≤ cuts[bin], the last one all above).
  struct Column {
    GridSpec grid;
    std::vector<Label> labels;  ///< by code; of truths and numbers none
    std::int64_t values = 0;    ///< V
  };
  /// The cells of one, two or three columns that rows were counted in.
  struct Table {
    std::vector<std::size_t> columns;
    std::vector<std::vector<std::int32_t>> codes;  ///< by cell
    std::vector<double> rows;                      ///< [cell · K + class]: n
    double weight = 0;                             ///< of a triple
  };

  std::vector<double> log_shares;  ///< log π
  std::vector<Column> columns;
  std::vector<double> parents;  ///< the weight of each column as the parent of all
  double mixture = 0;           ///< … and of the parents' mixture
  std::vector<Table> singles, pairs, triples;
  // Numbers as clouds; no column: they are not heard.
  std::vector<ScaledColumn> scaled;
  std::vector<ValueType> scaled_types;
  ScatterSums clouds;
  double freedom = 1;
  double linear = 0, quadratic = 0;  ///< weights
};

/// REQUIRES: the tables were made from these counts, and not by the rule tan.
SheetTogether sheet_together_of(const FullTables& tables, const Counts& counts);

/// Adds the columns that are read, which stay sorted.
void add_inputs(const SheetTogether& together, std::vector<Sheet::Input>& inputs);

}  // namespace tally
