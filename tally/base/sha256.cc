// SPDX-License-Identifier: Apache-2.0
#include "tally/base/sha256.h"

#include <algorithm>
#include <cstring>

#include "tally/base/sha256_mix.h"

namespace tally {

void Sha256::add(std::string_view bytes) {
  const Sha256Mixer mix = fastest_mixer();
  const std::size_t at = bytes_ % kBlock;
  bytes_ += bytes.size();
  if (at > 0) {
    const std::size_t taken = std::min(kBlock - at, bytes.size());
    std::memcpy(block_.data() + at, bytes.data(), taken);
    bytes.remove_prefix(taken);
    if (at + taken < kBlock) return;
    mix(state_.data(), block_.data(), 1);
  }
  const std::size_t whole = bytes.size() / kBlock;
  mix(state_.data(), reinterpret_cast<const std::uint8_t*>(bytes.data()), whole);
  bytes.remove_prefix(whole * kBlock);
  std::copy(bytes.begin(), bytes.end(), block_.begin());
}

// Behind the bytes stand a mark, zeros up to the last eight bytes of a block, and how many bits it was.
std::array<std::uint8_t, 32> Sha256::digest() {
  const std::uint64_t bits = 8 * bytes_;
  std::array<char, 2 * kBlock> end{'\x80'};
  const std::size_t at = bytes_ % kBlock;
  const std::size_t size = (at < kBlock - 8 ? kBlock : 2 * kBlock) - at;
  for (std::size_t i = 0; i < 8; ++i) end[size - 1 - i] = static_cast<char>(bits >> (8 * i));
  add({end.data(), size});
  std::array<std::uint8_t, 32> out;
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = static_cast<std::uint8_t>(state_[i / 4] >> (24 - 8 * (i % 4)));
  }
  return out;
}

std::string hexadecimal(const std::array<std::uint8_t, 32>& digest, std::size_t bytes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  for (std::size_t i = 0; i < bytes; ++i) out += {kDigits[digest[i] >> 4], kDigits[digest[i] & 15]};
  return out;
}

}  // namespace tally
