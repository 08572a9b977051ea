// SPDX-License-Identifier: Apache-2.0
// A batch that another library hands over through the Arrow C Data Interface.
//
// Numbers and booleans are taken where they lie; texts, and whatever is dictionary-encoded, become
// codes; dates become days, times seconds, as from a file (see arrow_type.h). An empty text is
// missing.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tally/batch.h"
#include "tally/read/arrow/arrow_abi.h"

namespace tally {

/// The columns of a record batch that `leave_out` does not name. `array` is kept alive by the
/// batch. Throws Error (kData) that names a column whose type cannot be read. REQUIRES: the array
/// fits its schema, which is that of a structure.
Batch import_batch(const ArrowSchema& schema, std::shared_ptr<const ArrowArray> array,
                   const std::vector<std::string>& leave_out);

/// One column out of its chunks. A single chunk of numbers or booleans is taken where it lies. What
/// has to be copied belongs to `owner`, which also keeps the chunks alive.
Column import_column(const ArrowSchema& schema,
                     const std::vector<std::shared_ptr<const ArrowArray>>& chunks,
                     const std::string& name, std::shared_ptr<const void>& owner);

}  // namespace tally
