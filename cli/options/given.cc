// SPDX-License-Identifier: Apache-2.0
#include "cli/options/given.h"

#include <memory>
#include <utility>

#include "cli/options/assignments.h"
#include "tally/inside/text.h"

namespace tally::cli {

namespace {

Batch row_of(const Schema& schema, const CellTexts& cells) {
  try {
    return one_row(schema, cells);
  } catch (const Error& error) {
    throw error.behind("--given: ");
  }
}

}  // namespace

Batch given_row(const Schema& schema, const std::vector<std::string>& lists) {
  CellTexts cells;
  for (const std::string& list : lists) {
    for (auto& cell : parse_assignments(list, "--given")) cells.push_back(std::move(cell));
  }
  Batch row = row_of(schema, cells);
  row.file = "--given";
  const auto cutter = std::make_shared<TermCutter>(schema);
  cutter->cut(row);
  // The terms are the cutter's, and the other cells the row's own.
  using Owners = std::pair<std::shared_ptr<const void>, std::shared_ptr<TermCutter>>;
  row.owner = std::make_shared<Owners>(row.owner, cutter);
  return row;
}

}  // namespace tally::cli
