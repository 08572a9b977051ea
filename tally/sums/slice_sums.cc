// SPDX-License-Identifier: Apache-2.0
#include "tally/sums/slice_sums.h"

#include <algorithm>

#include "tally/base/prefetch.h"

#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tally/sums/slice_sums.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "tally/base/simd.h"

HWY_BEFORE_NAMESPACE();
namespace tally::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<double, 8>;
using Vector = hn::Vec<Tag>;

// A vector's width of columns, from column j on.
class Columns {
 public:
  Columns(const SliceTile& tile, const SliceRuns& runs, std::int64_t j, SliceSums& slices)
      : tile_(tile), runs_(runs), j_(j), slices_(slices), next_(tile.next + j * kSliceTileRows) {}

  void add(SliceLeft& left) {
    std::uint8_t& doubt = slices_.doubt[static_cast<std::size_t>(j_)];
    const bool is_careful = doubt >= kMostDoubt;
    for (std::int32_t i = 0; i < runs_.count; ++i) {
      const SliceRuns::Run run = runs_.runs[static_cast<std::size_t>(i)];
      if (!is_careful && add_if_cut(run)) {
        doubt = static_cast<std::uint8_t>(doubt - (doubt > 0 ? 1 : 0));
        continue;
      }
      if (!is_careful) doubt = static_cast<std::uint8_t>(std::min(doubt + 4, kMostDoubt + 4));
      add_run<true, false>(run, &left);
    }
    if (is_careful) --doubt;
  }

 private:
  // A run is added twice if it cannot be cut at once; where that is one in five, it is better not
  // to try, but for one tile in a few.
  static constexpr int kMostDoubt = 32;

  bool add_if_cut(const SliceRuns::Run run) {
    const bool whole = j_ + static_cast<std::int64_t>(hn::Lanes(Tag())) <= tile_.columns;
    return whole ? add_run<false, true>(run, nullptr) : add_run<false, false>(run, nullptr);
  }

  template <bool kWhole>
  HWY_INLINE Vector load(std::int64_t row) const {
    const Tag tag;
    const double* const from = tile_.cells + row * tile_.step + j_;
    if constexpr (kWhole) return hn::LoadU(tag, from);
    const std::size_t inside =
        std::min(static_cast<std::size_t>(tile_.columns - j_), hn::Lanes(tag));
    // Where a masked load would touch what it leaves out, a part of a vector is one number.
    if constexpr (HWY_MAX_BYTES == 16) {
      if (inside == hn::Lanes(tag)) return hn::LoadU(tag, from);
      return hn::IfThenElseZero(hn::FirstN(tag, 1), hn::Set(tag, *from));
    } else {
      return hn::MaskedLoad(hn::FirstN(tag, inside), tag, from);
    }
  }

  // Adds a run of rows to the eight sums of its class, which stay in registers. Carefully: cells
  // that cannot be cut, or are not below the limit, are left out and noted in `left`. Else: false,
  // and nothing is added, if there is a cell that cannot be cut, or the sums have grown too large;
  // a few cells beyond the limit may be taken.
  template <bool kCareful, bool kWhole>
  HWY_INLINE bool add_run(const SliceRuns::Run run, SliceLeft* left) {
    const Tag tag;
    const auto m0 = hn::Load(tag, slices_.shifts[0].get() + j_);
    const auto m1 = hn::Load(tag, slices_.shifts[1].get() + j_);
    const auto m2 = hn::Load(tag, slices_.shifts[2].get() + j_);
    const auto limit = hn::Load(tag, slices_.limits.get() + j_);
    const auto one = hn::Set(tag, 1.0);
    const std::int64_t step = slices_.padded;
    double* const to = slices_.sums.get() + run.klass * (kSliceSums * step) + j_;
    auto s0 = hn::Load(tag, to), s1 = hn::Load(tag, to + step), s2 = hn::Load(tag, to + 2 * step);
    auto s3 = hn::Load(tag, to + 3 * step), s4 = hn::Load(tag, to + 4 * step);
    auto s5 = hn::Load(tag, to + 5 * step), s6 = hn::Load(tag, to + 6 * step);
    auto s7 = hn::Load(tag, to + 7 * step);
    auto rests = hn::Zero(tag);  // a bit of it is set if a bit of a rest is
    const double* next = next_;
    for (std::int32_t at = run.begin; at < run.end; ++at) {
      const std::int64_t r = runs_.rows[static_cast<std::size_t>(at)];
      const auto x = load<kWhole>(r);
      if constexpr (!kCareful) {
        prefetch_line(next);
        next += hn::Lanes(tag);
      }
      auto a = hn::Sub(hn::Add(x, m0), m0);
      const auto rest_a = hn::Sub(x, a);
      auto b = hn::Sub(hn::Add(rest_a, m1), m1);
      const auto rest_b = hn::Sub(rest_a, b);
      auto c = hn::Sub(hn::Add(rest_b, m2), m2);
      if constexpr (kCareful) {
        const auto cut = hn::And(hn::Eq(rest_b, c), hn::Lt(hn::Abs(x), limit));
        if (HWY_UNLIKELY(!hn::AllTrue(tag, cut))) {
          std::uint8_t lanes[8];  // as many bytes as Highway may write
          hn::StoreMaskBits(tag, hn::Not(cut), lanes);
          left->add(r, j_, lanes[0]);
          a = hn::IfThenElseZero(cut, a);
          b = hn::IfThenElseZero(cut, b);
          c = hn::IfThenElseZero(cut, c);
        }
      } else {
        rests = hn::Or(rests, hn::Xor(rest_b, c));
      }
      // Nothing is rounded here, so a fused multiplication gives what two operations give. By one:
      // the adders have enough to do.
      s0 = hn::MulAdd(a, one, s0);
      s1 = hn::MulAdd(b, one, s1);
      s2 = hn::MulAdd(c, one, s2);
      s3 = hn::MulAdd(a, a, s3);
      s4 = hn::MulAdd(a, b, s4);
      s5 = hn::MulAdd(b, b, hn::MulAdd(hn::Add(a, a), c, s5));
      s6 = hn::MulAdd(b, c, s6);
      s7 = hn::MulAdd(c, c, s7);
    }
    if constexpr (!kCareful) {
      next_ = next;
      // As long as Σ a² is not more than that of kSliceRows numbers 2^E, no sum is, by Cauchy and
      // Schwarz: a single larger number does no harm. A zero may have either sign. The bits of a
      // rest are compared as an integer: as a double they may be subnormal, and zero to a thread
      // that flushes such numbers.
      const auto most = hn::Mul(hn::Mul(limit, limit), hn::Set(tag, double{kSliceRows}));
      const hn::RebindToSigned<Tag> bits;
      const auto no_rest = hn::Eq(hn::BitCast(bits, hn::Abs(rests)), hn::Zero(bits));
      if (HWY_UNLIKELY(!hn::AllTrue(bits, no_rest) || !hn::AllTrue(tag, hn::Le(s3, most)))) {
        return false;
      }
    }
    hn::Store(s0, tag, to);
    hn::Store(s1, tag, to + step);
    hn::Store(s2, tag, to + 2 * step);
    hn::Store(s3, tag, to + 3 * step);
    hn::Store(s4, tag, to + 4 * step);
    hn::Store(s5, tag, to + 5 * step);
    hn::Store(s6, tag, to + 6 * step);
    hn::Store(s7, tag, to + 7 * step);
    return true;
  }

  const SliceTile& tile_;
  const SliceRuns& runs_;
  std::int64_t j_;
  SliceSums& slices_;
  const double* next_;  // asked for on the way, a vector's width for each
};

void add_rows(const SliceTile& tile, const SliceRuns& runs, SliceSums& slices, SliceLeft& left) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(Tag()));
  for (std::int64_t j = 0; j < tile.columns; j += lanes) {
    Columns(tile, runs, j, slices).add(left);
  }
}

void empty(double* sums, const double* scales, std::int64_t count, std::int64_t* wide) {
  const Tag tag;
  const hn::RebindToSigned<Tag> integers;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(tag));
  for (std::int64_t i = 0; i < count; i += lanes) {
    const auto units = hn::Mul(hn::Load(tag, sums + i), hn::Load(tag, scales + i));
    const auto amount = hn::ConvertTo(integers, units);
    hn::StoreU(hn::Add(hn::LoadU(integers, wide + i), amount), integers, wide + i);
    hn::Store(hn::Zero(tag), tag, sums + i);
  }
}

}  // namespace tally::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tally {

void add_to_slices(const SliceTile& tile, const SliceRuns& runs, SliceSums& slices,
                   SliceLeft& left) {
  left.clear();
  TALLY_DISPATCH(add_rows)(tile, runs, slices, left);
}

void empty_slices(SliceSums& slices, std::int64_t klass, std::int64_t* wide) {
  const std::int64_t count = kSliceSums * slices.padded;
  TALLY_DISPATCH(empty)
  (slices.sums.get() + klass * count, slices.scales.get(), count, wide + klass * count);
}

}  // namespace tally
#endif
