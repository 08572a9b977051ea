// SPDX-License-Identifier: Apache-2.0
// The guard of integers of 32 bits that are added to in loops without a test: whoever wants to add
// asks before, for all of them at once.
//
//   SmallRoom room;
//   if (room.make(3)) counts[17] += 3;      // to any of them 3 at most
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace tally {

class SmallRoom {
 public:
  SmallRoom() = default;
  /// Of integers of which none is larger.
  explicit SmallRoom(std::uint32_t most) : most_(most) {}

  /// Whether each of them has room for `more`, which is taken then; else nothing is changed.
  bool make(std::uint64_t more) {
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
    if (more > kMost - most_) return false;
    most_ += more;
    return true;
  }
  /// None of them is larger.
  std::uint64_t most() const { return most_; }
  /// One of them has changed by itself.
  void include(std::uint64_t integer) { most_ = std::max(most_, integer); }

 private:
  std::uint64_t most_ = 0;
};

}  // namespace tally
