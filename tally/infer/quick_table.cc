// SPDX-License-Identifier: Apache-2.0
#include "tally/infer/quick_table.h"

#include <algorithm>
#include <cmath>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
#define HWY_TARGET_INCLUDE "tally/infer/quick_table.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "tally/base/simd.h"

HWY_BEFORE_NAMESPACE();
namespace tally::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<float, 16>;

HWY_INLINE hn::Vec<Tag> load_weights(const float* from) { return hn::LoadU(Tag(), from); }
HWY_INLINE hn::Vec<Tag> load_weights(const std::int16_t* from) {
  const hn::Rebind<std::int16_t, Tag> narrow;
  const hn::RebindToSigned<Tag> whole;
  return hn::ConvertTo(Tag(), hn::PromoteTo(whole, hn::LoadU(narrow, from)));
}

// sums[k] = Σ_i x_i weights[index_i · classes + k], for kVectors vectors of classes from `first`
// on; behind the last class they mean nothing. Gives back Σ |x_i|.
template <int kVectors, class Weight, class Index>
HWY_INLINE double add_vectors(const double* values, const Index* indices, std::int64_t count,
                              const Weight* weights, std::int64_t classes, std::int64_t first,
                              float* sums) {
  const Tag tag;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(tag));
  auto s0 = hn::Zero(tag), s1 = s0, s2 = s0, s3 = s0;
  double size = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    const double value = values == nullptr ? 1 : values[i];
    size += value < 0 ? -value : value;
    const auto x = hn::Set(tag, static_cast<float>(value));
    const Weight* const row = weights + static_cast<std::int64_t>(indices[i]) * classes + first;
    s0 = hn::MulAdd(x, load_weights(row), s0);
    if constexpr (kVectors > 1) s1 = hn::MulAdd(x, load_weights(row + lanes), s1);
    if constexpr (kVectors > 2) s2 = hn::MulAdd(x, load_weights(row + 2 * lanes), s2);
    if constexpr (kVectors > 3) s3 = hn::MulAdd(x, load_weights(row + 3 * lanes), s3);
  }
  hn::StoreU(s0, tag, sums + first);
  if constexpr (kVectors > 1) hn::StoreU(s1, tag, sums + first + lanes);
  if constexpr (kVectors > 2) hn::StoreU(s2, tag, sums + first + 2 * lanes);
  if constexpr (kVectors > 3) hn::StoreU(s3, tag, sums + first + 3 * lanes);
  return size;
}

// `sums` and `weights` have room for four vectors more.
template <class Weight, class Index>
HWY_INLINE double add_any(const double* values, const Index* indices, std::int64_t count,
                          const Weight* weights, std::int64_t classes, float* sums) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(Tag()));
  double size = 0;
  for (std::int64_t k = 0; k < classes; k += 4 * lanes) {
    const std::int64_t left = std::min<std::int64_t>((classes - k + lanes - 1) / lanes, 4);
    size = left == 1   ? add_vectors<1>(values, indices, count, weights, classes, k, sums)
           : left == 2 ? add_vectors<2>(values, indices, count, weights, classes, k, sums)
           : left == 3 ? add_vectors<3>(values, indices, count, weights, classes, k, sums)
                       : add_vectors<4>(values, indices, count, weights, classes, k, sums);
  }
  return size;
}

double add_32(const double* values, const std::int32_t* indices, std::int64_t count,
              const float* weights, std::int64_t classes, float* sums) {
  return add_any(values, indices, count, weights, classes, sums);
}
double add_64(const double* values, const std::int64_t* indices, std::int64_t count,
              const float* weights, std::int64_t classes, float* sums) {
  return add_any(values, indices, count, weights, classes, sums);
}
double add_shorts_32(const double* values, const std::int32_t* indices, std::int64_t count,
                     const std::int16_t* weights, std::int64_t classes, float* sums) {
  return add_any(values, indices, count, weights, classes, sums);
}
double add_shorts_64(const double* values, const std::int64_t* indices, std::int64_t count,
                     const std::int16_t* weights, std::int64_t classes, float* sums) {
  return add_any(values, indices, count, weights, classes, sums);
}

// Of classes that fit one vector: the sums stay in it, and so does the search for the greatest.
bool places_in_a_vector(const std::int64_t* places, std::int64_t columns, std::int64_t rows,
                        const float* weights, const float* constants, std::int64_t classes,
                        float doubt, std::int64_t* chosen) {
  const Tag tag;
  if (classes > static_cast<std::int64_t>(hn::Lanes(tag))) return false;
  const auto inside = hn::FirstN(tag, static_cast<std::size_t>(classes));
  const auto nothing = hn::Set(tag, -std::numeric_limits<float>::infinity());
  const auto first = hn::IfThenElse(inside, hn::MaskedLoad(inside, tag, constants), nothing);
  for (std::int64_t r = 0; r < rows; ++r, places += columns) {
    auto s0 = first, s1 = hn::Zero(tag);
    std::int64_t j = 0;
    for (; j + 2 <= columns; j += 2) {
      s0 = hn::Add(s0, hn::LoadU(tag, weights + places[j] * classes));
      s1 = hn::Add(s1, hn::LoadU(tag, weights + places[j + 1] * classes));
    }
    if (j < columns) s0 = hn::Add(s0, hn::LoadU(tag, weights + places[j] * classes));
    const auto sums = hn::IfThenElse(inside, hn::Add(s0, s1), nothing);
    const auto best = hn::MaxOfLanes(tag, sums);
    // If two are equal the others are less by nothing, and the row is unclear.
    const auto close = hn::Gt(sums, hn::Sub(best, hn::Set(tag, doubt)));
    chosen[r] = hn::CountTrue(tag, close) == 1
                    ? static_cast<std::int64_t>(hn::FindFirstTrue(tag, close))
                    : QuickTable::kUnclear;
  }
  return true;
}

}  // namespace tally::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tally {

namespace {

constexpr std::int64_t kPadding = 64;  // numbers: four vectors
constexpr double kMostShort = std::numeric_limits<std::int16_t>::max();

double add_rows(const double* values, const std::int32_t* indices, std::int64_t count,
                const float* weights, std::int64_t classes, float* sums) {
  return TALLY_DISPATCH(add_32)(values, indices, count, weights, classes, sums);
}
double add_rows(const double* values, const std::int64_t* indices, std::int64_t count,
                const float* weights, std::int64_t classes, float* sums) {
  return TALLY_DISPATCH(add_64)(values, indices, count, weights, classes, sums);
}
double add_rows(const double* values, const std::int32_t* indices, std::int64_t count,
                const std::int16_t* weights, std::int64_t classes, float* sums) {
  return TALLY_DISPATCH(add_shorts_32)(values, indices, count, weights, classes, sums);
}
double add_rows(const double* values, const std::int64_t* indices, std::int64_t count,
                const std::int16_t* weights, std::int64_t classes, float* sums) {
  return TALLY_DISPATCH(add_shorts_64)(values, indices, count, weights, classes, sums);
}

}  // namespace

QuickTable::QuickTable(std::int64_t classes, std::span<const double> weights,
                       std::span<const double> constants, Digits digits)
    : classes_(classes) {
  if (classes < 2 || classes > kMostClasses) return;
  const auto width = static_cast<std::size_t>(classes);
  const auto mean_of = [&](const double* row) {
    double sum = 0;
    for (std::size_t k = 0; k < width; ++k) sum += row[k];
    return sum / static_cast<double>(classes);
  };
  const std::size_t rows = weights.size() / width;
  double sum = mean_of(constants.data());  // is finite only if all are
  for (std::size_t row = 0; row < rows; ++row) {
    const double* const exact = weights.data() + row * width;
    const double mean = mean_of(exact);
    sum += mean;
    for (std::size_t k = 0; k < width; ++k) {
      most_exact_ = std::max(most_exact_, std::abs(exact[k]));
      most_ = std::max(most_, std::abs(exact[k] - mean));
    }
  }
  const double most_weight = most_;
  const double constant = mean_of(constants.data());
  for (const double c : constants) {
    most_exact_ = std::max(most_exact_, std::abs(c));
    constants_.push_back(c - constant);
    most_ = std::max(most_, std::abs(c - constant));
  }
  if (classes == 2) most_ *= 2;
  // Among the subnormal floats an error is no longer a part of the number.
  const bool has_digits = most_ == 0 || most_ >= double{std::numeric_limits<float>::min()};
  usable_ = std::isfinite(sum) && most_exact_ < 1e30 && has_digits;
  if (!usable_) return;
  const bool short_ones = classes > 2 && digits == Digits::kShorts &&
                          most_weight >= double{std::numeric_limits<float>::min()};
  if (short_ones) unit_ = most_weight / kMostShort;
  // A vector may reach beyond the last row.
  if (short_ones) shorts_.reserve(rows * width + kPadding);
  if (!short_ones) weights_.reserve(rows * (classes == 2 ? 1 : width) + kPadding);
  for (std::size_t row = 0; row < rows; ++row) {
    const double* const exact = weights.data() + row * width;
    const double mean = mean_of(exact);
    for (std::size_t k = 0; k < width && classes > 2; ++k) {
      if (short_ones) {
        shorts_.push_back(static_cast<std::int16_t>(std::lround((exact[k] - mean) / unit_)));
      } else {
        weights_.push_back(static_cast<float>(exact[k] - mean));
      }
    }
    if (classes == 2) weights_.push_back(static_cast<float>(exact[1] - exact[0]));
  }
  if (short_ones) shorts_.resize(shorts_.size() + kPadding);
  if (!short_ones) weights_.resize(weights_.size() + kPadding);
}

std::int64_t QuickTable::bytes_of_row() const {
  return classes_ == 2 ? 4 : (shorts_.empty() ? 4 : 2) * classes_;
}

// How far apart two sums may come to lie by rounding alone: each number of single precision is off
// by 2^−24 of itself, and so may every sum be, `roundings` times; sums in doubles by 2^−53. Twice,
// for two sums, and once more for the terms that this leaves out. A weight in units is off by half
// of one. Where a number of single precision could become infinite, nothing is sure.
double QuickTable::doubt(double size, std::int64_t count, std::int64_t roundings) const {
  constexpr double kMost = 1e37;  // a tenth of what a float holds
  const double most = unit_ > 0 ? std::max(most_, kMostShort) : most_;
  if (!(size < kMost && size * most < kMost)) return std::numeric_limits<double>::infinity();
  const auto terms = static_cast<double>(count + 4);
  return 4 * ((size + 1) * most_ * (3 + static_cast<double>(roundings)) * 0x1p-24 +
              (size + 1) * most_exact_ * terms * 0x1p-53) +
         size * unit_;
}

template <class Index>
std::int64_t QuickTable::decide_of_two(const double* values, const Index* indices,
                                       std::int64_t count) const {
  // Four sums, so that none has to wait for the one before it.
  constexpr std::int64_t kChains = 4;
  double sums[kChains] = {constants_[1] - constants_[0]}, sizes[kChains] = {};
  const auto add = [&](std::int64_t i, std::int64_t chain) {
    const double x = values == nullptr ? 1 : values[i];
    sums[chain] += x * static_cast<double>(weights_[static_cast<std::size_t>(indices[i])]);
    sizes[chain] += std::abs(x);
  };
  std::int64_t i = 0;
  for (; i + kChains <= count; i += kChains) {
    for (std::int64_t chain = 0; chain < kChains; ++chain) add(i + chain, chain);
  }
  for (; i < count; ++i) add(i, 0);
  const double sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  const double size = (sizes[0] + sizes[1]) + (sizes[2] + sizes[3]);
  const double least = doubt(size, count, 0);
  return sum > least ? 1 : sum < -least ? 0 : kUnclear;
}

template <class Index>
std::int64_t QuickTable::decide_of_many(const double* values, const Index* indices,
                                        std::int64_t count) const {
  float sums[kMostClasses + kPadding];
  const double size = unit_ > 0 ? add_rows(values, indices, count, shorts_.data(), classes_, sums)
                                : add_rows(values, indices, count, weights_.data(), classes_, sums);
  const double unit = unit_ > 0 ? unit_ : 1;
  double best = unit * sums[0] + constants_[0], second = -INFINITY;
  std::int64_t chosen = 0;
  for (std::int64_t k = 1; k < classes_; ++k) {
    const double sum = unit * sums[k] + constants_[static_cast<std::size_t>(k)];
    const bool greater = sum > best;
    second = std::max(second, greater ? best : sum);
    chosen = greater ? k : chosen;
    best = greater ? sum : best;
  }
  return best - second > doubt(size, count, count) ? chosen : kUnclear;
}

template <class Index>
std::int64_t QuickTable::decide_any(const double* values, const Index* indices,
                                    std::int64_t count) const {
  return classes_ == 2 ? decide_of_two(values, indices, count)
                       : decide_of_many(values, indices, count);
}

std::int64_t QuickTable::decide(const double* values, const std::int32_t* indices,
                                std::int64_t count) const {
  return decide_any(values, indices, count);
}

std::int64_t QuickTable::decide(const double* values, const std::int64_t* indices,
                                std::int64_t count) const {
  return decide_any(values, indices, count);
}

void QuickTable::decide_places(const std::int64_t* places, std::int64_t columns, std::int64_t rows,
                               std::int64_t* chosen) const {
  const double least = doubt(static_cast<double>(columns), columns, columns + 1);
  if (classes_ == 2) {
    const float* const weights = weights_.data();
    const double constant = constants_[1] - constants_[0];
    for (std::int64_t r = 0; r < rows; ++r, places += columns) {
      // Four sums, so that none has to wait for the one before it.
      float s0 = 0, s1 = 0, s2 = 0, s3 = 0;
      std::int64_t j = 0;
      for (; j + 4 <= columns; j += 4) {
        s0 += weights[places[j]];
        s1 += weights[places[j + 1]];
        s2 += weights[places[j + 2]];
        s3 += weights[places[j + 3]];
      }
      for (; j < columns; ++j) s0 += weights[places[j]];
      const double sum = constant + static_cast<double>((s0 + s1) + (s2 + s3));
      // Without a branch, which would often be guessed wrong.
      static_assert(kUnclear == -1);
      const std::int64_t unclear = std::abs(sum) > least ? 0 : -1;
      chosen[r] = static_cast<std::int64_t>(sum > 0) | unclear;
    }
    return;
  }
  float constants[kMostClasses];
  std::copy(constants_.begin(), constants_.end(), constants);
  if (TALLY_DISPATCH(places_in_a_vector)(places, columns, rows, weights_.data(), constants,
                                         classes_, static_cast<float>(least), chosen)) {
    return;
  }
  for (std::int64_t r = 0; r < rows; ++r, places += columns) {
    chosen[r] = decide(nullptr, places, columns);
  }
}

}  // namespace tally
#endif
