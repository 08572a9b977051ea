// SPDX-License-Identifier: Apache-2.0
// Which columns of a table are to be read, and whether the selected rows were there.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tally/read/csv/batch_parser.h"
#include "tally/read/table.h"

namespace tally::csv {

/// The columns of the schema that stand in `names`, in the order of the names. Throws Error (kData)
/// for one that does not, unless its role is `optional`. `options` must outlive the plan. Words are
/// strays in the columns of `guessed`.
ReadPlan plan_read(const Schema& schema, const std::vector<std::string>& names,
                   const ReadOptions& options, const std::vector<Role>& optional,
                   const std::string& first_file, const std::vector<std::string>& guessed = {});

/// What the workers found, by the names of the columns; those with nothing are left out.
StraysByColumn united_strays(const ReadPlan& plan,
                             const std::vector<std::vector<StrayCells>>& by_worker);

/// Throws Error (kData) if a row is selected that `rows` rows do not have.
void check_selection(const ReadOptions& options, std::int64_t rows);

/// Throws Error (kData) unless the columns of `file` are those of the first file, in any order.
/// Gives each name's place in `columns`.
std::vector<std::size_t> places_of(const std::vector<std::string>& names,
                                   const std::vector<std::string>& columns, const std::string& file,
                                   const std::string& first_file);

}  // namespace tally::csv
