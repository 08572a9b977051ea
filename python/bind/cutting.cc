// SPDX-License-Identifier: Apache-2.0
#include "cutting.h"

#include "tally/inside/draft.h"

namespace tally::bind {

namespace {

// One after the other: a sample does not depend on the order.
UncutRows uncut_rows(const Schema& schema, const std::vector<std::string>& columns,
                     const Frames& frames) {
  UncutRows rows(schema, columns);
  Pieces pieces(schema);
  for (const auto& frame : frames) {
    pieces.for_each_uncut(frame->batch(), [&](const Batch& piece) { rows.add(piece); });
  }
  return rows;
}

}  // namespace

Schema with_cutting_found(Schema schema, const Frames& frames, int threads,
                          std::vector<Remark>& notes) {
  std::vector<std::string> unspaced;
  for (const ColumnSchema& column : schema.columns) {
    const bool is_text = column.is_a(Family::kText);
    if (is_text && is_much_unspaced(first_text_sample(column.name, frames))) {
      unspaced.push_back(column.name);
    }
  }
  const FoundCutting found = find_cutting(
      schema, unspaced,
      [&](const std::vector<std::string>& columns) { return uncut_rows(schema, columns, frames); },
      threads);
  if (found.remark) notes.push_back(*found.remark);
  return found.any() ? with_cutting(found, std::move(schema)) : schema;
}

}  // namespace tally::bind
