// SPDX-License-Identifier: Apache-2.0
// Asks the memory for what is needed soon.
#pragma once

namespace tally {

/// Has the cache line at `address` brought near. Any address will do: nothing is read.
inline void prefetch_line(const void* address) {
  __builtin_prefetch(address);
  // GCC takes a function that does nothing but this for one that does nothing, and leaves it out.
  asm volatile("" : : "r"(address));
}

}  // namespace tally
