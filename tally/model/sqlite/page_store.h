// SPDX-License-Identifier: Apache-2.0
// Pages that are appended one by one, and lie in a few large pieces.
//
//   PageStore pages;
//   const std::uint32_t number = pages.append(page);       // 1, 2, 3 …
//   pages.at(number)[0] = std::byte{10};
//   for (const std::span<const std::byte> piece : pages.pieces()) write(piece);
//
// A vector that grows would copy all of them again and again. Most models are small, and so is the
// first piece; the others are large enough for huge pages. Pages on their way into a file need not
// be kept at all, but for the first piece, which may change until the end:
//
//   PageStore pages([&](std::size_t offset, std::span<const std::byte> bytes) { … });
//   …                                                      // append as before
//   pages.flush();
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "tally/base/big_vector.h"

namespace tally {

class PageStore {
 public:
  static constexpr std::size_t kPage = 4096;
  static constexpr std::size_t kFirstPages = 64;  ///< so many are in the first piece

  /// All pages are kept.
  PageStore() = default;
  /// The pages behind the first piece go to `write`, many at a time and in their order, with the
  /// number of bytes before them.
  using Write = std::function<void(std::size_t offset, std::span<const std::byte> bytes)>;
  explicit PageStore(Write write) : write_(std::move(write)) {}

  /// Gives its number. REQUIRES: page.size() == kPage.
  std::uint32_t append(std::span<const std::byte> page);
  /// REQUIRES: 1 <= number <= count(), and number <= kFirstPages where pages are written.
  std::byte* at(std::uint32_t number);
  std::size_t count() const { return count_; }
  /// Writes what is left, if pages are written. REQUIRES: nothing is appended after it.
  void flush();

  /// All bytes that are kept, in their order. Valid until the next `append`.
  std::vector<std::span<const std::byte>> pieces() const;
  /// The same in one. Each piece is given back once it is copied: there is never twice as much.
  /// REQUIRES: the store is not used any more.
  std::vector<std::byte> joined() &&;

 private:
  static constexpr std::size_t kPiecePages = 512;

  struct Release {
    std::size_t bytes;
    void operator()(std::byte* piece) const { BigAllocator<std::byte>().deallocate(piece, bytes); }
  };
  using Piece = std::unique_ptr<std::byte[], Release>;  // a vector would write zeros first

  // Pages that are written next must not leave the cache before.
  std::size_t pages_of(std::size_t piece) const {
    return piece == 0 || write_ ? kFirstPages : kPiecePages;
  }

  Write write_;
  std::vector<Piece> pieces_;
  std::size_t count_ = 0;
  std::size_t room_ = 0;  // for so many pages in the last piece
};

}  // namespace tally
