// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/text_rule/leaning_sums.h"

#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tally/estimate/text_rule/leaning_sums.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// After it, since it is included once per target, too.
#include "tally/base/simd.h"

HWY_BEFORE_NAMESPACE();
namespace tally::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

void lean(const double* own, const double* rest, const double* shifts, std::size_t size,
          double* out) {
  const hn::CappedTag<double, 8> tag;
  const auto large = hn::Set(tag, 1.5 * (1 << 22));
  std::size_t at = 0;
  for (; at + hn::Lanes(tag) <= size; at += hn::Lanes(tag)) {
    const auto less = hn::Sub(hn::LoadU(tag, own + at), hn::LoadU(tag, rest + at));
    const auto d = hn::Sub(less, hn::LoadU(tag, shifts + at));
    hn::StoreU(hn::Sub(hn::Add(d, large), large), tag, out + at);
  }
  for (; at < size; ++at) out[at] = rounded_leaning(own[at] - rest[at] - shifts[at]);
}

void hear(const double* d, std::size_t told, double* sums) {
  constexpr std::size_t kLeanings = 3, kStrongest = 3;
  const hn::CappedTag<double, 8> tag;
  const std::size_t lanes = hn::Lanes(tag);
  std::size_t at = 0;
  for (; at + lanes <= kLeanings * told; at += lanes) {
    hn::StoreU(hn::Add(hn::LoadU(tag, sums + at), hn::LoadU(tag, d + at)), tag, sums + at);
  }
  for (; at < kLeanings * told; ++at) sums[at] += d[at];
  const double* const middle = d + told;
  double* const strong = sums + kLeanings * told;
  double* const times = strong + kStrongest * told;
  const auto one = hn::Set(tag, 1.0);
  std::size_t i = 0;
  for (; i + lanes <= told; i += lanes) {
    const auto leaning = hn::LoadU(tag, middle + i);
    const auto size = hn::Abs(leaning);
    for (std::size_t t = 0; t < kStrongest; ++t) {
      const auto is_strong = hn::Ge(size, hn::Set(tag, static_cast<double>(t + 1)));
      double* const to = strong + t * told + i;
      double* const more = times + t * told + i;
      hn::StoreU(hn::Add(hn::LoadU(tag, to), hn::IfThenElseZero(is_strong, leaning)), tag, to);
      hn::StoreU(hn::Add(hn::LoadU(tag, more), hn::IfThenElseZero(is_strong, one)), tag, more);
    }
  }
  // Whether one is strong is as good as chance: a branch would be guessed wrong too often.
  for (; i < told; ++i) {
    const double size = middle[i] < 0 ? -middle[i] : middle[i];
    for (std::size_t t = 0; t < kStrongest; ++t) {
      const double is_strong = size >= static_cast<double>(t + 1) ? 1.0 : 0.0;
      strong[t * told + i] += is_strong * middle[i];
      times[t * told + i] += is_strong;
    }
  }
}

}  // namespace tally::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace tally {

void lean_nowhere(const double* own, const double* rest, const double* shifts, std::size_t size,
                  double* out) {
  TALLY_DISPATCH(lean)(own, rest, shifts, size, out);
}

void hear_leanings(const double* d, std::size_t told, double* sums) {
  TALLY_DISPATCH(hear)(d, told, sums);
}

}  // namespace tally

#endif
