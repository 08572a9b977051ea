// SPDX-License-Identifier: Apache-2.0
#include "tally/batch/index_check.h"

#undef HWY_TARGET_INCLUDE
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
#define HWY_TARGET_INCLUDE "tally/batch/index_check.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "tally/base/simd.h"

HWY_BEFORE_NAMESPACE();
namespace tally::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class Index>
HWY_INLINE bool all_within(const Index* indices, std::int64_t count, Index width) {
  const hn::ScalableTag<Index> tag;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(tag));
  const auto end = hn::Set(tag, width);
  auto some_negative = hn::Zero(tag);
  auto inside = hn::Eq(end, end);
  std::int64_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    const auto index = hn::LoadU(tag, indices + i);
    some_negative = hn::Or(some_negative, index);
    inside = hn::And(inside, hn::Lt(index, end));
  }
  bool all = hn::AllTrue(tag, inside) && hn::AllFalse(tag, hn::Lt(some_negative, hn::Zero(tag)));
  for (; i < count; ++i) all &= indices[i] >= 0 && indices[i] < width;
  return all;
}

template <class Index>
HWY_INLINE bool all_ascend(const Index* indices, std::int64_t count) {
  const hn::ScalableTag<Index> tag;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(tag));
  auto ascending = hn::Eq(hn::Zero(tag), hn::Zero(tag));
  std::int64_t i = 1;
  for (; i + lanes <= count; i += lanes) {
    ascending =
        hn::And(ascending, hn::Lt(hn::LoadU(tag, indices + i - 1), hn::LoadU(tag, indices + i)));
  }
  bool all = hn::AllTrue(tag, ascending);
  for (; i < count; ++i) all &= indices[i - 1] < indices[i];
  return all;
}

bool within_32(const std::int32_t* indices, std::int64_t count, std::int32_t width) {
  return all_within(indices, count, width);
}
bool within_64(const std::int64_t* indices, std::int64_t count, std::int64_t width) {
  return all_within(indices, count, width);
}
bool ascend_32(const std::int32_t* indices, std::int64_t count) {
  return all_ascend(indices, count);
}
bool ascend_64(const std::int64_t* indices, std::int64_t count) {
  return all_ascend(indices, count);
}

}  // namespace tally::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <algorithm>
#include <limits>

namespace tally {

bool lie_within(const std::int32_t* indices, std::int64_t count, std::int64_t width) {
  // 2^31 − 1 itself may be an index of a wider matrix.
  if (width > std::numeric_limits<std::int32_t>::max()) {
    return std::all_of(indices, indices + count, [](std::int32_t index) { return index >= 0; });
  }
  return TALLY_DISPATCH(within_32)(indices, count, static_cast<std::int32_t>(width));
}

bool lie_within(const std::int64_t* indices, std::int64_t count, std::int64_t width) {
  return TALLY_DISPATCH(within_64)(indices, count, width);
}

bool ascend_within(const std::int32_t* indices, std::int64_t count, std::int64_t width) {
  return count == 0 || (indices[0] >= 0 && indices[count - 1] < width &&
                        TALLY_DISPATCH(ascend_32)(indices, count));
}

bool ascend_within(const std::int64_t* indices, std::int64_t count, std::int64_t width) {
  return count == 0 || (indices[0] >= 0 && indices[count - 1] < width &&
                        TALLY_DISPATCH(ascend_64)(indices, count));
}

}  // namespace tally
#endif
