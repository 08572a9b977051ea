#include "tally/count/slice_sums.h"

#include <algorithm>

#include "tally/base/cpu.h"
#include "tally/base/prefetch.h"

#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tally/count/slice_sums.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

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

  std::uint64_t add() {
    std::uint8_t& doubt = slices_.doubt[static_cast<std::size_t>(j_)];
    const bool is_careful = doubt >= kMostDoubt;
    std::uint64_t left = 0;
    for (std::int32_t i = 0; i < runs_.count; ++i) {
      const SliceRuns::Run run = runs_.runs[static_cast<std::size_t>(i)];
      if (!is_careful && add_if_cut(run)) {
        doubt = static_cast<std::uint8_t>(doubt - (doubt > 0 ? 1 : 0));
        continue;
      }
      if (!is_careful) doubt = static_cast<std::uint8_t>(std::min(doubt + 4, kMostDoubt + 4));
      add_run<true, false>(run, left);
    }
    if (is_careful) --doubt;
    return left;
  }

 private:
  // A run is added twice if it cannot be cut at once; where that is one in five, it is better not
  // to try, but for one tile in a few.
  static constexpr int kMostDoubt = 32;

  bool add_if_cut(const SliceRuns::Run run) {
    std::uint64_t left = 0;
    const bool whole = j_ + static_cast<std::int64_t>(hn::Lanes(Tag())) <= tile_.columns;
    return whole ? add_run<false, true>(run, left) : add_run<false, false>(run, left);
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
  // that cannot be cut are left out, and their rows get a bit in `left`. Else: false, and nothing
  // is added, if there is such a cell.
  template <bool kCareful, bool kWhole>
  HWY_INLINE bool add_run(const SliceRuns::Run run, std::uint64_t& left) {
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
          left |= std::uint64_t{1} << r;
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
      // Schwarz: a single larger number does no harm. A zero may have either sign.
      const auto most = hn::Mul(hn::Mul(limit, limit), hn::Set(tag, double{kSliceRows}));
      const auto cut = hn::And(hn::Eq(hn::Abs(rests), hn::Zero(tag)), hn::Le(s3, most));
      if (HWY_UNLIKELY(!hn::AllTrue(tag, cut))) return false;
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

std::uint64_t add_rows(const SliceTile& tile, const SliceRuns& runs, SliceSums& slices) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(Tag()));
  std::uint64_t left = 0;
  for (std::int64_t j = 0; j < tile.columns; j += lanes) {
    left |= Columns(tile, runs, j, slices).add();
  }
  return left;
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

namespace {

struct Kernels {
  std::uint64_t (*add)(const SliceTile&, const SliceRuns&, SliceSums&);
  void (*empty)(double*, const double*, std::int64_t, std::int64_t*);
};

Kernels choose_kernels() {
#if (HWY_TARGETS & HWY_AVX3) && HWY_STATIC_TARGET != HWY_AVX3
  if (runs_avx3()) return {&N_AVX3::add_rows, &N_AVX3::empty};
#endif
#if (HWY_TARGETS & HWY_AVX2) && HWY_STATIC_TARGET != HWY_AVX2 && HWY_STATIC_TARGET != HWY_AVX3
  if (runs_avx2()) return {&N_AVX2::add_rows, &N_AVX2::empty};
#endif
  return {&HWY_STATIC_DISPATCH(add_rows), &HWY_STATIC_DISPATCH(empty)};
}

const Kernels& kernels() {
  static const Kernels kChosen = choose_kernels();
  return kChosen;
}

}  // namespace

std::uint64_t add_to_slices(const SliceTile& tile, const SliceRuns& runs, SliceSums& slices) {
  return kernels().add(tile, runs, slices);
}

void empty_slices(SliceSums& slices, std::int64_t klass, std::int64_t* wide) {
  const std::int64_t count = kSliceSums * slices.padded;
  kernels().empty(slices.sums.get() + klass * count, slices.scales.get(), count,
                  wide + klass * count);
}

}  // namespace tally
#endif
