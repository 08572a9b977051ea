// SPDX-License-Identifier: Apache-2.0
// JSON lines as a stream of record batches.
#pragma once

#include <arrow/io/interfaces.h>
#include <arrow/record_batch.h>

#include <memory>
#include <string>
#include <vector>

namespace tally_arrow {

/// The columns and their types are those of the first megabyte; but a number is a double whether or
/// not it has a fraction there, and a text that looks like a time stays a text. Keys that come
/// later are passed over. Only `columns` are read, or all if it is null.
arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> read_json_lines(
    std::shared_ptr<arrow::io::InputStream> input, const std::vector<std::string>* columns);

}  // namespace tally_arrow
