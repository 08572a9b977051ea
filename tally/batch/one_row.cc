// SPDX-License-Identifier: Apache-2.0
#include "tally/batch.h"

#include "tally/batch/told_rows.h"

namespace tally {

Batch one_row(const Schema& schema, const CellTexts& cells) {
  return told_rows(schema, std::span(&cells, 1), ToldTruth::kRefused);
}

}  // namespace tally
