// SPDX-License-Identifier: Apache-2.0
#include "tally/count/block/moment_slices.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "tally/base/error.h"
#include "tally/sums/slice_sums.h"

namespace tally {

namespace {

constexpr int kSliceBits = 22;
constexpr std::int64_t kRowsWide = 1 << 17;  // whose sums 64 bits hold: 680 times 193 rows or more,
                                             // whose sums are below 2^53

// Where the cells come from, a tile of rows at a time.
class Cells {
 public:
  virtual ~Cells() = default;
  virtual std::int64_t columns() const = 0;
  /// The cells where they lie, if they lie row by row; else copied to `room`.
  virtual SliceTile take(const Matrix::Tile& tile, double* room) const = 0;
  virtual void prefetch(const Matrix::Tile& tile) const = 0;
};

class MatrixCells : public Cells {
 public:
  explicit MatrixCells(const Matrix& matrix) : matrix_(matrix) {}
  std::int64_t columns() const override { return matrix_.columns; }
  SliceTile take(const Matrix::Tile& tile, double* room) const override {
    if (matrix_.has_rows_of_doubles() && matrix_.row_stride == 8 * tile.columns) {
      const double* const cells = matrix_.row_of_doubles(tile.row);
      return {cells, tile.columns, tile.columns, cells + tile.rows * tile.columns};
    }
    matrix_.copy(tile, room, tile.columns, 1);
    return {room, tile.columns, tile.columns, room};
  }
  void prefetch(const Matrix::Tile& tile) const override { matrix_.prefetch(tile); }

 private:
  const Matrix& matrix_;
};

class ColumnCells : public Cells {
 public:
  explicit ColumnCells(std::span<const double* const> columns) : columns_(columns) {}
  std::int64_t columns() const override { return static_cast<std::int64_t>(columns_.size()); }
  SliceTile take(const Matrix::Tile& tile, double* room) const override {
    const std::int64_t step = tile.columns;
    for (std::int64_t c = 0; c < tile.columns; ++c) {
      const double* from = columns_[static_cast<std::size_t>(tile.column + c)] + tile.row;
      for (std::int64_t r = 0; r < tile.rows; ++r) room[r * step + c] = from[r];
    }
    return {room, step, tile.columns, room};
  }
  // The memory follows columns by itself.
  void prefetch(const Matrix::Tile&) const override {}

 private:
  std::span<const double* const> columns_;
};

// Up to kSliceColumns columns, over all rows.
class SlicedColumns {
 public:
  SlicedColumns(const Cells& cells, std::int64_t first, std::span<const std::int32_t> classes,
                SumGrid& sum, SumGrid& square, SumGrid& missing)
      : cells_(cells),
        first_(first),
        columns_(std::min(kSliceColumns, cells.columns() - first)),
        classes_(classes),
        sum_(sum),
        square_(square),
        missing_(missing),
        slices_(columns_, sum.classes()) {
    const auto padded = static_cast<std::size_t>(slices_.padded);
    exponents_.assign(static_cast<std::size_t>(columns_), 0);
    const auto sums = static_cast<std::size_t>(sum.classes()) * kSliceSums * padded;
    wide_.assign(sums, 0);
    rows_in_sums_.assign(static_cast<std::size_t>(sum.classes()), 0);
    run_of_.assign(static_cast<std::size_t>(sum.classes()), -1);
    room_ = SliceSums::filled(kSliceTileRows * slices_.padded, 0);
  }

  void count(std::int64_t begin, std::int64_t end) {
    std::int64_t since_range = 0, left = 0;
    bool has_range = false;
    for (std::int64_t row = begin; row < end; row += kSliceTileRows) {
      const std::int64_t rows = std::min(kSliceTileRows, end - row);
      const SliceTile tile = cells_.take({row, rows, first_, columns_}, room_.get());
      if (tile.cells == room_.get())
        cells_.prefetch({row + rows, std::min(kSliceTileRows, end - row - rows), first_, columns_});
      // Where many cells were left out, the range was wrong for what came after.
      if (!has_range || (left > since_range / 4 && since_range >= next_range_)) {
        empty_all();
        choose_range(tile, rows);
        has_range = true;
        next_range_ *= 2;
        since_range = left = 0;
      }
      left += add_tile(tile, rows, row, classes_.data() + (row - begin));
      since_range += rows;
    }
    empty_all();
  }

 private:
  std::int64_t add_tile(const SliceTile& tile, std::int64_t rows, std::int64_t row,
                        const std::int32_t* classes) {
    find_runs(classes, rows);
    add_to_slices(tile, runs_, slices_, left_);
    for (std::int32_t i = 0; i < runs_.count; ++i) {
      const SliceRuns::Run run = runs_.runs[static_cast<std::size_t>(i)];
      std::int64_t& in_sums = rows_in_sums_[static_cast<std::size_t>(run.klass)];
      in_sums += run.end - run.begin;
      if (in_sums > kSliceRows - kSliceTileRows)
        empty_sums(run.klass);  // the next tile must fit, too
    }
    add_left(tile, row, classes);
    return std::popcount(left_.rows());
  }

  // Sorts the rows of a tile by class.
  void find_runs(const std::int32_t* classes, std::int64_t rows) {
    runs_.count = 0;
    for (std::int64_t r = 0; r < rows; ++r) {
      if (classes[r] < 0) continue;
      std::int32_t& run = run_of_[static_cast<std::size_t>(classes[r])];
      if (run < 0) {
        run = runs_.count++;
        const auto begin = static_cast<std::int32_t>(run * kSliceTileRows);
        runs_.runs[static_cast<std::size_t>(run)] = {classes[r], begin, begin};
      }
      std::int32_t& end = runs_.runs[static_cast<std::size_t>(run)].end;
      runs_.rows[static_cast<std::size_t>(end++)] = static_cast<std::uint8_t>(r);
    }
    for (std::int32_t i = 0; i < runs_.count; ++i) {
      run_of_[static_cast<std::size_t>(runs_.runs[static_cast<std::size_t>(i)].klass)] = -1;
    }
  }

  // Adds the cells that the kernel has left out.
  void add_left(const SliceTile& tile, std::int64_t row, const std::int32_t* classes) {
    for (const SliceLeft::Cells& cells : left_.cells()) {
      for (unsigned lanes = cells.lanes; lanes != 0; lanes &= lanes - 1) {
        const std::int64_t j = cells.column + std::countr_zero(lanes);
        const double x = tile.cells[cells.row * tile.step + j];
        const std::int32_t klass = classes[cells.row];
        if (std::isnan(x)) {
          missing_.adder(klass, first_ + j).add(std::int64_t{1});
          continue;
        }
        if (std::isinf(x)) refuse_infinite(tile, row);
        sum_.adder(klass, first_ + j).add(x);
        square_.adder(klass, first_ + j).add_product(x, x);
      }
    }
  }

  // Names the first of a tile's infinite cells, row by row.
  [[noreturn]] void refuse_infinite(const SliceTile& tile, std::int64_t row) const {
    std::int64_t first_row = kSliceTileRows, column = 0;
    for (const SliceLeft::Cells& cells : left_.cells()) {
      for (unsigned lanes = cells.lanes; lanes != 0; lanes &= lanes - 1) {
        const std::int64_t j = cells.column + std::countr_zero(lanes);
        const bool is_first = cells.row < first_row || (cells.row == first_row && j < column);
        if (is_first && std::isinf(tile.cells[cells.row * tile.step + j])) {
          first_row = cells.row, column = j;
        }
      }
    }
    const double x = tile.cells[first_row * tile.step + column];
    throw Error(ErrorKind::kData, "expected a finite number, found " + shortest(x),
                {"", -1, row + first_row, std::to_string(first_ + column)});
  }

  // E is one more than the largest exponent of these rows. The bounds keep every square's last bit
  // and every sum of squares within the range of a double.
  void choose_range(const SliceTile& tile, std::int64_t rows) {
    for (std::int64_t j = 0; j < columns_; ++j) {
      double most = 0;
      for (std::int64_t r = 0; r < rows; ++r) {
        const double size = std::abs(tile.cells[r * tile.step + j]);
        if (size > most && std::isfinite(size)) most = size;
      }
      int exponent = 0;
      std::frexp(most, &exponent);
      exponent = std::clamp(exponent + 1, -400, 480);
      const auto at = static_cast<std::size_t>(j);
      exponents_[at] = exponent;
      slices_.limits[at] = std::ldexp(1.0, exponent);
      for (int i = 0; i < kSlices; ++i) {
        slices_.shifts[i][at] = std::ldexp(1.5, exponent - kSliceBits * (i + 1) + 52);
      }
      for (std::size_t i = 0; i < kSliceSums; ++i) {
        slices_.scales[i * static_cast<std::size_t>(slices_.padded) + at] =
            std::ldexp(1.0, -unit(i, j));
      }
    }
  }

  // The exponent of one of the eight sums' unit.
  std::int32_t unit(std::size_t sum, std::int64_t j) const {
    static constexpr std::array<int, kSliceSums> kFirst{1, 2, 3, 1, 1, 2, 2, 3};  // slice, from 1
    static constexpr std::array<int, kSliceSums> kSecond{0, 0, 0, 1, 2, 2, 3, 3};
    const int top = exponents_[static_cast<std::size_t>(j)];
    const int first = top - kSliceBits * kFirst[sum];
    return kSecond[sum] == 0 ? first : first + top - kSliceBits * kSecond[sum];
  }

  void empty_sums(std::int64_t klass) {
    empty_slices(slices_, klass, wide_.data());
    std::int64_t& rows = rows_in_sums_[static_cast<std::size_t>(klass)];
    rows_in_wide_ += rows;
    rows = 0;
    if (rows_in_wide_ > kRowsWide) empty_wide();
  }

  void empty_wide() {
    const auto padded = static_cast<std::size_t>(slices_.padded);
    for (std::int64_t k = 0; k < sum_.classes(); ++k) {
      const std::size_t of_class = static_cast<std::size_t>(k) * kSliceSums * padded;
      for (std::int64_t j = 0; j < columns_; ++j) {
        ExactSum& sum = sum_.adder(k, first_ + j);
        ExactSum& square = square_.adder(k, first_ + j);
        for (std::size_t i = 0; i < kSliceSums; ++i) {
          const bool doubled = i == 4 || i == 6;  // ab and bc occur twice in the square
          std::int64_t& amount = wide_[of_class + i * padded + static_cast<std::size_t>(j)];
          (i < kSlices ? sum : square).add_scaled(amount, unit(i, j) + (doubled ? 1 : 0));
          amount = 0;
        }
      }
    }
    rows_in_wide_ = 0;
  }

  void empty_all() {
    for (std::int64_t k = 0; k < sum_.classes(); ++k) empty_sums(k);
    empty_wide();
  }

  const Cells& cells_;
  std::int64_t first_, columns_;
  std::span<const std::int32_t> classes_;
  SumGrid& sum_;
  SumGrid& square_;
  SumGrid& missing_;
  SliceSums slices_;
  SliceRuns runs_;
  SliceLeft left_;
  std::vector<std::int32_t> run_of_;  // by class; −1: none
  std::vector<std::int64_t> wide_;    // as slices_.sums, in units
  std::vector<std::int32_t> exponents_;
  SliceSums::Doubles room_;                 // for a tile that does not lie row by row
  std::vector<std::int64_t> rows_in_sums_;  // by class
  std::int64_t rows_in_wide_ = 0;
  std::int64_t next_range_ = kSliceTileRows;
};

void count_cells(const Cells& cells, std::int64_t begin, std::int64_t end,
                 std::span<const std::int32_t> classes, SumGrid& sum, SumGrid& square,
                 SumGrid& missing) {
  for (std::int64_t first = 0; first < cells.columns(); first += kSliceColumns) {
    SlicedColumns(cells, first, classes, sum, square, missing).count(begin, end);
  }
}

}  // namespace

void count_moments(const Matrix& matrix, std::int64_t begin, std::int64_t end,
                   std::span<const std::int32_t> classes, SumGrid& sum, SumGrid& square,
                   SumGrid& missing) {
  count_cells(MatrixCells(matrix), begin, end, classes, sum, square, missing);
}

void count_moments(std::span<const double* const> columns, std::int64_t rows,
                   std::span<const std::int32_t> classes, SumGrid& sum, SumGrid& square,
                   SumGrid& missing) {
  count_cells(ColumnCells(columns), 0, rows, classes, sum, square, missing);
}

}  // namespace tally
