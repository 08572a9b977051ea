// SPDX-License-Identifier: Apache-2.0
// Which columns have a histogram, as a model file says it: the value of one key of `meta`. A line is
// the origin, a space and the name of the column, in which a line feed is \n and a backslash is two;
// the lines are sorted by name.
//
//   0 age
//   1.5 refractive index
#pragma once

#include <string>
#include <string_view>

#include "tally/batch/schema.h"
#include "tally/model/sqlite/sqlite_db.h"

namespace tally {

inline constexpr const char* kHistogramsKey = "histograms";

/// A name as part of a line, and back: a line feed is \n, a backslash is two.
std::string line_of_name(const std::string& name);
std::string name_in_line(std::string_view line);

/// Empty if no column has one.
std::string stored_histograms(const Schema& schema);

/// Sets them in a schema whose columns were read. Throws Error (kData) for a text that
/// stored_histograms does not write: a column that is not there or holds no numbers, an origin that
/// is none, lines in another order or form. REQUIRES: check_tables(db); the columns are sorted.
void read_histograms(Database& db, Schema& schema);

}  // namespace tally
