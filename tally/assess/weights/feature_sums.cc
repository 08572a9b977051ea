// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/weights/feature_sums.h"

#include <cstddef>

#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tally/assess/weights/feature_sums.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// After it, since it is included once per target, too.
#include "tally/base/simd.h"

HWY_BEFORE_NAMESPACE();
namespace tally::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Lane i has the terms i, i + 8, i + 16 …, in as many vectors as that takes.
double weighed_sum(const double* weights, const float* said, std::size_t size) {
  constexpr std::size_t kLanes = 8;
  const hn::CappedTag<double, kLanes> tag;
  const hn::Rebind<float, decltype(tag)> narrow;
  const std::size_t width = hn::Lanes(tag);
  alignas(64) double sums[kLanes] = {};
  std::size_t f = 0;
  if (width == 2 || width == 4 || width == 8) {
    auto a = hn::Zero(tag), b = a, c = a, d = a;
    const auto term = [&](std::size_t at) HWY_ATTR {
      return hn::Mul(hn::LoadU(tag, weights + at),
                     hn::PromoteTo(tag, hn::LoadU(narrow, said + at)));
    };
    for (; f + kLanes <= size; f += kLanes) {
      a = hn::Add(a, term(f));
      if (width < 8) b = hn::Add(b, term(f + width));
      if (width < 4) {
        c = hn::Add(c, term(f + 4));
        d = hn::Add(d, term(f + 6));
      }
    }
    hn::StoreU(a, tag, sums);
    if (width < 8) hn::StoreU(b, tag, sums + width);
    if (width < 4) {
      hn::StoreU(c, tag, sums + 4);
      hn::StoreU(d, tag, sums + 6);
    }
  }
  for (; f < size; ++f) sums[f % kLanes] += weights[f] * double{said[f]};
  return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

void add_floats(double share, const float* what, std::size_t size, double* to) {
  const hn::CappedTag<double, 8> tag;
  const hn::Rebind<float, decltype(tag)> narrow;
  const auto shares = hn::Set(tag, share);
  std::size_t f = 0;
  for (; f + hn::Lanes(tag) <= size; f += hn::Lanes(tag)) {
    const auto some = hn::PromoteTo(tag, hn::LoadU(narrow, what + f));
    hn::StoreU(hn::Add(hn::LoadU(tag, to + f), hn::Mul(shares, some)), tag, to + f);
  }
  for (; f < size; ++f) to[f] += share * double{what[f]};
}

void add_doubles(double share, const double* what, std::size_t size, double* to) {
  const hn::CappedTag<double, 8> tag;
  const auto shares = hn::Set(tag, share);
  std::size_t f = 0;
  for (; f + hn::Lanes(tag) <= size; f += hn::Lanes(tag)) {
    const auto some = hn::LoadU(tag, what + f);
    hn::StoreU(hn::Add(hn::LoadU(tag, to + f), hn::Mul(shares, some)), tag, to + f);
  }
  for (; f < size; ++f) to[f] += share * what[f];
}

}  // namespace tally::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace tally {

double weighed(std::span<const double> weights, std::span<const float> said) {
  return TALLY_DISPATCH(weighed_sum)(weights.data(), said.data(), said.size());
}

void add_share(double share, std::span<const float> what, std::span<double> to) {
  TALLY_DISPATCH(add_floats)(share, what.data(), what.size(), to.data());
}

void add_share(double share, std::span<const double> what, std::span<double> to) {
  TALLY_DISPATCH(add_doubles)(share, what.data(), what.size(), to.data());
}

}  // namespace tally

#endif
