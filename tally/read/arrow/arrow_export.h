// SPDX-License-Identifier: Apache-2.0
// Our columns as structures of the Arrow C Data Interface.
#pragma once

#include <vector>

#include "tally/read/arrow/arrow_abi.h"
#include "tally/read/table_writer.h"

namespace tally {

/// A struct of the columns: doubles, booleans, texts (utf8), all of them nullable. The caller
/// releases it.
ArrowSchema export_schema(const std::vector<TableColumn>& columns);
/// Their rows, copied. The caller releases it. REQUIRES: as TableWriter::write.
ArrowArray export_rows(const std::vector<TableColumn>& columns);

}  // namespace tally
