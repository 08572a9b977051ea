// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/n_log_n.h"

#include <cstddef>

#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tally/estimate/n_log_n.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// After it, since it is included once per target, too.
#include <hwy/contrib/math/math-inl.h>

#include "tally/base/simd.h"

HWY_BEFORE_NAMESPACE();
namespace tally::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

void add_terms(const double* places, std::size_t count, double first, double last, double sign,
               double* sums) {
  const hn::CappedTag<double, 8> tag;
  const auto one = hn::Set(tag, 1), signs = hn::Set(tag, sign);
  const auto begin = hn::Set(tag, first), end = hn::Set(tag, last);
  const auto term = [&](auto n) HWY_ATTR {
    return hn::Mul(n, hn::Log2(tag, hn::IfThenElse(hn::Eq(n, hn::Zero(tag)), one, n)));
  };
  const auto both = [&](auto place) HWY_ATTR {
    return hn::Mul(signs, hn::Add(term(hn::Sub(place, begin)), term(hn::Sub(end, place))));
  };
  std::size_t i = 0;
  for (; i + hn::Lanes(tag) <= count; i += hn::Lanes(tag)) {
    hn::StoreU(hn::Add(hn::LoadU(tag, sums + i), both(hn::LoadU(tag, places + i))), tag, sums + i);
  }
  for (; i < count; ++i) sums[i] += hn::GetLane(both(hn::Set(tag, places[i])));
}

}  // namespace tally::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace tally {

void add_n_log_n(std::span<const double> places, double first, double last, double sign,
                 std::span<double> sums) {
  TALLY_DISPATCH(add_terms)(places.data(), places.size(), first, last, sign, sums.data());
}

}  // namespace tally

#endif
