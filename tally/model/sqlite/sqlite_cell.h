// SPDX-License-Identifier: Apache-2.0
// A row as SQLite stores it: a cell of a table WITHOUT ROWID.
//
//   size of the record │ size of the header, a type for each column │ the texts, the integers
//
//   std::string cells;
//   append_cell(cells, {"cat", "grey"}, {1, 300});      // one cell after the other
//
// (The format is that of sqlite.org/fileformat.html, "record format".)
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace tally {

/// Appends the row. REQUIRES: a header of less than 128 bytes, as up to some thirty columns have.
void append_cell(std::string& cells, std::initializer_list<std::string_view> texts,
                 std::initializer_list<std::int64_t> integers);

/// The first cell of `cells`, whole; `record` is where its record begins.
/// REQUIRES: there is one, as append_cell writes it.
struct FirstCell {
  std::string_view cell;
  std::size_t record;
};
FirstCell first_cell(std::string_view cells);

// --- what a cell is made of ---

/// The last `bytes` bytes of a number, the most significant first.
template <class Byte>
void put_number(Byte* at, std::uint64_t value, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i) {
    at[i] = static_cast<Byte>(value >> (8 * (bytes - 1 - i)));
  }
}

inline std::size_t varint_size(std::uint64_t value) {
  std::size_t size = 1;
  while ((value >>= 7) != 0) ++size;
  return size;
}

/// Seven bits a byte, the most significant first; all bytes but the last have the top bit. Gives
/// the end of what it has written.
inline char* put_varint(char* at, std::uint64_t value) {
  const std::size_t size = varint_size(value);
  for (std::size_t i = 0; i < size; ++i) {
    const std::uint64_t bits = value >> (7 * (size - 1 - i));
    at[i] = static_cast<char>(i + 1 < size ? bits | 128 : bits & 127);
  }
  return at + size;
}

void append_varint(std::string& to, std::uint64_t value);

/// The type of a text in a header.
inline std::uint64_t type_of(std::string_view text) { return 2 * text.size() + 13; }

/// The type of an integer, and how many bytes it has: the fewest that hold it.
struct IntegerKind {
  char type;
  std::uint8_t bytes;
};

inline IntegerKind kind_of(std::int64_t value) {
  if (value == 0) return {8, 0};
  if (value == 1) return {9, 0};
  constexpr std::array<IntegerKind, 5> kKinds{{{1, 1}, {2, 2}, {3, 3}, {4, 4}, {5, 6}}};
  for (const IntegerKind& kind : kKinds) {
    const std::int64_t beyond = std::int64_t{1} << (8 * kind.bytes - 1);
    if (value >= -beyond && value < beyond) return kind;
  }
  return {6, 8};
}

}  // namespace tally
