// SPDX-License-Identifier: Apache-2.0
#include "tally/model/sqlite/sqlite_image.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "tally/model/sqlite/sqlite_cell.h"
#include "tally/model/sqlite/sqlite_page.h"

namespace tally {

namespace {

constexpr std::size_t kFileHeader = 100;
// Of a record no more than this stands in its page, and of one that spills at least so much.
constexpr std::size_t kMostInPage = SqlitePage::most_in_page(SqliteImage::kPage);
constexpr std::size_t kLeastInPage = (SqliteImage::kPage - 12) * 32 / 255 - 23;
// SQLite locks the bytes behind the first gigabyte, and never uses their page.
constexpr std::uint32_t kLockPage = (1U << 30) / SqliteImage::kPage + 1;

constexpr std::byte kTableLeaf{13};

std::size_t bytes_in_page(std::size_t size) {
  if (size <= kMostInPage) return size;
  const std::size_t some = kLeastInPage + (size - kLeastInPage) % (SqliteImage::kPage - 4);
  return some <= kMostInPage ? some : kLeastInPage;
}

}  // namespace

SqliteImage::SqliteImage(const std::vector<Table>& tables, PageStore pages)
    : tables_(tables), trees_(tables.size()), pages_(std::move(pages)) {
  for (Tree& tree : trees_) tree.levels.emplace_back();
  // The first page and the roots are written last.
  for (std::size_t i = 0; i < tables.size() + 1; ++i) pages_.append(Page().bytes);
}

void SqliteImage::add(std::size_t table, std::initializer_list<std::string_view> texts,
                      std::initializer_list<std::int64_t> integers) {
  row_.clear();
  append_cell(row_, texts, integers);
  add_cells(table, row_);
}

void SqliteImage::add_cells(std::size_t table, std::string_view cells) {
  while (!cells.empty()) {
    const auto [cell, record] = first_cell(cells);
    cells.remove_prefix(cell.size());
    const std::size_t here = record + bytes_in_page(cell.size() - record);
    if (here == cell.size()) {
      add_cell(trees_[table], 0, cell, 0);
      continue;
    }
    std::array<char, 4> rest;
    put_number(rest.data(), append_overflow(cell.substr(here)), rest.size());
    spilled_.assign(cell.substr(0, here)).append(rest.data(), rest.size());
    add_cell(trees_[table], 0, spilled_, 0);
  }
}

// Each page of the rest begins with the number of the next, which is appended right behind it.
std::uint32_t SqliteImage::append_overflow(std::string_view rest) {
  const std::uint32_t first = next_number();
  while (!rest.empty()) {
    const std::size_t taken = std::min(rest.size(), kPage - 4);
    std::vector<std::byte> page(kPage);
    std::memcpy(page.data() + 4, rest.data(), taken);
    rest.remove_prefix(taken);
    const std::uint32_t number = next_number();
    const std::uint32_t behind = number + (number + 1 == kLockPage ? 2 : 1);
    if (!rest.empty()) put_number(page.data(), behind, 4);
    append_page(page);
  }
  return first;
}

std::uint32_t SqliteImage::next_number() const {
  const auto number = static_cast<std::uint32_t>(pages_.count() + 1);
  return number == kLockPage ? number + 1 : number;
}

std::uint32_t SqliteImage::append_page(std::span<const std::byte> page) {
  if (pages_.count() + 1 == kLockPage) pages_.append(Page().bytes);
  return pages_.append(page);
}

// A page that is full gives its last cell to the page above, and is closed.
void SqliteImage::add_cell(Tree& tree, std::size_t level, std::string_view cell,
                           std::uint32_t child) {
  if (level == tree.levels.size()) tree.levels.emplace_back();
  Page& to = tree.levels[level];
  const std::size_t pointer = level == 0 ? 0 : 4;
  const std::size_t places = header_size(level) + 2 * (to.cells + 1);
  if (to.content < places + pointer + cell.size()) {
    const auto* const last = reinterpret_cast<const char*>(&to.bytes[to.content]);
    const std::string moved(last + pointer, to.last_end - to.content - pointer);
    std::uint32_t right_child = 0;
    for (std::size_t i = 0; i < pointer; ++i) {
      right_child = right_child << 8 | static_cast<std::uint8_t>(last[i]);
    }
    std::fill(to.bytes.begin() + static_cast<std::ptrdiff_t>(to.content),
              to.bytes.begin() + static_cast<std::ptrdiff_t>(to.last_end), std::byte{0});
    --to.cells;
    put_number(&to.bytes[header_size(level) + 2 * to.cells], 0, 2);
    to.content = to.last_end;
    write_page_header(to, level, right_child);
    const std::uint32_t number = append_page(to.bytes);
    std::fill(to.bytes.begin(), to.bytes.end(), std::byte{0});
    to.cells = 0;
    to.content = to.last_end = kPage;
    add_cell(tree, level + 1, moved, number);
  }
  to.last_end = to.content;
  to.content -= pointer + cell.size();
  std::byte* const at = &to.bytes[to.content];
  put_number(at, child, pointer);
  std::memcpy(at + pointer, cell.data(), cell.size());
  put_number(&to.bytes[header_size(level) + 2 * to.cells], to.content, 2);
  ++to.cells;
}

void SqliteImage::write_page_header(Page& page, std::size_t level, std::uint32_t right_child) {
  page.bytes[0] = static_cast<std::byte>(level == 0 ? SqlitePage::kLeaf : SqlitePage::kInterior);
  put_number(&page.bytes[3], page.cells, 2);
  put_number(&page.bytes[5], page.content, 2);
  if (level > 0) put_number(&page.bytes[8], right_child, 4);
}

PageStore SqliteImage::finish() {
  for (std::size_t table = 0; table < trees_.size(); ++table) {
    std::deque<Page>& levels = trees_[table].levels;
    std::uint32_t child = 0;
    for (std::size_t level = 0; level < levels.size(); ++level) {
      const Page& page = levels[level];
      write_page_header(levels[level], level, child);
      if (level + 1 < levels.size()) {
        child = append_page(page.bytes);
      } else {
        std::copy(page.bytes.begin(), page.bytes.end(),
                  pages_.at(static_cast<std::uint32_t>(table + 2)));
      }
    }
  }
  write_schema();
  write_file_header();
  return std::move(pages_);
}

// The schema is a table with row ids, on the first page.
void SqliteImage::write_schema() {
  std::byte* const first = pages_.at(1);
  std::size_t content = kPage;
  for (std::size_t i = 0; i < tables_.size(); ++i) {
    const auto root = static_cast<std::int64_t>(i + 2);
    std::string types, cell, record;
    for (const std::string_view text :
         {std::string_view("table"), std::string_view(tables_[i].name),
          std::string_view(tables_[i].name)}) {
      append_varint(types, type_of(text));
      record += text;
    }
    types += kind_of(root).type;
    std::array<char, 8> number;
    put_number(number.data(), static_cast<std::uint64_t>(root), kind_of(root).bytes);
    record.append(number.data(), kind_of(root).bytes);
    append_varint(types, type_of(tables_[i].sql));
    record += tables_[i].sql;
    append_varint(cell, types.size() + 1 + record.size());
    append_varint(cell, i + 1);
    cell += static_cast<char>(types.size() + 1);
    cell += types + record;
    content -= cell.size();
    std::memcpy(first + content, cell.data(), cell.size());
    put_number(first + kFileHeader + 8 + 2 * i, content, 2);
  }
  first[kFileHeader] = kTableLeaf;
  put_number(first + kFileHeader + 3, tables_.size(), 2);
  put_number(first + kFileHeader + 5, content, 2);
}

void SqliteImage::write_file_header() {
  std::byte* const header = pages_.at(1);
  std::memcpy(header, "SQLite format 3", 16);
  put_number(header + 16, kPage, 2);
  put_number(header + 18, 0x0101, 2);    // rollback mode
  put_number(header + 21, 0x402020, 3);  // fractions of a page that are what they are
  put_number(header + 28, pages_.count(), 4);
  put_number(header + 44, 4, 4);  // the format of the schema
  put_number(header + 56, 1, 4);  // UTF-8
}

}  // namespace tally
