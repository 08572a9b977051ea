// SPDX-License-Identifier: Apache-2.0
// What another library hands over as an Arrow stream.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <vector>

#include "tally/inside/read.h"

namespace tally::bind {

/// All of a stream. Nothing is copied.
struct StreamContents {
  std::shared_ptr<ArrowSchema> schema;
  std::vector<std::shared_ptr<const ArrowArray>> arrays;
};

/// Reads the stream of a capsule to its end. Throws std::invalid_argument for what is none, or has been read;
/// Error (kData) with what the stream says if it fails.
StreamContents read_stream(const nanobind::object& capsule);

}  // namespace tally::bind
