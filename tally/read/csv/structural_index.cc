// SPDX-License-Identifier: Apache-2.0
#include "tally/read/csv/structural_index.h"

#include <algorithm>
#include <cstring>

// A machine without AVX2 takes the baseline; one with AVX-512 but not the part of it that squeezes
// bytes takes AVX2.
#define HWY_WANT_AVX3_DL
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tally/read/csv/structural_index.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "tally/base/simd.h"

HWY_BEFORE_NAMESPACE();
namespace tally::csv::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Bit i of the result says whether byte i of 64 is `wanted`.
HWY_INLINE std::uint64_t equal(const std::uint8_t* bytes, char wanted) {
  std::uint64_t bits = 0;
#if HWY_TARGET == HWY_SCALAR
  for (int i = 0; i < 64; ++i) {
    bits |= std::uint64_t{bytes[i] == static_cast<std::uint8_t>(wanted)} << i;
  }
#else
  const hn::CappedTag<std::uint8_t, 64> tag;
  const std::size_t lanes = hn::Lanes(tag);
  const auto pattern = hn::Set(tag, static_cast<std::uint8_t>(wanted));
  std::uint8_t packed[64 / 8 + 8] = {};
  for (std::size_t i = 0; i < 64; i += lanes) {
    hn::StoreMaskBits(tag, hn::Eq(hn::LoadU(tag, bytes + i), pattern), packed + i / 8);
  }
  std::memcpy(&bits, packed, sizeof(bits));
#endif
  return bits;
}

// Bit i of the result is the parity of the bits 0 … i.
HWY_INLINE std::uint64_t prefix_xor(std::uint64_t bits) {
  for (int shift = 1; shift < 64; shift *= 2) bits ^= bits << shift;
  return bits;
}

// The bytes inside quotes (an opening quote counts as inside, a closing one does not).
HWY_INLINE std::uint64_t inside_quotes(std::uint64_t quotes, std::uint64_t& inside) {
  if (quotes == 0) return inside;
  const std::uint64_t mask = prefix_xor(quotes) ^ inside;
  inside = std::uint64_t{0} - (mask >> 63);
  return mask;
}

// 64 bytes, of which the `valid` ones count.
struct Word {
  const std::uint8_t* bytes;
  std::uint64_t valid;
  HWY_INLINE std::uint64_t where(char wanted) const { return equal(bytes, wanted) & valid; }
};

// Calls f.take(word, at) for 64 bytes at a time; the last ones are copied so that nothing behind
// the text is read.
template <class F>
HWY_INLINE void for_each_word(const char* text, std::size_t begin, std::size_t end, F& f) {
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(text);
  std::size_t at = begin;
  for (; at + 64 <= end; at += 64) f.take(Word{bytes + at, ~std::uint64_t{0}}, at);
  if (at >= end) return;
  std::uint8_t rest[64] = {};
  std::memcpy(rest, bytes + at, end - at);
  f.take(Word{rest, (std::uint64_t{1} << (end - at)) - 1}, at);
}

// Writes the places of bits that are set.
class Places {
 public:
  explicit Places(std::uint32_t* out) : out_(out) {}
  std::uint32_t* end() const { return out_; }

#if HWY_TARGET == HWY_AVX3_DL
  // The vector of all places is squeezed together: hardly anything depends on how many bits there
  // are. (What stands in for the instruction elsewhere is slower than a loop.)
  HWY_INLINE void write(std::uint64_t bits, std::uint32_t base) {
    std::uint8_t packed[64 / 8];
    std::memcpy(packed, &bits, sizeof(packed));
    const auto places = hn::CompressBits(counted_, packed);
    const auto write_sixteen = [&](auto sixteen, std::size_t at) HWY_ATTR {
      hn::StoreU(hn::Add(hn::PromoteTo(Tag(), sixteen), hn::Set(Tag(), base)), Tag(), out_ + at);
    };
    const std::size_t count = hwy::PopCount(bits);
    write_sixteen(hn::LowerHalf(hn::LowerHalf(places)), 0);
    if (HWY_UNLIKELY(count > 16)) {
      std::uint8_t all[64];
      hn::StoreU(places, ByteTag(), all);
      for (std::size_t i = 16; i < count; i += 16) {
        write_sixteen(hn::LoadU(hn::FixedTag<std::uint8_t, 16>(), all + i), i);
      }
    }
    out_ += count;
  }

 private:
  using Tag = hn::FixedTag<std::uint32_t, 16>;
  using ByteTag = hn::FixedTag<std::uint8_t, 64>;
  hn::Vec<ByteTag> counted_ = hn::Iota(ByteTag(), 0);
#else
  HWY_INLINE void write(std::uint64_t bits, std::uint32_t base) {
    for (; bits != 0; bits &= bits - 1) {
      *out_++ = base + static_cast<std::uint32_t>(hwy::Num0BitsBelowLS1Bit_Nonzero64(bits));
    }
  }

 private:
#endif
  std::uint32_t* out_;
};

// Writes which of the places that were found are breaks; `number` is that of the first. Of 64
// bytes, hardly ever more than one is a break: for the first there is no branch.
HWY_INLINE std::uint32_t* write_breaks(std::uint64_t breaks, std::uint64_t found,
                                       std::uint32_t number, std::uint32_t* out) {
  const auto write = [&](std::uint32_t* to) HWY_ATTR {
    const std::uint64_t before = (breaks ^ (breaks - 1)) >> 1;
    *to = number + static_cast<std::uint32_t>(hwy::PopCount(found & before));
  };
  const std::size_t count = hwy::PopCount(breaks);
  write(out);
  for (std::size_t i = 1; HWY_UNLIKELY(i < count); ++i) {
    breaks &= breaks - 1;
    write(out + i);
  }
  return out + count;
}

// Has a copy of all it needs, so that nothing that is written can be taken for a part of it.
struct Finder {
  HWY_INLINE void take(const Word& word, std::size_t at) {
    const std::uint64_t quotes = dialect.quote == 0 ? 0 : word.where(dialect.quote);
    const std::uint64_t hidden = inside_quotes(quotes, inside);
    const std::uint64_t others = (word.where('\n') & ~hidden) | quotes | word.where('\0');
    const std::uint64_t found = (word.where(dialect.delimiter) & ~hidden) | others;
    if (found == 0) return;
    const auto number = static_cast<std::uint32_t>(places.end() - first_place);
    breaks = write_breaks(others, found, number, breaks);
    places.write(found, static_cast<std::uint32_t>(at));
  }

  Dialect dialect;
  std::uint64_t inside;
  const std::uint32_t* first_place;
  Places places;
  std::uint32_t* breaks;
};

StructuralCount FindStructurals(const char* text, std::uint32_t begin, std::uint32_t end,
                                const Dialect& dialect, std::uint64_t& inside,
                                std::uint32_t* places, std::uint32_t* breaks) {
  Finder finder{dialect, inside, places, Places(places), breaks};
  for_each_word(text, begin, end, finder);
  inside = finder.inside;
  return {static_cast<std::size_t>(finder.places.end() - places),
          static_cast<std::size_t>(finder.breaks - breaks)};
}

struct Scanner {
  HWY_INLINE void take(const Word& word, std::size_t at) {
    const std::uint64_t quotes = quote == 0 ? 0 : word.where(quote);
    const std::uint64_t hidden = inside_quotes(quotes, inside);
    const std::uint64_t newlines = word.where('\n');
    const std::uint64_t ends = newlines & ~hidden;
    if ((newlines | line_goes_on) == 0) return;
    std::uint64_t padding = word.where('\r');
    if (spaces_are_padding) padding |= word.where(' ');
    if (tabs_are_padding) padding |= word.where('\t');
    // Adding the first bit of a run of ones carries to the bit behind the run: if that is an end,
    // the line is blank.
    const std::uint64_t starts = (ends << 1) | line_goes_on;
    const std::uint64_t carried = padding + (starts & padding);
    const std::uint64_t blank = ((carried | starts) & ~padding) & ends;
    line_goes_on = (ends >> 63) | static_cast<std::uint64_t>(carried < padding);
    scan.lines += static_cast<std::int64_t>(hwy::PopCount(newlines));
    scan.rows += static_cast<std::int64_t>(hwy::PopCount(ends & ~blank));
    if (ends != 0) scan.end = at + 64 - hwy::Num0BitsAboveMS1Bit_Nonzero64(ends);
  }

  char quote;
  bool spaces_are_padding, tabs_are_padding;
  std::uint64_t inside = 0;
  std::uint64_t line_goes_on = 1;  // bit 0: the next word starts in the padding at a line's start
  RecordScan scan{};
};

RecordScan ScanRecords(const char* text, std::size_t size, const Dialect& dialect) {
  Scanner scanner{dialect.quote, dialect.is_padding(' '), dialect.is_padding('\t')};
  for_each_word(text, 0, size, scanner);
  return scanner.scan;
}

}  // namespace tally::csv::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tally::csv {

StructuralCount find_structurals(const char* text, std::uint32_t begin, std::uint32_t end,
                                 const Dialect& dialect, std::uint64_t& inside,
                                 std::uint32_t* places, std::uint32_t* breaks) {
  return TALLY_DISPATCH(FindStructurals)(text, begin, end, dialect, inside, places, breaks);
}

RecordScan scan_records(const char* text, std::size_t size, const Dialect& dialect) {
  RecordScan scan = TALLY_DISPATCH(ScanRecords)(text, size, dialect);
  scan.lines -= std::count(text + scan.end, text + size, '\n');
  return scan;
}

}  // namespace tally::csv
#endif
