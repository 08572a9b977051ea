// SPDX-License-Identifier: Apache-2.0
// Which columns of a table are to be read, and whether the selected rows were there.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tally/read.h"
#include "tally/read/cells/column_builder.h"
#include "tally/read/cells/missing_marks.h"

namespace tally {

/// What is to be made of a table. Shared by all workers.
struct ReadPlan {
  struct PlannedColumn {
    ColumnSchema schema;
    std::size_t table_column = 0;
    Strays strays = Strays::kRefuse;
  };
  std::vector<std::string> names;      ///< all columns of the table
  std::vector<PlannedColumn> columns;  ///< those to be read, in the order of the table
  MissingMarks marks;
  const RowSelection* rows = nullptr;  ///< only these, if not null
  bool keep_cells = false;
};

/// The columns of the schema that stand in `names`, in the order of the names. Throws Error (kData)
/// for one that does not, unless its role is `optional`. `options` must outlive the plan. Words are
/// strays in the columns of `guessed`.
ReadPlan plan_read(const Schema& schema, const std::vector<std::string>& names,
                   const ReadOptions& options, const std::vector<Role>& optional,
                   const std::string& first_file, const std::vector<std::string>& guessed = {});

/// The columns of the plan.
std::vector<std::string> names_of(const ReadPlan& plan);

/// What the workers found, by the names of the columns; those with nothing are left out.
StraysByColumn united_strays(const ReadPlan& plan,
                             const std::vector<std::vector<StrayCells>>& by_worker);

template <class Maker>
StraysByColumn strays_of(const ReadPlan& plan, const std::vector<Maker>& makers) {
  std::vector<std::vector<StrayCells>> by_worker;
  for (const Maker& maker : makers) by_worker.push_back(maker.strays());
  return united_strays(plan, by_worker);
}

/// Throws Error (kData) if a row is selected that `rows` rows do not have.
void check_selection(const ReadOptions& options, std::int64_t rows);

/// Throws Error (kData) unless the columns of `file` are those of the first file, in any order.
/// Gives each name's place in `columns`.
std::vector<std::size_t> places_of(const std::vector<std::string>& names,
                                   const std::vector<std::string>& columns, const std::string& file,
                                   const std::string& first_file);

}  // namespace tally
