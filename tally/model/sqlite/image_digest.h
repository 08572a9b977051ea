// SPDX-License-Identifier: Apache-2.0
// The digest of the pages of an image, which may come in any order.
//
//   ImageDigest digest;
//   digest.add(4096, second_page), digest.add(0, first_page);
//   digest.value()
//
// An image is written while it is made, but its first page is known last. So every page has a hash
// of its own, which knows the page's number, and the digest is made of their sum. (A hash of a page
// is eight of every eighth word, side by side: one would wait for its own multiplications.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tally {

class ImageDigest {
 public:
  /// Pages that lie one after the other, with so many bytes before them. REQUIRES: both are
  /// multiples of 4096; no page comes twice.
  void add(std::size_t offset, std::span<const std::byte> pages);

  std::uint32_t value() const { return static_cast<std::uint32_t>(sum_ ^ (sum_ >> 32)); }

 private:
  std::uint64_t sum_ = 0;
};

}  // namespace tally
