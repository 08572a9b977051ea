// SPDX-License-Identifier: Apache-2.0
#include "tally/read/cells/decimals.h"

#include <limits>

#include "tally/read/cells/number_text.h"

// A machine without AVX2 takes the baseline.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tally/read/cells/decimals.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "tally/base/simd.h"

HWY_BEFORE_NAMESPACE();
namespace tally::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

bool ReadDecimals(const CellWords& words, std::size_t count, double* numbers) {
  bool all = true;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t bytes[2] = {words.low[i], words.high[i]};
    const char* const end = reinterpret_cast<const char*>(bytes + 2);
    const std::uint64_t size = words.size[i];
    if (size <= kTextWordsSize && read_decimal_in_place({end - size, size}, numbers[i])) continue;
    numbers[i] = std::numeric_limits<double>::quiet_NaN();
    all = false;
  }
  return all;
}

#else

using Words = hn::CappedTag<std::uint64_t, CellWords::kTogether>;
using Integers = hn::RebindToSigned<Words>;
using Doubles = hn::RebindToFloat<Words>;
using Bytes = hn::Repartition<std::uint8_t, Words>;
using Pairs = hn::Repartition<std::uint16_t, Words>;
using Fours = hn::Repartition<std::uint32_t, Words>;
using Word = hn::Vec<Words>;

HWY_INLINE Word all(std::uint64_t value) { return hn::Set(Words(), value); }

// The highest bit of each byte that is a point.
HWY_INLINE Word points_in(Word digits) {
  const Bytes bytes;
  const auto found = hn::Eq(hn::BitCast(bytes, digits), hn::Set(bytes, '.' ^ '0'));
  return hn::BitCast(Words(), hn::IfThenElseZero(found, hn::Set(bytes, 0x80)));
}

// Ones up to the lowest bit that is set; all ones if none is.
HWY_INLINE Word up_to_lowest(Word bits) { return hn::Xor(bits, hn::Sub(bits, all(1))); }

// The number of eight digits, a byte each, the first the least significant. A product by 10·256 + 1
// has ten times the one and the other of two digits in its upper byte, and so on.
HWY_INLINE Word join_digits(Word word) {
  const Pairs pairs;
  const Fours fours;
  const auto twos = hn::ShiftRight<8>(hn::Mul(hn::BitCast(pairs, word), hn::Set(pairs, 2561)));
  const auto joined =
      hn::ShiftRight<16>(hn::Mul(hn::BitCast(fours, twos), hn::Set(fours, 6553601)));
  return hn::Add(hn::MulEven(joined, hn::Set(fours, 10000)),
                 hn::ShiftRight<32>(hn::BitCast(Words(), joined)));
}

// 10^places, places from 0 to kMost, one less than a power of two; of kMost + 1 places only the
// lower bits count.
template <int kMost>
HWY_INLINE hn::Vec<Doubles> power_of_ten(Word places) {
  const Doubles doubles;
  const auto factor = [&](std::uint64_t bit, double power) HWY_ATTR {
    const auto has_bit = hn::RebindMask(doubles, hn::TestBit(places, all(bit)));
    return hn::IfThenElse(has_bit, hn::Set(doubles, power), hn::Set(doubles, 1));
  };
  const auto below_eight = [&]() HWY_ATTR {
    if constexpr (HWY_MAX_BYTES == 64) {
      HWY_ALIGN static constexpr double kPowers[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7};
      const auto rows = hn::IndicesFromVec(doubles, hn::And(places, all(7)));
      return hn::TableLookupLanes(hn::Load(doubles, kPowers), rows);
    } else {
      return hn::Mul(hn::Mul(factor(1, 1e1), factor(2, 1e2)), factor(4, 1e4));
    }
  }();
  return kMost < 8 ? below_eight : hn::Mul(below_eight, factor(8, 1e8));
}

// Some cells, a lane each, on their way to numbers: their bytes become digits step by step. Without
// kLong none has more than eight bytes, and there is no lower word.
template <bool kLong>
class Cells {
 public:
  Cells(const CellWords& words, std::size_t i)
      : size_(hn::Load(kTag, words.size + i)),
        is_long_(is_above(8)),
        shift_(hn::And(hn::Sub(hn::Zero(kTag), hn::ShiftLeft<3>(size_)), all(63))) {
    // What is before the cell becomes zero: `part` keeps the bytes of the word where it begins.
    const Word part = hn::Shl(all(~std::uint64_t{0}), shift_);
    const Word zeros = all(internal::eight_times('0'));
    const Word high = hn::Xor(hn::Load(kTag, words.high + i), zeros);
    high_ = hn::And(high, part);
    if constexpr (kLong) {
      const Word low = hn::Xor(hn::Load(kTag, words.low + i), zeros);
      low_ = hn::IfThenElseZero(is_long_, hn::And(low, part));
      high_ = hn::IfThenElse(is_long_, high, high_);
    }
  }

  HWY_INLINE void take_minus() {
    const Word first = hn::Shr(kLong ? hn::IfThenElse(is_long_, low_, high_) : high_, shift_);
    is_negative_ = hn::Eq(hn::And(first, all(0xFF)), all('-' ^ '0'));
    const Word minus = hn::IfThenElseZero(is_negative_, hn::Shl(all('-' ^ '0'), shift_));
    if constexpr (kLong) {
      low_ = hn::Xor(low_, hn::IfThenElseZero(is_long_, minus));
      high_ = hn::Xor(high_, hn::IfThenZeroElse(is_long_, minus));
    } else {
      high_ = hn::Xor(high_, minus);
    }
  }

  // Takes the first point out, and counts the bytes behind it: all there are if there is none.
  HWY_INLINE void take_point() {
    const Word ones = all(internal::eight_times(1));
    const Word high_points = points_in(high_);
    has_point_ = hn::Ne(high_points, hn::Zero(kTag));
    Word moved = hn::ShiftLeft<8>(high_);
    Word high_moves = hn::IfThenElseZero(has_point_, up_to_lowest(high_points));
    Word stay = hn::Zero(kTag);
    if constexpr (kLong) {
      const Word low_points = points_in(low_);
      const auto is_in_low = hn::Ne(low_points, hn::Zero(kTag));
      has_point_ = hn::Or(has_point_, is_in_low);
      high_moves = hn::IfThenZeroElse(is_in_low, high_moves);
      const Word low_moves = hn::IfThenElseZero(has_point_, up_to_lowest(low_points));
      moved = hn::Or(moved, hn::ShiftRight<56>(low_));
      low_ = hn::IfVecThenElse(low_moves, hn::ShiftLeft<8>(low_), low_);
      stay = hn::AndNot(low_moves, ones);
    }
    high_ = hn::IfVecThenElse(high_moves, moved, high_);
    stay = hn::Add(stay, hn::AndNot(high_moves, ones));
    places_ = hn::SumsOf8(hn::BitCast(Bytes(), stay));
  }

  // Whether nothing is left but digits, and neither none nor too many.
  HWY_INLINE hn::Mask<Words> are_decimals() const {
    const Bytes bytes;
    auto most = hn::BitCast(bytes, high_);
    if constexpr (kLong) most = hn::Max(most, hn::BitCast(bytes, low_));
    const Word above_nine = hn::BitCast(kTag, hn::SaturatedSub(most, hn::Set(bytes, 9)));
    const Word others =
        hn::Add(hn::IfThenElseZero(has_point_, all(1)), hn::IfThenElseZero(is_negative_, all(1)));
    const auto digits = hn::BitCast(Integers(), hn::Sub(size_, others));
    const auto some = hn::RebindMask(kTag, hn::Gt(digits, hn::Zero(Integers())));
    const auto are_digits = hn::And(some, hn::Eq(above_nine, hn::Zero(kTag)));
    if constexpr (!kLong) return are_digits;
    const auto limit = hn::Set(Integers(), std::int64_t{internal::kMostDigits + 1});
    const auto fit = hn::RebindMask(kTag, hn::Lt(digits, limit));
    return hn::And(hn::AndNot(is_above(kTextWordsSize), fit), are_digits);
  }

  HWY_INLINE hn::Vec<Doubles> numbers() const {
    Word whole = join_digits(high_);
    if constexpr (kLong) {
      const Fours fours;
      const auto upper = hn::BitCast(fours, join_digits(low_));
      whole = hn::Add(hn::MulEven(upper, hn::Set(fours, 100'000'000)), whole);
    }
    const auto exact = hn::ConvertTo(Doubles(), hn::BitCast(Integers(), whole));
    const Word size = hn::BitCast(kTag, hn::Div(exact, power_of_ten < kLong ? 15 : 7 > (places_)));
    const Word sign = hn::IfThenElseZero(is_negative_, all(std::uint64_t{1} << 63));
    return hn::BitCast(Doubles(), hn::Or(size, sign));
  }

 private:
  static constexpr Words kTag{};

  HWY_INLINE hn::Mask<Words> is_above(std::int64_t size) const {
    const Integers integers;
    return hn::RebindMask(kTag, hn::Gt(hn::BitCast(integers, size_), hn::Set(integers, size)));
  }

  Word size_;
  hn::Mask<Words> is_long_;  // begins in the lower word
  Word shift_;               // to the byte where it begins, in bits
  Word low_, high_;
  hn::Mask<Words> is_negative_, has_point_;
  Word places_;
};

template <bool kLong>
HWY_INLINE bool read_cells(const CellWords& words, std::size_t count, double* numbers) {
  const Words tag;
  const Doubles doubles;
  const auto none = hn::Set(doubles, std::numeric_limits<double>::quiet_NaN());
  auto all_read = hn::Eq(all(0), all(0));
  for (std::size_t i = 0; i < count; i += hn::Lanes(tag)) {
    Cells<kLong> cells(words, i);
    cells.take_minus();
    cells.take_point();
    const auto is_read = cells.are_decimals();
    const auto number = hn::IfThenElse(hn::RebindMask(doubles, is_read), cells.numbers(), none);
    hn::StoreU(number, doubles, numbers + i);
    all_read = hn::And(all_read, is_read);
  }
  return hn::AllTrue(tag, all_read);
}

HWY_INLINE bool has_long(const CellWords& words, std::size_t count) {
  const Words tag;
  const Integers integers;
  auto any = hn::Ne(all(0), all(0));
  for (std::size_t i = 0; i < count; i += hn::Lanes(tag)) {
    const auto size = hn::BitCast(integers, hn::Load(tag, words.size + i));
    any = hn::Or(any, hn::RebindMask(tag, hn::Gt(size, hn::Set(integers, 8))));
  }
  return !hn::AllFalse(tag, any);
}

bool ReadDecimals(const CellWords& words, std::size_t count, double* numbers) {
  return has_long(words, count) ? read_cells<true>(words, count, numbers)
                                : read_cells<false>(words, count, numbers);
}

#endif

}  // namespace tally::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tally {

bool read_decimals(const CellWords& words, std::size_t count, double* numbers) {
  return TALLY_DISPATCH(ReadDecimals)(words, count, numbers);
}

}  // namespace tally
#endif
