// SPDX-License-Identifier: Apache-2.0
#include "tally/batch/code_rows.h"

#include "tally/base/prefetch.h"

#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tally/batch/code_rows.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "tally/base/simd.h"

HWY_BEFORE_NAMESPACE();
namespace tally::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Vectors of four: of eight, more rows would end in a mask, which costs more than eight save.
void place_rows(const CodeRows& codes, const std::uint64_t* starts, std::int64_t columns,
                std::uint64_t* bits, std::uint64_t* places) {
  constexpr std::int64_t kBytesAhead = 10 << 10;
  constexpr std::int64_t kCacheLine = 64;
  const hn::CappedTag<std::uint64_t, 4> tag;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(tag));
  for (std::int64_t r = 0; r < codes.rows; ++r, places += columns) {
    const auto* const row = reinterpret_cast<const std::uint64_t*>(codes.row(r));
    for (std::int64_t at = 0; at < 8 * columns; at += kCacheLine) {
      prefetch_line(row, kBytesAhead + at);
    }
    std::int64_t j = 0;
    for (; j + lanes <= columns; j += lanes) {
      const auto code = hn::LoadU(tag, row + j);
      hn::StoreU(hn::Or(code, hn::LoadU(tag, bits + j)), tag, bits + j);
      hn::StoreU(hn::Add(code, hn::LoadU(tag, starts + j)), tag, places + j);
    }
    for (; j < columns; ++j) {
      bits[j] |= row[j];
      places[j] = row[j] + starts[j];
    }
  }
}

}  // namespace tally::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tally {

bool has_rows_of_codes(const Matrix& matrix) {
  return matrix.type == NumberType::kInt64 && (matrix.column_stride == 8 || matrix.columns <= 1) &&
         matrix.row_stride % 8 == 0 && reinterpret_cast<std::uintptr_t>(matrix.data) % 8 == 0;
}

CodeRows code_rows(const Matrix& matrix, std::int64_t first, std::int64_t rows) {
  const auto* const start = static_cast<const char*>(matrix.data) + first * matrix.row_stride;
  return {reinterpret_cast<const std::int64_t*>(start), matrix.row_stride / 8, rows};
}

void place_codes(const CodeRows& codes, std::span<const std::int64_t> starts, std::int64_t* bits,
                 std::int64_t* places) {
  // Unsigned, so that a code of any size may be added.
  const auto as_unsigned = [](auto* numbers) {
    using Number = std::remove_pointer_t<decltype(numbers)>;
    using Unsigned =
        std::conditional_t<std::is_const_v<Number>, const std::uint64_t, std::uint64_t>;
    return reinterpret_cast<Unsigned*>(numbers);
  };
  TALLY_DISPATCH(place_rows)
  (codes, as_unsigned(starts.data()), static_cast<std::int64_t>(starts.size()), as_unsigned(bits),
   as_unsigned(places));
}

}  // namespace tally
#endif
