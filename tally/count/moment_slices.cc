#include "tally/count/moment_slices.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tally/count/moment_slices.cc"
#include <hwy/aligned_allocator.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef TALLY_COUNT_MOMENT_SLICES_ONCE
#define TALLY_COUNT_MOMENT_SLICES_ONCE
namespace tally {

constexpr int kSlices = 3;
constexpr int kSums = 8;  // a, b, c, aa, ab, bb + 2ac, bc, cc
constexpr int kSliceBits = 22;
constexpr std::int64_t kRowsExact = 256;     // whose sums a double holds
constexpr std::int64_t kRowsWide = 1 << 18;  // whose sums 64 bits hold
constexpr std::int64_t kColumns = 256;       // counted together
constexpr std::int64_t kTileRows = 64;       // added together: a bit each

// What the vector loop works on. All arrays are padded to a multiple of 8 columns and aligned, so
// that no vector lies across two cache lines.
struct SliceSums {
  SliceSums(std::int64_t columns, std::int64_t classes)
      : padded((columns + 7) / 8 * 8),
        limits(filled(padded, 1)),  // the zeros behind the last column are cut
        sums(filled(classes * kSums * padded, 0)) {
    for (auto& shift : shifts) shift = filled(padded, 1);
  }

  using Doubles = hwy::AlignedFreeUniquePtr<double[]>;
  static Doubles filled(std::int64_t count, double value) {
    Doubles doubles = hwy::AllocateAligned<double>(static_cast<std::size_t>(count));
    std::fill_n(doubles.get(), count, value);
    return doubles;
  }

  std::int64_t padded;
  Doubles shifts[kSlices];  // M_i by column
  Doubles limits;           // 2^E
  Doubles sums;             // [class][sum][column]
};

// The rows of a tile that count, class by class.
struct Runs {
  struct Run {
    std::int32_t klass, begin, end;  // places in `rows`
  };
  std::array<std::uint8_t, kTileRows> rows;
  std::array<Run, kTileRows> runs;
  std::int32_t count = 0;
};

}  // namespace tally
#endif

HWY_BEFORE_NAMESPACE();
namespace tally::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<double, 8>;

// Adds a vector's width of columns, from column j on, to the eight sums of their classes, which
// stay in registers for a run of rows. Gives back the rows with a cell that could not be cut and
// was left out, a bit each.
HWY_INLINE std::uint64_t add_columns(const double* tile, const Runs& runs, std::int64_t j,
                                     const SliceSums& slices) {
  const Tag tag;
  const auto m0 = hn::Load(tag, slices.shifts[0].get() + j);
  const auto m1 = hn::Load(tag, slices.shifts[1].get() + j);
  const auto m2 = hn::Load(tag, slices.shifts[2].get() + j);
  const auto limit = hn::Load(tag, slices.limits.get() + j);
  const std::int64_t step = slices.padded;
  std::uint64_t left = 0;
  for (std::int32_t i = 0; i < runs.count; ++i) {
    const Runs::Run run = runs.runs[static_cast<std::size_t>(i)];
    double* const to = slices.sums.get() + run.klass * (kSums * step) + j;
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

std::uint64_t add_rows(const double* tile, const Runs& runs, const SliceSums& slices) {
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

HWY_EXPORT(add_rows);

namespace {

// Up to kColumns columns of a matrix, over all rows.
class SlicedColumns {
 public:
  SlicedColumns(const Matrix& matrix, std::int64_t first, std::span<const std::int32_t> classes,
                ClassSums& sum, ClassSums& square, ClassSums& missing)
      : matrix_(matrix),
        first_(first),
        columns_(std::min(kColumns, matrix.columns - first)),
        classes_(classes),
        sum_(sum),
        square_(square),
        missing_(missing),
        slices_(columns_, sum.classes()) {
    const auto padded = static_cast<std::size_t>(slices_.padded);
    exponents_.assign(static_cast<std::size_t>(columns_), 0);
    const auto cells = static_cast<std::size_t>(sum.classes()) * kSums * padded;
    wide_.assign(cells, 0);
    scales_.assign(kSums * padded, 0);
    rows_in_sums_.assign(static_cast<std::size_t>(sum.classes()), 0);
    run_of_.assign(static_cast<std::size_t>(sum.classes()), -1);
    tile_ = SliceSums::filled(kTileRows * slices_.padded, 0);
  }

  void count(std::int64_t begin, std::int64_t end) {
    std::int64_t since_range = 0, left = 0;
    bool has_range = false;
    for (std::int64_t row = begin; row < end; row += kTileRows) {
      const std::int64_t rows = std::min(kTileRows, end - row);
      matrix_.copy({row, rows, first_, columns_}, tile_.get(), slices_.padded, 1);
      matrix_.prefetch({row + rows, std::min(kTileRows, end - row - rows), first_, columns_});
      // Where many cells were left out, the range was wrong for what came after.
      if (!has_range || (left > since_range / 4 && since_range >= next_range_)) {
        empty_all();
        choose_range(rows);
        has_range = true;
        next_range_ *= 2;
        since_range = left = 0;
      }
      left += add_tile(rows, row);
      since_range += rows;
    }
    empty_all();
  }

 private:
  std::int64_t add_tile(std::int64_t rows, std::int64_t row) {
    const std::int32_t* classes = classes_.data() + row;
    find_runs(classes, rows);
    std::uint64_t left = HWY_DYNAMIC_DISPATCH(add_rows)(tile_.get(), runs_, slices_);
    for (std::int32_t i = 0; i < runs_.count; ++i) {
      const Runs::Run run = runs_.runs[static_cast<std::size_t>(i)];
      std::int64_t& in_sums = rows_in_sums_[static_cast<std::size_t>(run.klass)];
      in_sums += run.end - run.begin;
      if (in_sums > kRowsExact - kTileRows) empty_sums(run.klass);  // the next tile must fit, too
    }
    const std::int64_t count = std::popcount(left);
    for (; left != 0; left &= left - 1) {
      const std::int64_t r = std::countr_zero(left);
      add_left(tile_.get() + r * slices_.padded, classes[r], row + r);
    }
    return count;
  }

  // Sorts the rows of a tile by class.
  void find_runs(const std::int32_t* classes, std::int64_t rows) {
    runs_.count = 0;
    for (std::int64_t r = 0; r < rows; ++r) {
      if (classes[r] < 0) continue;
      std::int32_t& run = run_of_[static_cast<std::size_t>(classes[r])];
      if (run < 0) {
        run = runs_.count++;
        runs_.runs[static_cast<std::size_t>(run)] = {classes[r], 0, 0};
      }
      ++runs_.runs[static_cast<std::size_t>(run)].end;
    }
    std::int32_t begin = 0;
    for (std::int32_t i = 0; i < runs_.count; ++i) {
      Runs::Run& run = runs_.runs[static_cast<std::size_t>(i)];
      const std::int32_t length = run.end;
      run.begin = run.end = begin;
      begin += length;
    }
    for (std::int64_t r = 0; r < rows; ++r) {
      if (classes[r] < 0) continue;
      const std::int32_t run = run_of_[static_cast<std::size_t>(classes[r])];
      std::int32_t& end = runs_.runs[static_cast<std::size_t>(run)].end;
      runs_.rows[static_cast<std::size_t>(end++)] = static_cast<std::uint8_t>(r);
    }
    for (std::int32_t i = 0; i < runs_.count; ++i) {
      run_of_[static_cast<std::size_t>(runs_.runs[static_cast<std::size_t>(i)].klass)] = -1;
    }
  }

  // Adds the cells of a row that could not be cut.
  void add_left(const double* row, std::int32_t klass, std::int64_t number) {
    for (std::int64_t j = 0; j < columns_; ++j) {
      const double x = row[j];
      if (is_cut(x, static_cast<std::size_t>(j))) continue;
      if (std::isnan(x)) {
        missing_.at(klass, first_ + j).add(std::int64_t{1});
        continue;
      }
      if (std::isinf(x)) {
        throw Error(ErrorKind::kData, "expected a finite number, found " + shortest(x),
                    {"", -1, number, std::to_string(first_ + j)});
      }
      sum_.at(klass, first_ + j).add(x);
      square_.at(klass, first_ + j).add_product(x, x);
    }
  }

  // The plain twin of the test in add_row.
  bool is_cut(double x, std::size_t j) const {
    double rest = x;
    for (const auto& shift : slices_.shifts) rest -= (rest + shift[j]) - shift[j];
    return rest == 0 && std::abs(x) < slices_.limits[j];
  }

  // E is one more than the largest exponent of these rows. The bounds keep every square's last bit
  // and every sum of squares within the range of a double.
  void choose_range(std::int64_t rows) {
    for (std::int64_t j = 0; j < columns_; ++j) {
      double most = 0;
      for (std::int64_t r = 0; r < rows; ++r) {
        const double size = std::abs(tile_[static_cast<std::size_t>(r * slices_.padded + j)]);
        if (size > most && std::isfinite(size)) most = size;
      }
      int exponent = 0;
      std::frexp(most, &exponent);
      exponent = std::clamp(exponent + 1, -400, 480);
      const auto at = static_cast<std::size_t>(j);
      exponents_[at] = exponent;
      slices_.limits[at] = std::ldexp(1.0, exponent);
      for (int i = 0; i < kSlices; ++i) {
        slices_.shifts[i][at] = std::ldexp(1.5, exponent + 1 - kSliceBits * (i + 1) + 52);
      }
      for (std::size_t i = 0; i < kSums; ++i) {
        scales_[i * static_cast<std::size_t>(slices_.padded) + at] = std::ldexp(1.0, -unit(i, j));
      }
    }
  }

  // The exponent of one of the eight sums' unit.
  std::int32_t unit(std::size_t sum, std::int64_t j) const {
    static constexpr std::array<int, kSums> kFirst{1, 2, 3, 1, 1, 2, 2, 3};  // slice, from 1
    static constexpr std::array<int, kSums> kSecond{0, 0, 0, 1, 2, 2, 3, 3};
    const int top = exponents_[static_cast<std::size_t>(j)] + 1;
    const int first = top - kSliceBits * kFirst[sum];
    return kSecond[sum] == 0 ? first : first + top - kSliceBits * kSecond[sum];
  }

  void empty_sums(std::int64_t klass) {
    const std::size_t at = static_cast<std::size_t>(klass) * scales_.size();
    for (std::size_t i = 0; i < scales_.size(); ++i) {
      wide_[at + i] += static_cast<std::int64_t>(slices_.sums[at + i] * scales_[i]);
      slices_.sums[at + i] = 0;
    }
    std::int64_t& rows = rows_in_sums_[static_cast<std::size_t>(klass)];
    rows_in_wide_ += rows;
    rows = 0;
    if (rows_in_wide_ > kRowsWide) empty_wide();
  }

  void empty_wide() {
    const auto padded = static_cast<std::size_t>(slices_.padded);
    for (std::int64_t k = 0; k < sum_.classes(); ++k) {
      for (std::size_t i = 0; i < kSums; ++i) {
        const std::size_t at = (static_cast<std::size_t>(k) * kSums + i) * padded;
        const bool doubled = i == 4 || i == 6;  // ab and bc occur twice in the square
        for (std::int64_t j = 0; j < columns_; ++j) {
          std::int64_t& amount = wide_[at + static_cast<std::size_t>(j)];
          ExactSum& to = (i < kSlices ? sum_ : square_).at(k, first_ + j);
          to.add_scaled(amount, unit(i, j) + (doubled ? 1 : 0));
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

  const Matrix& matrix_;
  std::int64_t first_, columns_;
  std::span<const std::int32_t> classes_;
  ClassSums& sum_;
  ClassSums& square_;
  ClassSums& missing_;
  SliceSums slices_;
  Runs runs_;
  std::vector<std::int32_t> run_of_;  // by class; −1: none
  std::vector<std::int64_t> wide_;    // as slices_.sums, in units
  std::vector<std::int32_t> exponents_;
  std::vector<double> scales_;              // one over the units, [sum][column]
  SliceSums::Doubles tile_;                 // of doubles, row by row
  std::vector<std::int64_t> rows_in_sums_;  // by class
  std::int64_t rows_in_wide_ = 0;
  std::int64_t next_range_ = kTileRows;
};

}  // namespace

void count_moments(const Matrix& matrix, std::int64_t begin, std::int64_t end,
                   std::span<const std::int32_t> classes, ClassSums& sum, ClassSums& square,
                   ClassSums& missing) {
  for (std::int64_t first = 0; first < matrix.columns; first += kColumns) {
    SlicedColumns(matrix, first, classes, sum, square, missing).count(begin, end);
  }
}

}  // namespace tally
#endif
