#include "tally/count/moment_slices.h"

#include <algorithm>
#include <array>
#include <cmath>

#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tally/count/moment_slices.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef TALLY_COUNT_MOMENT_SLICES_ONCE
#define TALLY_COUNT_MOMENT_SLICES_ONCE
namespace tally {

constexpr int kSlices = 3;
constexpr int kSums = 8;               // a, b, c, aa, ab, bb + 2ac, bc, cc
constexpr int kSliceBits = 22;
constexpr std::int64_t kRowsExact = 256;    // whose sums a double holds
constexpr std::int64_t kRowsWide = 1 << 18;  // whose sums 64 bits hold
constexpr std::int64_t kColumns = 256;       // counted together
constexpr std::int64_t kTileRows = 64;       // copied together

// What the vector loop works on; all arrays are padded to a multiple of 8 columns.
struct SliceSums {
  std::int64_t padded = 0;
  std::vector<double> shifts[kSlices];  // M_i by column
  std::vector<double> limits;           // 2^E
  std::vector<double> sums;             // [class][sum][column]
};

}  // namespace tally
#endif

HWY_BEFORE_NAMESPACE();
namespace tally::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Adds one row to the eight sums of its class. Gives back whether a cell could not be cut and was
// left out.
bool add_row(const double* row, std::int64_t columns, const SliceSums& slices, double* sums) {
  const hn::CappedTag<double, 8> tag;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(tag));
  const std::int64_t step = slices.padded;
  bool all_cut = true;
  for (std::int64_t j = 0; j < columns; j += lanes) {
    const auto x = j + lanes <= columns
                       ? hn::LoadU(tag, row + j)
                       : hn::MaskedLoad(hn::FirstN(tag, static_cast<std::size_t>(columns - j)), tag,
                                        row + j);
    const auto m0 = hn::LoadU(tag, slices.shifts[0].data() + j);
    const auto m1 = hn::LoadU(tag, slices.shifts[1].data() + j);
    const auto m2 = hn::LoadU(tag, slices.shifts[2].data() + j);
    auto a = hn::Sub(hn::Add(x, m0), m0);
    const auto rest_a = hn::Sub(x, a);
    auto b = hn::Sub(hn::Add(rest_a, m1), m1);
    const auto rest_b = hn::Sub(rest_a, b);
    auto c = hn::Sub(hn::Add(rest_b, m2), m2);
    const auto cut = hn::And(hn::Eq(rest_b, c),
                             hn::Lt(hn::Abs(x), hn::LoadU(tag, slices.limits.data() + j)));
    if (!hn::AllTrue(tag, cut)) {
      all_cut = false;
      a = hn::IfThenElseZero(cut, a);
      b = hn::IfThenElseZero(cut, b);
      c = hn::IfThenElseZero(cut, c);
    }
    double* to = sums + j;
    const auto add = [&](int sum, auto value) HWY_ATTR {
      double* at = to + sum * step;
      hn::StoreU(hn::Add(hn::LoadU(tag, at), value), tag, at);
    };
    const auto ac = hn::Mul(a, c);
    add(0, a);
    add(1, b);
    add(2, c);
    add(3, hn::Mul(a, a));
    add(4, hn::Mul(a, b));
    add(5, hn::Add(hn::Mul(b, b), hn::Add(ac, ac)));
    add(6, hn::Mul(b, c));
    add(7, hn::Mul(c, c));
  }
  return all_cut;
}

// Adds rows; those with a cell that was left out are noted in `left`. Gives back how many.
std::int64_t add_rows(const double* rows, std::int64_t row_step, std::int64_t count,
                      const std::int32_t* classes, std::int64_t columns, SliceSums& slices,
                      std::int32_t* left) {
  std::int64_t some_left = 0;
  const std::int64_t class_step = kSums * slices.padded;
  for (std::int64_t r = 0; r < count; ++r) {
    if (classes[r] < 0) continue;
    const bool cut = add_row(rows + r * row_step, columns, slices,
                             slices.sums.data() + classes[r] * class_step);
    if (!cut) left[some_left++] = static_cast<std::int32_t>(r);
  }
  return some_left;
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
        missing_(missing) {
    slices_.padded = (columns_ + 7) / 8 * 8;
    const auto padded = static_cast<std::size_t>(slices_.padded);
    for (auto& shift : slices_.shifts) shift.assign(padded, 1);
    slices_.limits.assign(padded, 0);
    exponents_.assign(static_cast<std::size_t>(columns_), 0);
    const auto cells = static_cast<std::size_t>(sum.classes()) * kSums * padded;
    slices_.sums.assign(cells, 0);
    wide_.assign(cells, 0);
    scales_.assign(kSums * padded, 0);
    rows_in_sums_.assign(static_cast<std::size_t>(sum.classes()), 0);
    tile_.resize(static_cast<std::size_t>(kTileRows * columns_));
  }

  void count(std::int64_t begin, std::int64_t end) {
    std::int64_t since_range = 0, left = 0;
    bool has_range = false;
    for (std::int64_t row = begin; row < end; row += kTileRows) {
      const std::int64_t rows = std::min(kTileRows, end - row);
      const double* cells = nullptr;
      std::int64_t step = columns_;
      if (matrix_.has_rows_of_doubles()) {
        cells = matrix_.row_of_doubles(row) + first_;
        step = matrix_.row_stride / 8;
      } else {
        matrix_.copy({row, rows, first_, columns_}, tile_.data(), columns_, 1);
        cells = tile_.data();
      }
      // Where many cells were left out, the range was wrong for what came after.
      if (!has_range || (left > since_range / 4 && since_range >= next_range_)) {
        empty_all();
        choose_range(cells, step, rows);
        has_range = true;
        next_range_ *= 2;
        since_range = left = 0;
      }
      left += add_tile(cells, step, rows, row);
      since_range += rows;
    }
    empty_all();
  }

 private:
  std::int64_t add_tile(const double* cells, std::int64_t step, std::int64_t rows,
                        std::int64_t row) {
    std::array<std::int32_t, kTileRows> left;
    const std::int32_t* classes = classes_.data() + row;
    const std::int64_t count = HWY_DYNAMIC_DISPATCH(add_rows)(cells, step, rows, classes, columns_,
                                                             slices_, left.data());
    for (std::int64_t r = 0; r < rows; ++r) {
      if (classes[r] < 0) continue;
      // The next tile must fit, too.
      if (++rows_in_sums_[static_cast<std::size_t>(classes[r])] > kRowsExact - kTileRows) {
        empty_sums(classes[r]);
      }
    }
    for (std::int64_t i = 0; i < count; ++i) {
      const std::int64_t r = left[static_cast<std::size_t>(i)];
      add_left(cells + r * step, classes[r], row + r);
    }
    return count;
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
  void choose_range(const double* cells, std::int64_t step, std::int64_t rows) {
    for (std::int64_t j = 0; j < columns_; ++j) {
      double most = 0;
      for (std::int64_t r = 0; r < rows; ++r) {
        const double size = std::abs(cells[r * step + j]);
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
  std::vector<std::int64_t> wide_;  // as slices_.sums, in units
  std::vector<std::int32_t> exponents_;
  std::vector<double> scales_;  // one over the units, [sum][column]
  std::vector<double> tile_;
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
