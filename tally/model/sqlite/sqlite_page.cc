// SPDX-License-Identifier: Apache-2.0
#include "tally/model/sqlite/sqlite_page.h"

#include <array>

namespace tally {

namespace {

std::uint32_t four_bytes(const std::uint8_t* at) {
  return std::uint32_t{at[0]} << 24 | std::uint32_t{at[1]} << 16 | std::uint32_t{at[2]} << 8 |
         at[3];
}

}  // namespace

std::optional<std::int64_t> SqliteRecord::integer() {
  constexpr std::array<std::uint8_t, 7> kSizes{0, 1, 2, 3, 4, 6, 8};
  const std::optional<std::size_t> type = take_varint(types_, types_end_);
  if (!type || *type == 0 || *type > 9 || *type == 7) return std::nullopt;
  if (*type >= 8) return static_cast<std::int64_t>(*type - 8);
  const std::size_t size = kSizes[*type];
  if (size > static_cast<std::size_t>(end_ - values_)) return std::nullopt;
  std::uint64_t value = *values_ < 128 ? 0 : ~std::uint64_t{0};
  for (std::size_t i = 0; i < size; ++i) value = value << 8 | *values_++;
  return static_cast<std::int64_t>(value);
}

SqlitePage::SqlitePage(std::span<const std::byte> bytes, bool is_leaf, std::size_t cells)
    : bytes_(reinterpret_cast<const std::uint8_t*>(bytes.data())),
      size_(bytes.size()),
      cells_(cells),
      is_leaf_(is_leaf) {}

std::optional<SqlitePage> SqlitePage::over(std::span<const std::byte> bytes) {
  constexpr std::size_t kSmallest = 512;
  if (bytes.size() < kSmallest) return std::nullopt;
  const auto* const first = reinterpret_cast<const std::uint8_t*>(bytes.data());
  const bool is_leaf = first[0] == kLeaf;
  if (!is_leaf && first[0] != kInterior) return std::nullopt;
  const std::size_t cells = std::size_t{first[3]} << 8 | first[4];
  if (cells > (bytes.size() - 12) / 2) return std::nullopt;
  return SqlitePage(bytes, is_leaf, cells);
}

std::uint32_t SqlitePage::child(std::size_t i) const {
  if (i == cells_) return four_bytes(bytes_ + 8);
  const std::size_t place = place_of(i);
  return place + 4 > size_ ? 0 : four_bytes(bytes_ + place);
}

}  // namespace tally
