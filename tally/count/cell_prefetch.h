// Sums are asked for before they are needed.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tally/base/prefetch.h"
#include "tally/count/tally.h"

namespace tally {

// Slots in the order of their keys lie all over the memory: what is read some slots later is asked
// for now.
inline constexpr std::size_t kAhead = 4;

inline void prefetch(const Tally& tally, std::int32_t slot, std::size_t classes) {
  for (std::size_t k = 0; k < classes; ++k) {
    const auto code = static_cast<std::int32_t>(k);
    prefetch_line(&tally.at(code, slot));
    prefetch_line(&tally.repeats(code, slot));
  }
}

}  // namespace tally
