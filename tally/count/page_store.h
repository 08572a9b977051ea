// Pages that are appended one by one, and lie in a few large pieces.
//
//   PageStore pages;
//   const std::uint32_t number = pages.append(page);       // 1, 2, 3 …
//   pages.at(number)[0] = std::byte{10};
//   for (const std::span<const std::byte> piece : pages.pieces()) write(piece);
//
// A vector that grows would copy all of them again and again. Most models are small, and so is the
// first piece; the others are large enough for huge pages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "tally/base/big_vector.h"

namespace tally {

class PageStore {
 public:
  static constexpr std::size_t kPage = 4096;

  /// Gives its number. REQUIRES: page.size() == kPage.
  std::uint32_t append(std::span<const std::byte> page);
  /// REQUIRES: 1 <= number <= count().
  std::byte* at(std::uint32_t number);
  std::size_t count() const { return count_; }

  /// All bytes, in their order. Valid until the next `append`.
  std::vector<std::span<const std::byte>> pieces() const;
  /// A copy of them.
  std::vector<std::byte> joined() const;

 private:
  static constexpr std::size_t kFirstPages = 64;
  static constexpr std::size_t kPiecePages = 1024;

  struct Release {
    std::size_t bytes;
    void operator()(std::byte* piece) const { BigAllocator<std::byte>().deallocate(piece, bytes); }
  };
  using Piece = std::unique_ptr<std::byte[], Release>;  // a vector would write zeros first

  static std::size_t pages_of(std::size_t piece) { return piece == 0 ? kFirstPages : kPiecePages; }

  std::vector<Piece> pieces_;
  std::size_t count_ = 0;
  std::size_t room_ = 0;  // for so many pages in the last piece
};

}  // namespace tally
