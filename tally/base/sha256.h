// SPDX-License-Identifier: Apache-2.0
// SHA-256 (FIPS 180-4): a name for bytes that no two different ones share in practice.
//
//   Sha256 hash;
//   hash.add("abc");
//   hash.digest();                 // ba 78 16 bf 8f 01 cf ea …
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tally {

/// Not to be shared between threads.
class Sha256 {
 public:
  /// Appends bytes to what is hashed: in as many pieces as is convenient.
  void add(std::string_view bytes);
  /// The digest of all that was added. REQUIRES: nothing is added and asked after it.
  std::array<std::uint8_t, 32> digest();

 private:
  static constexpr std::size_t kBlock = 64;

  std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::uint8_t, kBlock> block_{};
  std::uint64_t bytes_ = 0;
};

/// Two small hexadecimal digits for each of the first `bytes`. REQUIRES: bytes <= 32.
std::string hexadecimal(const std::array<std::uint8_t, 32>& digest, std::size_t bytes = 32);

}  // namespace tally
