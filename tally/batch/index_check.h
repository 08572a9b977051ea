// SPDX-License-Identifier: Apache-2.0
// Whether the indices of a sparse matrix name something that is there: what must hold before a
// kernel follows them. Made for a line or a tile at a time, while it lies in the cache.
#pragma once

#include <cstdint>

namespace tally {

/// Whether every index is at least 0 and below `width`.
bool lie_within(const std::int32_t* indices, std::int64_t count, std::int64_t width);
bool lie_within(const std::int64_t* indices, std::int64_t count, std::int64_t width);

/// The same, and every index is greater than the one before it.
bool ascend_within(const std::int32_t* indices, std::int64_t count, std::int64_t width);
bool ascend_within(const std::int64_t* indices, std::int64_t count, std::int64_t width);

}  // namespace tally
