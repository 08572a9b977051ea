// SPDX-License-Identifier: Apache-2.0
#include "tally/model/sqlite/image_digest.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

namespace tally {
namespace {

constexpr std::size_t kPage = 4096;

std::vector<std::byte> some_pages(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::byte> bytes(count * kPage);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random());
  return bytes;
}

std::uint32_t digest_of(const std::vector<std::byte>& image) {
  ImageDigest digest;
  digest.add(0, image);
  return digest.value();
}

// What docs/model-format.md says, word for word.
std::uint32_t as_documented(const std::vector<std::byte>& image) {
  const auto step = [](std::uint64_t& hash, std::uint64_t word) {
    hash ^= word;
    hash *= 1099511628211U;
    const std::uint64_t upper = hash / 4294967296U;
    hash = upper * 4294967296U + (upper ^ hash % 4294967296U);
  };
  std::uint64_t sum = 0;
  for (std::size_t page = 1; page <= image.size() / kPage; ++page) {
    std::uint64_t all = 0;
    for (std::size_t nth = 0; nth < 8; ++nth) {
      std::uint64_t hash = 14695981039346656037U;
      step(hash, page);
      for (std::size_t i = nth; i < kPage / 8; i += 8) {
        std::uint64_t word = 0;
        for (std::size_t byte = 8; byte-- > 0;) {
          word = word * 256 + static_cast<std::uint64_t>(image[(page - 1) * kPage + i * 8 + byte]);
        }
        step(hash, word);
      }
      if (nth == 0) {
        all = hash;
      } else {
        step(all, hash);
      }
    }
    sum += all;
  }
  return static_cast<std::uint32_t>(sum / 4294967296U ^ sum % 4294967296U);
}

TEST(ImageDigest, IsTheDocumentedOne) {
  for (const std::size_t pages : {0, 1, 2, 7}) {
    const std::vector<std::byte> image = some_pages(pages, 3);
    EXPECT_EQ(digest_of(image), as_documented(image));
  }
}

TEST(ImageDigest, IsTheSameInWhateverPiecesThePagesCome) {
  const std::vector<std::byte> image = some_pages(5, 1);
  const std::span<const std::byte> all = image;
  ImageDigest digest;
  digest.add(3 * kPage, all.subspan(3 * kPage));
  digest.add(kPage, all.subspan(kPage, 2 * kPage));
  digest.add(0, all.first(kPage));
  EXPECT_EQ(digest.value(), digest_of(image));
}

TEST(ImageDigest, ChangesWithEveryBitAndWithTheOrderOfPages) {
  const std::vector<std::byte> image = some_pages(3, 2);
  std::set<std::uint32_t> seen{digest_of(image)};
  std::size_t changed = 1;
  for (std::size_t bit = 0; bit < image.size() * 8; bit += 997, ++changed) {
    std::vector<std::byte> other = image;
    other[bit / 8] ^= static_cast<std::byte>(1U << bit % 8);
    seen.insert(digest_of(other));
  }
  std::vector<std::byte> swapped(image.begin() + kPage, image.end());
  swapped.insert(swapped.end(), image.begin(), image.begin() + kPage);
  seen.insert(digest_of(swapped));
  EXPECT_EQ(seen.size(), changed + 1);
}

}  // namespace
}  // namespace tally
