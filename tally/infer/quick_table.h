// SPDX-License-Identifier: Apache-2.0
// Which class has the greatest sum, in single precision, and whether that is sure.
//
// A decision asks for the greatest of sums c_k + Σ_i x_i w_ik and not for the sums. What all
// classes share may be left out of the weights, and half of the digits as well, as long as the two
// greatest sums lie further apart than all rounding, here and there, can have moved them. Half of
// the bytes is half of the cache. With two classes a single number, w_i1 − w_i0, stands for both.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tally/base/big_vector.h"
#include "tally/base/prefetch.h"

namespace tally {

/// Immutable: one for all threads.
class QuickTable {
 public:
  static constexpr std::int64_t kUnclear = -1;

  /// How weights are kept. With two classes they are floats in any case.
  enum class Digits : std::uint8_t { kFloats, kShorts };

  QuickTable() = default;  ///< knows nothing: not usable
  /// `weights` is [row · classes + class]. Not usable unless all numbers are finite.
  QuickTable(std::int64_t classes, std::span<const double> weights,
             std::span<const double> constants, Digits digits = Digits::kFloats);

  bool usable() const { return usable_; }

  /// The class of greatest sum, the same that sums in doubles give, of equals the first; or
  /// kUnclear. Without values every x is 1. REQUIRES: usable(), the indices name rows.
  std::int64_t decide(const double* values, const std::int32_t* indices, std::int64_t count) const;
  std::int64_t decide(const double* values, const std::int64_t* indices, std::int64_t count) const;

  /// The same for a tile whose every row names `columns` rows of the table, as place_codes does.
  /// REQUIRES: likewise, and Digits::kFloats.
  void decide_places(const std::int64_t* places, std::int64_t columns, std::int64_t rows,
                     std::int64_t* chosen) const;

  /// Prefetches rows that will be needed.
  template <class Index>
  void prefetch(const Index* indices, std::int64_t count) const;

 private:
  static constexpr std::int64_t kMostClasses = 64;

  template <class Index>
  std::int64_t decide_any(const double* values, const Index* indices, std::int64_t count) const;
  template <class Index>
  std::int64_t decide_of_two(const double* values, const Index* indices, std::int64_t count) const;
  template <class Index>
  std::int64_t decide_of_many(const double* values, const Index* indices, std::int64_t count) const;
  double doubt(double size, std::int64_t count, std::int64_t roundings) const;
  std::int64_t bytes_of_row() const;

  bool usable_ = false;
  std::int64_t classes_ = 0;
  BigVector<float> weights_;        // [row][class] about the row's mean; of two classes [row]
  BigVector<std::int16_t> shorts_;  // or these, in units
  double unit_ = 0;                 // 0: there are floats
  std::vector<double> constants_;   // [class] likewise
  double most_ = 0;                 // of |weights_| and |constants_|
  double most_exact_ = 0;           // of the weights and constants that were given
};

// ---------------------------------------------------------------------------------------------

template <class Index>
void QuickTable::prefetch(const Index* indices, std::int64_t count) const {
  constexpr std::size_t kNear = std::size_t{1} << 20;  // bytes
  if (4 * weights_.size() + 2 * shorts_.size() < kNear) return;
  const void* const first =
      shorts_.empty() ? static_cast<const void*>(weights_.data()) : shorts_.data();
  const std::int64_t bytes = bytes_of_row();
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t row = indices[i] * bytes;
    prefetch_line(first, row);
    if (bytes > 4) prefetch_line(first, row + bytes - 1);
  }
}

}  // namespace tally
