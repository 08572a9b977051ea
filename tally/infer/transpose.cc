// SPDX-License-Identifier: Apache-2.0
#include "tally/infer/transpose.h"

#include <cstddef>
#include <type_traits>

#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tally/infer/transpose.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "tally/base/simd.h"

HWY_BEFORE_NAMESPACE();
namespace tally::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Where vectors have blocks of a known number.
#if HWY_TARGET != HWY_SCALAR && !HWY_HAVE_SCALABLE
constexpr std::size_t kLanes = HWY_MIN(HWY_MAX_BYTES / sizeof(double), 8);

// Two neighbours of every other row, a block each.
template <std::size_t kRows>
HWY_INLINE auto load_blocks(const double* from, std::int64_t step) {
  const hn::FixedTag<double, kRows> tag;
  if constexpr (kRows == 2) {
    return hn::LoadU(tag, from);
  } else {
    constexpr std::size_t kHalf = kRows / 2;
    return hn::Combine(tag, load_blocks<kHalf>(from + std::int64_t{kHalf} * step, step),
                       load_blocks<kHalf>(from, step));
  }
}

// kRows rows become a vector of each column. REQUIRES: columns >= 2.
template <std::size_t kRows>
HWY_INLINE void turn(const double* from, std::int64_t step, std::int64_t columns, double* out,
                     std::int64_t out_step) {
  const hn::FixedTag<double, kRows> tag;
  const auto turn_pair = [&](std::int64_t c) HWY_ATTR {
    const auto even = load_blocks<kRows>(from + c, step);
    const auto odd = load_blocks<kRows>(from + step + c, step);
    hn::StoreU(hn::InterleaveLower(tag, even, odd), tag, out + c * out_step);
    hn::StoreU(hn::InterleaveUpper(tag, even, odd), tag, out + (c + 1) * out_step);
  };
  for (std::int64_t c = 0; c + 2 <= columns; c += 2) turn_pair(c);
  if (columns % 2 != 0) turn_pair(columns - 2);  // one of them once more
}
#endif

void turn_rows(const double* from, std::int64_t step, std::int64_t rows, std::int64_t columns,
               double* out, std::int64_t out_step) {
  std::int64_t r = 0;
#if HWY_TARGET != HWY_SCALAR && !HWY_HAVE_SCALABLE
  if (columns >= 2) {
    const auto with = [&](auto count) HWY_ATTR {
      // Asked in here, where what is not taken is not compiled.
      if constexpr (count <= kLanes) {
        for (; r + std::int64_t{count} <= rows; r += std::int64_t{count}) {
          turn<count>(from + r * step, step, columns, out + r, out_step);
        }
      }
    };
    with(std::integral_constant<std::size_t, 8>());
    with(std::integral_constant<std::size_t, 4>());
    with(std::integral_constant<std::size_t, 2>());
  }
#endif
  for (; r < rows; ++r) {
    for (std::int64_t c = 0; c < columns; ++c) out[c * out_step + r] = from[r * step + c];
  }
}

}  // namespace tally::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tally {

void transpose(const double* from, std::int64_t step, std::int64_t rows, std::int64_t columns,
               double* out, std::int64_t out_step) {
  TALLY_DISPATCH(turn_rows)(from, step, rows, columns, out, out_step);
}

}  // namespace tally
#endif
