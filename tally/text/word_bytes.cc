// SPDX-License-Identifier: Apache-2.0
#include "tally/text/word_bytes.h"

#include <unicode/uvernum.h>

#include <cstring>

// A machine without AVX2 takes the baseline.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tally/text/word_bytes.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "tally/base/simd.h"

HWY_BEFORE_NAMESPACE();
namespace tally::text::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR
namespace hn = hwy::HWY_NAMESPACE;

HWY_INLINE std::uint64_t BitsOf64(const std::uint8_t* bytes) {
  const hn::CappedTag<std::uint8_t, 64> tag;
  const auto equals = [&](auto values, char wanted) {
    return hn::Eq(values, hn::Set(tag, static_cast<std::uint8_t>(wanted)));
  };
  // What lies below the first wraps around to beyond all.
  const auto is_within = [&](auto values, char first, char last) {
    const auto above_first = hn::Sub(values, hn::Set(tag, static_cast<std::uint8_t>(first)));
    const auto most = hn::Set(tag, static_cast<std::uint8_t>(last - first));
    return hn::Eq(hn::Min(above_first, most), above_first);
  };
  std::uint8_t packed[64 / 8 + 8] = {};
  for (std::size_t i = 0; i < 64; i += hn::Lanes(tag)) {
    const auto values = hn::LoadU(tag, bytes + i);
    const auto small = hn::Or(values, hn::Set(tag, std::uint8_t{0x20}));
    auto found = hn::Or(is_within(small, 'a', 'z'), is_within(values, '0', '9'));
    found = hn::Or(found, equals(values, '_'));
    if (U_ICU_VERSION_MAJOR_NUM >= 72) found = hn::Or(found, equals(values, '@'));
    hn::StoreMaskBits(tag, found, packed + i / 8);
  }
  std::uint64_t bits = 0;
  std::memcpy(&bits, packed, sizeof(bits));
  return bits;
}

void FindWordBytes(std::string_view text, std::uint64_t* bits) {
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  std::size_t at = 0;
  for (; at + 64 <= text.size(); at += 64) *bits++ = BitsOf64(bytes + at);
  if (at == text.size()) return;
  std::uint8_t padded[64] = {};
  std::memcpy(padded, bytes + at, text.size() - at);
  *bits = BitsOf64(padded);
}
#else
void FindWordBytes(std::string_view text, std::uint64_t* bits) {
  find_word_bytes_plainly(text, bits);
}
#endif

}  // namespace tally::text::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tally::text {

void find_word_bytes(std::string_view text, std::uint64_t* bits) {
  TALLY_DISPATCH(FindWordBytes)(text, bits);
}

void find_word_bytes_plainly(std::string_view text, std::uint64_t* bits) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char byte = text[i];
    const bool is_found = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                          (byte >= '0' && byte <= '9') || byte == '_' ||
                          (byte == '@' && U_ICU_VERSION_MAJOR_NUM >= 72);
    if (i % 64 == 0) bits[i / 64] = 0;
    bits[i / 64] |= std::uint64_t{is_found} << (i % 64);
  }
}

}  // namespace tally::text
#endif
