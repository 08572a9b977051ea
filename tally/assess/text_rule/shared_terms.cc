// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/text_rule/shared_terms.h"

#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tally/assess/text_rule/shared_terms.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// After it, since it is included once per target, too.
#include "tally/base/simd.h"

HWY_BEFORE_NAMESPACE();
namespace tally::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// In vectors of as many columns as there are, or as a vector has.
template <std::size_t kWide>
HWY_INLINE void add_wide(const std::size_t* starts, std::size_t terms, const std::uint32_t* rows_of,
                         const float* rows, double* out) {
  const hn::CappedTag<double, kWide> tag;
  const hn::Rebind<float, decltype(tag)> narrow;
  const std::size_t lanes = hn::Lanes(tag);
  for (std::size_t term = 0; term < terms; ++term) {
    const std::uint32_t* const begin = rows_of + starts[term];
    const std::uint32_t* const end = rows_of + starts[term + 1];
    for (std::size_t k = 0; k < kWide; k += lanes) {
      auto sum = hn::Zero(narrow);
      for (const std::uint32_t* row = begin; row < end; ++row) {
        sum = hn::Add(sum, hn::LoadU(narrow, rows + std::size_t{*row} * kWide + k));
      }
      const auto wide = hn::PromoteTo(tag, sum);
      for (const std::uint32_t* row = begin; row < end; ++row) {
        double* const to = out + std::size_t{*row} * kWide + k;
        hn::StoreU(hn::Add(hn::LoadU(tag, to), wide), tag, to);
      }
    }
  }
}

void add_terms(const std::size_t* starts, std::size_t terms, const std::uint32_t* rows_of,
               std::size_t wide, const float* rows, double* out) {
  switch (wide) {
    case 1:
      return add_wide<1>(starts, terms, rows_of, rows, out);
    case 4:
      return add_wide<4>(starts, terms, rows_of, rows, out);
    default:
      return add_wide<8>(starts, terms, rows_of, rows, out);
  }
}

}  // namespace tally::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace tally {

void add_shared_terms(std::span<const std::size_t> starts, std::span<const std::uint32_t> rows_of,
                      std::size_t wide, const float* rows, double* out) {
  TALLY_DISPATCH(add_terms)
  (starts.data(), starts.size() - 1, rows_of.data(), wide, rows, out);
}

}  // namespace tally

#endif
