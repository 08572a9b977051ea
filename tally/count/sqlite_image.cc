#include "tally/count/sqlite_image.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "tally/count/sqlite_page.h"

namespace tally {

namespace {

constexpr std::size_t kFileHeader = 100;
// Of a record no more than this stands in its page, and of one that spills at least so much.
constexpr std::size_t kMostInPage = SqlitePage::most_in_page(SqliteImage::kPage);
constexpr std::size_t kLeastInPage = (SqliteImage::kPage - 12) * 32 / 255 - 23;
// SQLite locks the bytes behind the first gigabyte, and never uses their page.
constexpr std::uint32_t kLockPage = (1U << 30) / SqliteImage::kPage + 1;

constexpr std::byte kTableLeaf{13};

void put_number(std::byte* at, std::uint64_t value, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i) {
    at[i] = static_cast<std::byte>(value >> (8 * (bytes - 1 - i)));
  }
}

std::size_t varint_size(std::uint64_t value) {
  std::size_t size = 1;
  while ((value >>= 7) != 0) ++size;
  return size;
}

// Seven bits a byte, the most significant first; all bytes but the last have the top bit. Gives the
// end of what it has written.
char* put_varint(char* at, std::uint64_t value) {
  const std::size_t size = varint_size(value);
  for (std::size_t i = 0; i < size; ++i) {
    const std::uint64_t bits = value >> (7 * (size - 1 - i));
    at[i] = static_cast<char>(i + 1 < size ? bits | 128 : bits & 127);
  }
  return at + size;
}

void add_varint(std::string& to, std::uint64_t value) {
  std::array<char, 10> bytes;
  to.append(bytes.data(), put_varint(bytes.data(), value));
}

std::uint64_t type_of(std::string_view text) { return 2 * text.size() + 13; }

struct IntegerKind {
  int type;
  std::size_t bytes;
};

IntegerKind kind_of(std::int64_t value) {
  if (value == 0) return {8, 0};
  if (value == 1) return {9, 0};
  constexpr std::array<IntegerKind, 5> kKinds{{{1, 1}, {2, 2}, {3, 3}, {4, 4}, {5, 6}}};
  for (const IntegerKind& kind : kKinds) {
    const std::int64_t beyond = std::int64_t{1} << (8 * kind.bytes - 1);
    if (value >= -beyond && value < beyond) return kind;
  }
  return {6, 8};
}

void add_integer(std::string& to, std::int64_t value, std::size_t size) {
  std::array<std::byte, 8> bytes;
  put_number(bytes.data(), static_cast<std::uint64_t>(value), size);
  to.append(reinterpret_cast<const char*>(bytes.data()), size);
}

// The size of a row's record, and the record; gives how many bytes the size takes.
// REQUIRES: a header of less than 128 bytes, as up to some thirty columns have.
std::size_t make_cell(std::initializer_list<std::string_view> texts,
                      std::initializer_list<std::int64_t> integers, std::string& cell) {
  std::size_t header = 1, content = 0;
  for (const std::string_view text : texts) {
    header += varint_size(type_of(text));
    content += text.size();
  }
  for (const std::int64_t integer : integers) {
    header += 1;
    content += kind_of(integer).bytes;
  }
  const std::size_t size_bytes = varint_size(header + content);
  cell.resize(size_bytes + header + content);
  char* at = put_varint(cell.data(), header + content);
  *at++ = static_cast<char>(header);
  for (const std::string_view text : texts) at = put_varint(at, type_of(text));
  for (const std::int64_t integer : integers) *at++ = static_cast<char>(kind_of(integer).type);
  for (const std::string_view text : texts) at = std::copy(text.begin(), text.end(), at);
  for (const std::int64_t integer : integers) {
    const std::size_t bytes = kind_of(integer).bytes;
    put_number(reinterpret_cast<std::byte*>(at), static_cast<std::uint64_t>(integer), bytes);
    at += bytes;
  }
  return size_bytes;
}

std::size_t bytes_in_page(std::size_t size) {
  if (size <= kMostInPage) return size;
  const std::size_t some = kLeastInPage + (size - kLeastInPage) % (SqliteImage::kPage - 4);
  return some <= kMostInPage ? some : kLeastInPage;
}

}  // namespace

SqliteImage::SqliteImage(const std::vector<Table>& tables)
    : tables_(tables), trees_(tables.size()), bytes_((tables.size() + 1) * kPage) {
  for (Tree& tree : trees_) tree.levels.emplace_back();
}

void SqliteImage::add(std::size_t table, std::initializer_list<std::string_view> texts,
                      std::initializer_list<std::int64_t> integers) {
  const std::size_t size_bytes = make_cell(texts, integers, cell_);
  const std::size_t whole = cell_.size() - size_bytes;
  const std::size_t here = bytes_in_page(whole);
  if (here < whole) {
    const std::uint32_t rest = append_overflow(std::string_view(cell_).substr(size_bytes + here));
    cell_.resize(size_bytes + here);
    add_integer(cell_, rest, 4);
  }
  add_cell(trees_[table], 0, cell_, 0);
}

// Each page of the rest begins with the number of the next.
std::uint32_t SqliteImage::append_overflow(std::string_view rest) {
  const std::uint32_t first = append_page();
  for (std::uint32_t number = first;;) {
    const std::size_t taken = std::min(rest.size(), kPage - 4);
    std::memcpy(page(number) + 4, rest.data(), taken);
    rest.remove_prefix(taken);
    if (rest.empty()) return first;
    const std::uint32_t next = append_page();
    put_number(page(number), next, 4);
    number = next;
  }
}

std::uint32_t SqliteImage::append_page() {
  // Memory that is asked for but not used costs nothing, and a copy does.
  if (bytes_.size() + 2 * kPage > bytes_.capacity()) bytes_.reserve(4 * bytes_.capacity());
  if (bytes_.size() / kPage + 1 == kLockPage) bytes_.resize(bytes_.size() + kPage);
  bytes_.resize(bytes_.size() + kPage);
  return static_cast<std::uint32_t>(bytes_.size() / kPage);
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
    const std::uint32_t number = append_page();
    close_page(to, level, right_child, number);
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

void SqliteImage::close_page(Page& page, std::size_t level, std::uint32_t right_child,
                             std::uint32_t number) {
  page.bytes[0] = static_cast<std::byte>(level == 0 ? SqlitePage::kLeaf : SqlitePage::kInterior);
  put_number(&page.bytes[3], page.cells, 2);
  put_number(&page.bytes[5], page.content, 2);
  if (level > 0) put_number(&page.bytes[8], right_child, 4);
  std::copy(page.bytes.begin(), page.bytes.end(), this->page(number));
}

std::vector<std::byte> SqliteImage::finish() {
  for (std::size_t table = 0; table < trees_.size(); ++table) {
    std::deque<Page>& levels = trees_[table].levels;
    std::uint32_t child = 0;
    for (std::size_t level = 0; level < levels.size(); ++level) {
      const bool is_root = level + 1 == levels.size();
      const std::uint32_t number = is_root ? static_cast<std::uint32_t>(table + 2) : append_page();
      close_page(levels[level], level, child, number);
      child = number;
    }
  }
  write_schema();
  write_file_header();
  return std::move(bytes_);
}

// The schema is a table with row ids, on the first page.
void SqliteImage::write_schema() {
  std::byte* const first = page(1);
  std::size_t content = kPage;
  for (std::size_t i = 0; i < tables_.size(); ++i) {
    const auto root = static_cast<std::int64_t>(i + 2);
    std::string types, cell, record;
    for (const std::string_view text :
         {std::string_view("table"), std::string_view(tables_[i].name),
          std::string_view(tables_[i].name)}) {
      add_varint(types, type_of(text));
      record += text;
    }
    types += static_cast<char>(kind_of(root).type);
    add_integer(record, root, kind_of(root).bytes);
    add_varint(types, type_of(tables_[i].sql));
    record += tables_[i].sql;
    add_varint(cell, types.size() + 1 + record.size());
    add_varint(cell, i + 1);
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
  std::byte* const header = page(1);
  std::memcpy(header, "SQLite format 3", 16);
  put_number(header + 16, kPage, 2);
  put_number(header + 18, 0x0101, 2);    // rollback mode
  put_number(header + 21, 0x402020, 3);  // fractions of a page that are what they are
  put_number(header + 28, bytes_.size() / kPage, 4);
  put_number(header + 44, 4, 4);  // the format of the schema
  put_number(header + 56, 1, 4);  // UTF-8
}

}  // namespace tally
