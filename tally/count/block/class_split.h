// SPDX-License-Identifier: Apache-2.0
// The classes of a table dealt out to workers, each of whom counts the rows of its own: a large
// table is needed once then, and each worker's cache holds its part of it alone.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tally {

/// The worker of each class, 0 … workers − 1, such that their classes have about the same size
/// together; empty if they do not come out even: one would have more than a fifth above its share.
/// REQUIRES: sizes >= 0, workers >= 1.
std::vector<std::int32_t> split_classes(std::span<const std::int64_t> sizes, int workers);

}  // namespace tally
