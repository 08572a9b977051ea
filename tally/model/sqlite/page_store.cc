// SPDX-License-Identifier: Apache-2.0
#include "tally/model/sqlite/page_store.h"

#include <algorithm>
#include <cstring>

namespace tally {

std::uint32_t PageStore::append(std::span<const std::byte> page) {
  if (room_ == 0) {
    const bool has_written = write_ && pieces_.size() == 2;
    if (has_written) {
      const std::size_t pages = pages_of(1);
      write_((count_ - pages) * kPage, {pieces_[1].get(), pages * kPage});
    }
    room_ = pages_of(pieces_.size());
    const std::size_t bytes = room_ * kPage;
    if (!has_written) {
      pieces_.push_back(Piece(BigAllocator<std::byte>().allocate(bytes), Release{bytes}));
    }
  }
  const std::size_t pages = pages_of(pieces_.size() - 1);
  std::memcpy(pieces_.back().get() + (pages - room_) * kPage, page.data(), kPage);
  --room_;
  return static_cast<std::uint32_t>(++count_);
}

void PageStore::flush() {
  if (!write_ || pieces_.size() < 2) return;
  const std::size_t pages = pages_of(1) - room_;
  write_((count_ - pages) * kPage, {pieces_[1].get(), pages * kPage});
  pieces_.pop_back();
}

std::byte* PageStore::at(std::uint32_t number) {
  const std::size_t place = number - 1;
  if (place < kFirstPages) return &pieces_[0][place * kPage];
  const std::size_t later = place - kFirstPages;
  return &pieces_[1 + later / kPiecePages][later % kPiecePages * kPage];
}

std::vector<std::span<const std::byte>> PageStore::pieces() const {
  std::vector<std::span<const std::byte>> out;
  std::size_t left = count_;
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    const std::size_t pages = std::min(left, pages_of(i));
    out.emplace_back(pieces_[i].get(), pages * kPage);
    left -= pages;
  }
  return out;
}

std::vector<std::byte> PageStore::joined() && {
  std::vector<std::byte> bytes;
  bytes.reserve(count_ * kPage);
  std::size_t place = 0;
  for (const std::span<const std::byte> piece : pieces()) {
    bytes.insert(bytes.end(), piece.begin(), piece.end());
    pieces_[place++].reset();
  }
  return bytes;
}

}  // namespace tally
