// SPDX-License-Identifier: Apache-2.0
// Asks the memory for what is needed soon.
#pragma once

#include <cstdint>

namespace tally {

/// Has the cache line at `address` brought near. Any address will do: nothing is read.
inline void prefetch_line(const void* address) {
  __builtin_prefetch(address);
  // GCC takes a function that does nothing but this for one that does nothing, and leaves it out.
  asm volatile("" : : "r"(address));
}

/// The same for the line so many bytes behind `start`, in the same array or not.
inline void prefetch_line(const void* start, std::int64_t bytes) {
  const auto at = reinterpret_cast<std::uintptr_t>(start) + static_cast<std::uintptr_t>(bytes);
  // NOLINTNEXTLINE(performance-no-int-to-ptr): never read
  prefetch_line(reinterpret_cast<const void*>(at));
}

}  // namespace tally
