// SPDX-License-Identifier: Apache-2.0
// Which columns are counted together (JointSchema), as a model file says it: the value of one key of
// `meta`. A line is a column of the grid with its cuts (`-`: labels), a triple (see count/joint_key.h), or
// a scaled column with its mean and spread; names are written as in stored_histograms.h.
//
//   grid 18,30.5,65 age
//   grid - town
//   triple age,income,town
//   scaled 38.6 13.5 age
#pragma once

#include <string>

#include "tally/batch/schema.h"
#include "tally/model/sqlite/sqlite_db.h"

namespace tally {

inline constexpr const char* kJointKey = "joint";

/// Empty if none are.
std::string stored_joint(const Schema& schema);

/// Sets them in a schema whose columns were read. Throws Error (kData) for a text that stored_joint
/// does not write. REQUIRES: check_tables(db).
void read_joint(Database& db, Schema& schema);

}  // namespace tally
