// SPDX-License-Identifier: Apache-2.0
// A row of exact sums, as integers of 32 bits while that is enough: most sums are small counts, and
// in half the memory twice as many of them are at hand.
//
//   SumRow row;
//   row.resize(1000);
//   if (std::uint32_t* counts = row.small_for(1)) ++counts[17];      // to any of them 1 at most
//   row.made(17).add(0.5);                                           // from now on any number
//   row.at(17)                                                       // 1.5
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "tally/base/big_vector.h"
#include "tally/sums.h"
#include "tally/sums/small_room.h"

namespace tally {

/// Const functions may be called by several threads at once.
class SumRow {
 public:
  std::size_t size() const { return is_wide_ ? wide_.size() : small_.size(); }
  /// Makes the row longer, never shorter; what is new is zero.
  void resize(std::size_t size);

  /// Zero beyond the end.
  ExactSum at(std::size_t place) const {
    if (place >= size()) return {};
    return is_wide_ ? wide_[place] : ExactSum(std::int64_t{small_[place]});
  }
  /// For any change. The row becomes as long as that needs.
  ExactSum& made(std::size_t place) {
    if (!is_wide_) widen();
    if (place >= wide_.size()) resize(place + 1);
    return wide_[place];
  }

  // For loops: the sums as they are kept, and either of them to be changed.

  bool is_small() const { return !is_wide_; }
  std::span<const std::uint32_t> small() const { return small_; }  ///< none if not is_small()
  std::span<const ExactSum> wide() const { return wide_; }         ///< none if is_small()
  /// No integer is larger. REQUIRES: is_small().
  std::uint64_t most() const { return room_.most(); }
  /// The integers, for a caller who adds no more than `more` to any of them; null if they might not
  /// hold that, or are no integers.
  std::uint32_t* small_for(std::uint64_t more);
  ExactSum* widened();

 private:
  void widen();

  bool is_wide_ = false;
  BigVector<std::uint32_t> small_;
  SmallRoom room_;  // of the small ones
  BigVector<ExactSum> wide_;
};

}  // namespace tally
