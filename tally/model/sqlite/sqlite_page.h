// SPDX-License-Identifier: Apache-2.0
// A page of an SQLite table WITHOUT ROWID, read without SQLite and without trust.
//
//   const std::optional<SqlitePage> page = SqlitePage::over(bytes);
//   if (page && page->is_leaf() && page->cells() > 0) {
//     std::optional<SqliteRecord> row = page->record(0);
//     if (row) use(row->text(), row->integer());  // column after column
//   }
//
// To look one term of a dictionary up through SQLite takes its machine some ten thousand
// instructions, and a message has a thousand terms. Here a row is a few bytes that are compared
// where they lie. Nothing is read beyond the page, whatever it says of itself; and what is not as
// Tally writes it (a text that spills over to other pages, a number with a fraction) is not
// understood: nothing is given, and SQLite is there to read it or to say what is wrong with it.
// (The format is that of sqlite.org/fileformat.html, "index b-tree".)
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace tally {

/// A row: its columns one after the other. REQUIRES: the page stays.
class SqliteRecord {
 public:
  /// The record of these bytes, or none if its header does not fit them.
  static std::optional<SqliteRecord> over(const std::uint8_t* at, const std::uint8_t* end);

  /// The next column, or none if it is of another type or not there. After none, the record is of
  /// no more use.
  std::optional<std::string_view> text();
  std::optional<std::int64_t> integer();

  /// How the next two texts stand to others, in the order of their bytes: 0 if they are the same,
  /// below 0 if these come first; none if there are no such texts. The record is then of no more
  /// use.
  /// `both` is the one and the other without anything between, and `first` the size of the one.
  std::optional<int> compare(std::string_view both, std::size_t first);

 private:
  friend class SqlitePage;

  SqliteRecord(const std::uint8_t* types, const std::uint8_t* values, const std::uint8_t* end)
      : types_(types), types_end_(values), values_(values), end_(end) {}
  static std::optional<std::size_t> take_varint(const std::uint8_t*& at, const std::uint8_t* end);

  const std::uint8_t* types_;
  const std::uint8_t* types_end_;
  const std::uint8_t* values_;
  const std::uint8_t* end_;
};

/// Borrows its bytes. Const functions may be called by several threads at once.
class SqlitePage {
 public:
  /// The first byte of a page.
  enum Kind : std::uint8_t { kInterior = 2, kLeaf = 10 };
  /// A record of more bytes than this spills over to other pages.
  static constexpr std::size_t most_in_page(std::size_t page_size) {
    return (page_size - 12) * 64 / 255 - 23;
  }

  /// None if this is no page of such a table. REQUIRES: 65,536 bytes or fewer; not the first page
  /// of a file.
  static std::optional<SqlitePage> over(std::span<const std::byte> bytes);

  bool is_leaf() const { return is_leaf_; }
  std::size_t cells() const { return cells_; }

  /// The row of cell i, or none if it does not lie in this page. REQUIRES: i < cells().
  std::optional<SqliteRecord> record(std::size_t i) const;
  /// The number of the page with the rows below cell i, or above all of them where i is cells(); 0
  /// if it is not told. REQUIRES: !is_leaf(); i <= cells().
  std::uint32_t child(std::size_t i) const;

 private:
  SqlitePage(std::span<const std::byte> bytes, bool is_leaf, std::size_t cells);
  std::size_t place_of(std::size_t i) const;

  const std::uint8_t* bytes_;
  std::size_t size_;
  std::size_t cells_;
  bool is_leaf_;
};

// Here so that a search, which looks at a dozen records for each key, has it at hand.

// What fits a page is told in three bytes or fewer, and mostly in one.
inline std::optional<std::size_t> SqliteRecord::take_varint(const std::uint8_t*& at,
                                                            const std::uint8_t* end) {
  if (at == end) return std::nullopt;
  std::size_t value = *at++;
  if (value < 128) return value;
  value &= 127;
  for (int i = 0; i < 2 && at != end; ++i) {
    const std::uint8_t byte = *at++;
    value = value << 7 | (byte & 127);
    if (byte < 128) return value;
  }
  return std::nullopt;
}

inline std::optional<SqliteRecord> SqliteRecord::over(const std::uint8_t* at,
                                                      const std::uint8_t* end) {
  const std::uint8_t* types = at;
  const std::optional<std::size_t> header = take_varint(types, end);
  if (!header || *header < static_cast<std::size_t>(types - at) ||
      *header > static_cast<std::size_t>(end - at)) {
    return std::nullopt;
  }
  return SqliteRecord(types, at + *header, end);
}

inline std::optional<std::string_view> SqliteRecord::text() {
  const std::optional<std::size_t> type = take_varint(types_, types_end_);
  if (!type || *type < 13 || *type % 2 == 0) return std::nullopt;
  const std::size_t size = (*type - 13) / 2;
  if (size > static_cast<std::size_t>(end_ - values_)) return std::nullopt;
  const std::string_view text(reinterpret_cast<const char*>(values_), size);
  values_ += size;
  return text;
}

// Texts of equal size in front are compared together with what follows.
inline std::optional<int> SqliteRecord::compare(std::string_view both, std::size_t first) {
  const std::optional<std::string_view> one = text();
  if (!one) return std::nullopt;
  if (one->size() != first) {
    if (const int order = one->compare(both.substr(0, first)); order != 0) return order;
  }
  const std::optional<std::string_view> other = text();
  if (!other) return std::nullopt;
  return std::string_view(one->data(), first + other->size()).compare(both);
}

inline std::size_t SqlitePage::place_of(std::size_t i) const {
  const std::uint8_t* const at = bytes_ + (is_leaf_ ? 8 : 12) + 2 * i;
  return std::size_t{at[0]} << 8 | at[1];
}

inline std::optional<SqliteRecord> SqlitePage::record(std::size_t i) const {
  const std::size_t place = place_of(i) + (is_leaf_ ? 0 : 4);
  if (place >= size_) return std::nullopt;
  const std::uint8_t* at = bytes_ + place;
  const std::uint8_t* const end = bytes_ + size_;
  const std::optional<std::size_t> length = SqliteRecord::take_varint(at, end);
  if (!length || *length > most_in_page(size_) || *length > static_cast<std::size_t>(end - at)) {
    return std::nullopt;
  }
  return SqliteRecord::over(at, at + *length);
}

}  // namespace tally
