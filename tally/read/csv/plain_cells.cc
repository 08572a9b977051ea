// SPDX-License-Identifier: Apache-2.0
#include "tally/read/csv/plain_cells.h"

#include <bit>

// A machine without AVX2 takes the baseline.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tally/read/csv/plain_cells.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "tally/base/simd.h"

HWY_BEFORE_NAMESPACE();
namespace tally::csv::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

void MakePlainCells(const std::uint32_t* ends, std::size_t count, Cell* cells) {
  const std::uint32_t* const ends_before = ends - 1;
  std::size_t i = 0;
  // A cell is two words in a row, the bit for quotes the highest: that is not set.
  if constexpr (sizeof(Cell) == 8 && std::endian::native == std::endian::little) {
    const hn::ScalableTag<std::uint32_t> tag;
    const auto one = hn::Set(tag, 1);
    auto* const words = reinterpret_cast<std::uint32_t*>(cells);
    for (; i + hn::Lanes(tag) <= count; i += hn::Lanes(tag)) {
      const auto begin = hn::Add(hn::LoadU(tag, ends_before + i), one);
      const auto size = hn::Sub(hn::LoadU(tag, ends + i), begin);
      hn::StoreInterleaved2(begin, size, tag, words + 2 * i);
    }
  }
  for (; i < count; ++i) {
    const std::uint32_t begin = ends_before[i] + 1;
    cells[i] = Cell{begin, ends[i] - begin, 0};
  }
}

}  // namespace tally::csv::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tally::csv {

void make_plain_cells(const std::uint32_t* ends, std::size_t count, Cell* cells) {
  TALLY_DISPATCH(MakePlainCells)(ends, count, cells);
}

}  // namespace tally::csv
#endif
