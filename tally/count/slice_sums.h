// The vector loop of moment_slices.h: cuts the cells of a tile of rows and adds up the slices.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

namespace tally {

inline constexpr int kSlices = 3;
inline constexpr int kSliceSums = 8;                // a, b, c, aa, ab, bb + 2ac, bc, cc
inline constexpr std::int64_t kSliceTileRows = 64;  // added together: a bit each
inline constexpr std::int64_t kSliceRows = 256;     // whose sums a double holds

// What the vector loop works on. All arrays are padded to a multiple of 8 columns and aligned, so
// that no vector lies across two cache lines.
struct SliceSums {
  SliceSums(std::int64_t columns, std::int64_t classes)
      : padded((columns + 7) / 8 * 8),
        limits(filled(padded, 1)),  // the zeros behind the last column are cut
        scales(filled(kSliceSums * padded, 0)),
        sums(filled(classes * kSliceSums * padded, 0)),
        doubt(static_cast<std::size_t>(padded)) {
    for (auto& shift : shifts) shift = filled(padded, 1);
  }

  struct Free {
    void operator()(double* doubles) const { std::free(doubles); }
  };
  using Doubles = std::unique_ptr<double[], Free>;
  /// REQUIRES: count is a multiple of 8.
  static Doubles filled(std::int64_t count, double value) {
    const auto bytes = static_cast<std::size_t>(count) * sizeof(double);
    Doubles doubles(static_cast<double*>(std::aligned_alloc(64, bytes)));
    if (doubles == nullptr && count > 0) throw std::bad_alloc();
    std::fill_n(doubles.get(), count, value);
    return doubles;
  }

  std::int64_t padded;
  Doubles shifts[kSlices];          // M_i by column
  Doubles limits;                   // 2^E
  Doubles scales;                   // one over the units, [sum][column]
  Doubles sums;                     // [class][sum][column]
  std::vector<std::uint8_t> doubt;  // by column, of whether all cells can be cut
};

// Cells as [row][column], `step` from a row to the next.
struct SliceTile {
  const double* cells;
  std::int64_t step, columns;
  const double* next;  // asked of the memory on the way: where the cells of the next tile lie
};

// The rows of a tile that count, class by class.
struct SliceRuns {
  struct Run {
    std::int32_t klass, begin, end;  // places in `rows`
  };
  std::array<std::uint8_t, kSliceTileRows * kSliceTileRows> rows;  // room for a tile in every run
  std::array<Run, kSliceTileRows> runs;
  std::int32_t count = 0;
};

/// Adds the rows of a tile to the sums of their classes. Gives back the rows with a cell that could
/// not be cut and was left out, a bit each. REQUIRES: not more than kSliceRows rows of a class
/// since its sums were emptied.
std::uint64_t add_to_slices(const SliceTile& tile, const SliceRuns& runs, SliceSums& slices);

/// Adds the sums of a class, in units, to wide[class][sum][column], and leaves zeros.
void empty_slices(SliceSums& slices, std::int64_t klass, std::int64_t* wide);

}  // namespace tally
