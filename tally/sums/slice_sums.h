// SPDX-License-Identifier: Apache-2.0
// The vector loop of moment_slices.h: cuts the cells of a tile of rows and adds up the slices.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>
#include <vector>

namespace tally {

inline constexpr int kSlices = 3;
inline constexpr int kSliceSums = 8;                // a, b, c, aa, ab, bb + 2ac, bc, cc
inline constexpr std::int64_t kSliceTileRows = 64;  // added together: a bit each
inline constexpr std::int64_t kSliceRows = 256;     // whose sums a double holds
inline constexpr std::int64_t kSliceColumns = 256;  // at most, added together

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

// The cells of a tile that were left out of the sums. The kernel alone says which: nobody asks the
// question a second time, so that no cell is added twice or not at all.
class SliceLeft {
 public:
  struct Cells {
    std::uint8_t row, lanes;  // a bit for each of up to eight columns
    std::uint16_t column;     // the first of them
  };
  SliceLeft() : cells_(new Cells[kSliceTileRows * kSliceColumns]) {}

  void clear() { count_ = 0, rows_ = 0; }
  void add(std::int64_t row, std::int64_t column, std::uint8_t lanes) {
    cells_[count_++] = {static_cast<std::uint8_t>(row), lanes, static_cast<std::uint16_t>(column)};
    rows_ |= std::uint64_t{1} << row;
  }
  std::span<const Cells> cells() const { return {cells_.get(), count_}; }
  std::uint64_t rows() const { return rows_; }  // that have such a cell, a bit each

 private:
  std::unique_ptr<Cells[]> cells_;
  std::size_t count_ = 0;
  std::uint64_t rows_ = 0;
};

/// Adds the rows of a tile to the sums of their classes; `left` gets the cells that could not be
/// cut and are in no sum. REQUIRES: not more than kSliceColumns columns, and not more than
/// kSliceRows rows of a class since its sums were emptied.
void add_to_slices(const SliceTile& tile, const SliceRuns& runs, SliceSums& slices,
                   SliceLeft& left);

/// Adds the sums of a class, in units, to wide[class][sum][column], and leaves zeros.
void empty_slices(SliceSums& slices, std::int64_t klass, std::int64_t* wide);

}  // namespace tally
