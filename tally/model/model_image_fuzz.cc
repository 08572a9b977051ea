// SPDX-License-Identifier: Apache-2.0
// Any bytes are a model or an Error; and what was taken for a model has one image, which says the
// same.
#include <cstdlib>

#include "tally/model.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const std::vector<std::byte> image =
        tally::to_bytes(tally::from_bytes(std::as_bytes(std::span(data, size))));
    if (tally::to_bytes(tally::from_bytes(image)) != image) std::abort();
  } catch (const tally::Error& error) {
    if (error.kind() != tally::ErrorKind::kData) std::abort();
  }
  return 0;
}
