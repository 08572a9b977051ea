// SPDX-License-Identifier: Apache-2.0
#include "tally/read/cells/text_keys.h"

#include <algorithm>

// A machine without AVX2 takes the baseline.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tally/read/cells/text_keys.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "tally/base/simd.h"

HWY_BEFORE_NAMESPACE();
namespace tally::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

void MakeTextKeys(CellWords& words, std::size_t count, std::uint64_t seed, std::uint64_t* hashes) {
  const auto is_blank = [](char byte) { return byte == ' ' || byte == '\t'; };
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t size = std::min<std::uint64_t>(words.size[i], kTextWordsSize);
    const std::uint64_t bytes[2] = {words.low[i], words.high[i]};
    const char* const end = reinterpret_cast<const char*>(bytes + 2);
    const TextWords key = words_in_place({end - size, size});
    const bool has_blanks = size > 0 && (is_blank(*(end - size)) || is_blank(end[-1]));
    if (words.size[i] > kTextWordsSize || has_blanks) words.size[i] = CellWords::kNoWords;
    words.low[i] = key.low;
    words.high[i] = key.high;
    hashes[i] = hash_words(key.low, key.high, seed);
  }
}

#else

using Words = hn::CappedTag<std::uint64_t, CellWords::kTogether>;
using Word = hn::Vec<Words>;

HWY_INLINE Word all(std::uint64_t value) { return hn::Set(Words(), value); }

HWY_INLINE hn::Mask<Words> is_blank(Word byte) {
  return hn::Or(hn::Eq(byte, all(' ')), hn::Eq(byte, all('\t')));
}

void MakeTextKeys(CellWords& words, std::size_t count, std::uint64_t seed, std::uint64_t* hashes) {
  const Words tag;
  const hn::RebindToSigned<Words> integers;
  const Word zero = hn::Zero(tag);
  for (std::size_t i = 0; i < count; i += hn::Lanes(tag)) {
    const Word size = hn::Load(tag, words.size + i);
    const auto is_above = [&](std::int64_t most) {
      return hn::RebindMask(tag, hn::Gt(hn::BitCast(integers, size), hn::Set(integers, most)));
    };
    // `part` keeps the bytes of the word where the cell begins.
    const auto is_long = is_above(8);
    const Word shift = hn::And(hn::Sub(zero, hn::ShiftLeft<3>(size)), all(63));
    const Word part = hn::IfThenElseZero(is_above(0), hn::Shl(all(~std::uint64_t{0}), shift));
    const Word ends = hn::Load(tag, words.high + i);
    const Word high = hn::IfThenElse(is_long, ends, hn::And(ends, part));
    const Word low = hn::IfThenElseZero(is_long, hn::And(hn::Load(tag, words.low + i), part));
    hn::Store(low, tag, words.low + i);
    hn::Store(high, tag, words.high + i);

    const Word first = hn::And(hn::Shr(hn::IfThenElse(is_long, low, high), shift), all(0xFF));
    const Word last = hn::ShiftRight<56>(high);
    const auto is_other = hn::Or(is_above(kTextWordsSize), hn::Or(is_blank(first), is_blank(last)));
    hn::Store(hn::IfThenElse(is_other, all(CellWords::kNoWords), size), tag, words.size + i);

    const Word mixed = hn::Xor(hn::Mul(hn::Xor(low, all(seed)), all(0x9E3779B97F4A7C15U)), high);
    const Word folded = hn::Xor(mixed, hn::ShiftRight<32>(mixed));
    hn::StoreU(hn::Mul(folded, all(seed | 1)), tag, hashes + i);
  }
}

#endif

}  // namespace tally::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tally {

void make_text_keys(CellWords& words, std::size_t count, std::uint64_t seed,
                    std::uint64_t* hashes) {
  TALLY_DISPATCH(MakeTextKeys)(words, count, seed, hashes);
}

}  // namespace tally
#endif
