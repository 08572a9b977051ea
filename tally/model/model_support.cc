// SPDX-License-Identifier: Apache-2.0
#include "tally/model/model_support.h"

#include <sqlite3.h>

#include "tally/model/model_tables.h"

namespace tally {

std::int64_t newest_format() { return kFormatVersion; }

std::string sqlite_version() { return sqlite3_libversion(); }

}  // namespace tally
