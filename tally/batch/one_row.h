// SPDX-License-Identifier: Apache-2.0
// A row that is told in words: names of columns, and the texts of their cells.
//
//   const Batch row = one_row(schema, {{"age", "31.5"}, {"colour", "red"}});
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tally/batch/column.h"
#include "tally/batch/schema.h"

namespace tally {

using CellTexts = std::vector<std::pair<std::string, std::string>>;

/// The evidence of the row as a batch, which owns its cells. Columns that are not named, whose text
/// is empty or a mark of the schema, and numbers with a usual mark (see usual_mark) are missing; but
/// where one term of a multinomial group is named, the others of the group are 0. Texts are not cut
/// into terms. Throws Error (kUsage): a column that the schema does not have or that is no evidence,
/// one that is there twice, a text that is not of its column's type or not UTF-8.
Batch one_row(const Schema& schema, const CellTexts& cells);

}  // namespace tally
