// SPDX-License-Identifier: Apache-2.0
#include "tally/model/sqlite/image_digest.h"

#include <array>
#include <bit>
#include <cstring>

#include "tally/model/sqlite/page_store.h"

namespace tally {

namespace {

constexpr std::size_t kPage = PageStore::kPage;
constexpr std::size_t kLanes = 8;

// A step of FNV-1a with 64 bits over a word instead of a byte, folded.
std::uint64_t stepped(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 0x100000001B3;
  return hash ^ (hash >> 32);
}

// The least significant byte is the first.
std::uint64_t word_at(const std::byte* bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof(word));
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  return word;
}

std::uint64_t hash_of(std::uint64_t number, const std::byte* page) {
  std::array<std::uint64_t, kLanes> lanes;
  lanes.fill(stepped(0xCBF29CE484222325, number));
  for (std::size_t at = 0; at < kPage; at += 8 * kLanes) {
#pragma GCC unroll 8
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      lanes[lane] = stepped(lanes[lane], word_at(page + at + 8 * lane));
    }
  }
  std::uint64_t hash = lanes[0];
  for (std::size_t lane = 1; lane < kLanes; ++lane) hash = stepped(hash, lanes[lane]);
  return hash;
}

}  // namespace

void ImageDigest::add(std::size_t offset, std::span<const std::byte> pages) {
  for (std::size_t at = 0; at < pages.size(); at += kPage) {
    sum_ += hash_of((offset + at) / kPage + 1, pages.data() + at);
  }
}

}  // namespace tally
