#include "tally/count/slice_sums.h"

#include "tally/base/cpu.h"

#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tally/count/slice_sums.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tally::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<double, 8>;

// Adds a vector's width of columns, from column j on, to the eight sums of their classes, which
// stay in registers for a run of rows. Gives back the rows with a cell that could not be cut and
// was left out, a bit each.
HWY_INLINE std::uint64_t add_columns(const double* tile, const SliceRuns& runs, std::int64_t j,
                                     const SliceSums& slices) {
  const Tag tag;
  const auto m0 = hn::Load(tag, slices.shifts[0].get() + j);
  const auto m1 = hn::Load(tag, slices.shifts[1].get() + j);
  const auto m2 = hn::Load(tag, slices.shifts[2].get() + j);
  const auto limit = hn::Load(tag, slices.limits.get() + j);
  const std::int64_t step = slices.padded;
  std::uint64_t left = 0;
  for (std::int32_t i = 0; i < runs.count; ++i) {
    const SliceRuns::Run run = runs.runs[static_cast<std::size_t>(i)];
    double* const to = slices.sums.get() + run.klass * (kSliceSums * step) + j;
    auto s0 = hn::Load(tag, to), s1 = hn::Load(tag, to + step), s2 = hn::Load(tag, to + 2 * step);
    auto s3 = hn::Load(tag, to + 3 * step), s4 = hn::Load(tag, to + 4 * step);
    auto s5 = hn::Load(tag, to + 5 * step), s6 = hn::Load(tag, to + 6 * step);
    auto s7 = hn::Load(tag, to + 7 * step);
    for (std::int32_t at = run.begin; at < run.end; ++at) {
      const std::int64_t r = runs.rows[static_cast<std::size_t>(at)];
      const auto x = hn::Load(tag, tile + r * step + j);
      auto a = hn::Sub(hn::Add(x, m0), m0);
      const auto rest_a = hn::Sub(x, a);
      auto b = hn::Sub(hn::Add(rest_a, m1), m1);
      const auto rest_b = hn::Sub(rest_a, b);
      auto c = hn::Sub(hn::Add(rest_b, m2), m2);
      const auto cut = hn::And(hn::Eq(rest_b, c), hn::Lt(hn::Abs(x), limit));
      if (HWY_UNLIKELY(!hn::AllTrue(tag, cut))) {
        left |= std::uint64_t{1} << r;
        a = hn::IfThenElseZero(cut, a);
        b = hn::IfThenElseZero(cut, b);
        c = hn::IfThenElseZero(cut, c);
      }
      // Nothing is rounded here, so a fused multiplication gives what two operations give.
      s0 = hn::Add(s0, a);
      s1 = hn::Add(s1, b);
      s2 = hn::Add(s2, c);
      s3 = hn::MulAdd(a, a, s3);
      s4 = hn::MulAdd(a, b, s4);
      s5 = hn::MulAdd(b, b, hn::MulAdd(hn::Add(a, a), c, s5));
      s6 = hn::MulAdd(b, c, s6);
      s7 = hn::MulAdd(c, c, s7);
    }
    hn::Store(s0, tag, to);
    hn::Store(s1, tag, to + step);
    hn::Store(s2, tag, to + 2 * step);
    hn::Store(s3, tag, to + 3 * step);
    hn::Store(s4, tag, to + 4 * step);
    hn::Store(s5, tag, to + 5 * step);
    hn::Store(s6, tag, to + 6 * step);
    hn::Store(s7, tag, to + 7 * step);
  }
  return left;
}

std::uint64_t add_rows(const double* tile, const SliceRuns& runs, const SliceSums& slices) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(Tag()));
  std::uint64_t left = 0;
  for (std::int64_t j = 0; j < slices.padded; j += lanes) {
    left |= add_columns(tile, runs, j, slices);
  }
  return left;
}

}  // namespace tally::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tally {

namespace {

using Kernel = decltype(&add_to_slices);

Kernel choose_kernel() {
#if (HWY_TARGETS & HWY_AVX3) && HWY_STATIC_TARGET != HWY_AVX3
  if (runs_avx3()) return &N_AVX3::add_rows;
#endif
#if (HWY_TARGETS & HWY_AVX2) && HWY_STATIC_TARGET != HWY_AVX2 && HWY_STATIC_TARGET != HWY_AVX3
  if (runs_avx2()) return &N_AVX2::add_rows;
#endif
  return &HWY_STATIC_DISPATCH(add_rows);
}

}  // namespace

std::uint64_t add_to_slices(const double* tile, const SliceRuns& runs, const SliceSums& slices) {
  static const Kernel kChosen = choose_kernel();
  return kChosen(tile, runs, slices);
}

}  // namespace tally
#endif
