// SPDX-License-Identifier: Apache-2.0
#include "tally/sums/row_slices.h"

#include <algorithm>
#include <cmath>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
#define HWY_TARGET_INCLUDE "tally/sums/row_slices.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "tally/base/simd.h"

HWY_BEFORE_NAMESPACE();
namespace tally::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<double, 8>;
using IntTag = hn::Rebind<std::int32_t, Tag>;

// Calls f(values + i, i, lanes) for whole vectors, and once for the rest, padded with zeros.
template <class F>
HWY_INLINE void in_vectors(const double* values, std::int64_t count, F&& f) {
  const Tag tag;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(tag));
  std::int64_t i = 0;
  for (; i + lanes <= count; i += lanes) f(hn::LoadU(tag, values + i), i);
  if (i < count) {
    f(hn::MaskedLoad(hn::FirstN(tag, static_cast<std::size_t>(count - i)), tag, values + i), i);
  }
}

// `out` has room for a whole vector behind the last number.
bool small_whole(const double* values, std::int64_t count, std::uint32_t* out, double* most) {
  const Tag tag;
  const IntTag integers;
  const auto zero = hn::Zero(tag), limit = hn::Set(tag, double{kMostSmallWhole});
  auto all = hn::Eq(zero, zero);
  auto largest = zero;
  in_vectors(values, count, [&](auto x, std::int64_t i) HWY_ATTR {
    const auto inside = hn::And(hn::Ge(x, zero), hn::Le(x, limit));
    const auto whole = hn::DemoteTo(integers, hn::IfThenElseZero(inside, x));
    all = hn::And(all, hn::Eq(hn::PromoteTo(tag, whole), x));
    largest = hn::Max(largest, x);
    hn::StoreU(whole, integers, reinterpret_cast<std::int32_t*>(out) + i);
  });
  *most = hn::GetLane(hn::MaxOfLanes(tag, largest));
  return hn::AllTrue(tag, all);
}

bool indicators(const double* values, std::int64_t count, double threshold, std::uint32_t* out) {
  const Tag tag;
  const IntTag integers;
  const auto above = hn::Set(tag, threshold), one = hn::Set(tag, 1.0);
  const auto largest = hn::Set(tag, std::numeric_limits<double>::max());
  auto all = hn::Eq(one, one);
  in_vectors(values, count, [&](auto x, std::int64_t i) HWY_ATTR {
    all = hn::And(all, hn::Le(hn::Abs(x), largest));
    const auto indicator = hn::DemoteTo(integers, hn::IfThenElseZero(hn::Gt(x, above), one));
    hn::StoreU(indicator, integers, reinterpret_cast<std::int32_t*>(out) + i);
  });
  return hn::AllTrue(tag, all);
}

// `pairs` has room for two whole vectors behind the last pair.
bool cut(const double* values, std::int64_t count, const SliceRange& range, double least,
         double* pairs) {
  const Tag tag;
  const auto m0 = hn::Set(tag, range.high_shift), m1 = hn::Set(tag, range.low_shift);
  const auto limit = hn::Set(tag, range.limit), bottom = hn::Set(tag, least);
  auto all = hn::Eq(m0, m0);
  in_vectors(values, count, [&](auto x, std::int64_t i) HWY_ATTR {
    const auto a = hn::Sub(hn::Add(x, m0), m0);
    const auto rest = hn::Sub(x, a);
    const auto b = hn::Sub(hn::Add(rest, m1), m1);
    all = hn::And(all, hn::And(hn::Eq(rest, b), hn::And(hn::Lt(x, limit), hn::Ge(x, bottom))));
    hn::StoreInterleaved2(a, b, tag, pairs + 2 * i);
  });
  return hn::AllTrue(tag, all);
}

}  // namespace tally::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tally {

SliceRange::SliceRange(double size) {
  std::frexp(size, &exponent);
  exponent = std::clamp(exponent + 3, -900, 900);
  limit = std::ldexp(1.0, exponent);
  high_shift = std::ldexp(1.5, exponent - kHighBits + 52);
  low_shift = std::ldexp(1.5, exponent - kLowBits + 52);
  high_scale = std::ldexp(1.0, kHighBits - exponent);
  low_scale = std::ldexp(1.0, kLowBits - exponent);
}

bool SliceRange::cut(double x, double& high, double& low) const {
  high = (x + high_shift) - high_shift;
  low = (x - high + low_shift) - low_shift;
  return x - high == low && std::abs(x) < limit;
}

bool to_small_whole(const double* values, std::int64_t count, std::uint32_t* out,
                    std::uint32_t& most) {
  double largest = 0;
  const bool all = TALLY_DISPATCH(small_whole)(values, count, out, &largest);
  if (all) most = static_cast<std::uint32_t>(largest);
  return all;
}

bool to_indicators(const double* values, std::int64_t count, double threshold, std::uint32_t* out) {
  return TALLY_DISPATCH(indicators)(values, count, threshold, out);
}

bool cut_row(const double* values, std::int64_t count, const SliceRange& range,
             bool may_be_negative, double* pairs) {
  // Next after −2^E: what is not below it is above −2^E.
  const double least = may_be_negative ? std::nextafter(-range.limit, 0.0) : 0.0;
  return TALLY_DISPATCH(cut)(values, count, range, least, pairs);
}

}  // namespace tally
#endif
