#include "tally/count/whole_numbers.h"

#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tally/count/whole_numbers.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tally::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Adding and taking away 1.5 · 2^52 rounds to the next whole number.
bool are_small_whole(const double* values, std::int64_t count) {
  const hn::CappedTag<double, 8> tag;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(tag));
  const auto shift = hn::Set(tag, 0x1.8p52), most = hn::Set(tag, kMostSmallWhole);
  const auto zero = hn::Zero(tag);
  auto all = hn::Eq(zero, zero);
  for (std::int64_t i = 0; i < count; i += lanes) {
    const auto left = static_cast<std::size_t>(count - i);
    const auto x = i + lanes <= count ? hn::LoadU(tag, values + i)
                                      : hn::MaskedLoad(hn::FirstN(tag, left), tag, values + i);
    const auto whole = hn::Eq(hn::Sub(hn::Add(x, shift), shift), x);
    all = hn::And(all, hn::And(whole, hn::And(hn::Ge(x, zero), hn::Le(x, most))));
  }
  return hn::AllTrue(tag, all);
}

}  // namespace tally::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tally {

HWY_EXPORT(are_small_whole);

bool all_small_whole(const double* values, std::int64_t count) {
  return HWY_DYNAMIC_DISPATCH(are_small_whole)(values, count);
}

}  // namespace tally
#endif
