// SPDX-License-Identifier: Apache-2.0
// An SQLite database written page by page, from rows that come in the order of their keys.
//
//   SqliteImage image({{"pets", "CREATE TABLE pets(name TEXT PRIMARY KEY) WITHOUT ROWID"}});
//   image.add(0, {"cat"}, {});
//   image.add(0, {"hen"}, {});
//   PageStore pages = image.finish();
//
// SQLite would search its way down the tree for every row, and split what is full. Rows that are
// sorted need neither: they fill one leaf after the other, and the row between two leaves goes to
// the page above them. (The format is that of sqlite.org/fileformat.html; a table WITHOUT ROWID is
// an "index b-tree".)
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tally/model/sqlite/page_store.h"

namespace tally {

/// Not to be shared between threads.
class SqliteImage {
 public:
  static constexpr std::size_t kPage = PageStore::kPage;

  struct Table {
    std::string name;
    std::string sql;  ///< as the schema has it: WITHOUT ROWID, texts before integers, key first
  };
  /// The root of table i is page i + 2. REQUIRES: the schema fits a page; `pages` is empty.
  explicit SqliteImage(const std::vector<Table>& tables, PageStore pages = PageStore());

  /// Adds a row. REQUIRES: its key is above that of the table's last row; texts are UTF-8.
  void add(std::size_t table, std::initializer_list<std::string_view> texts,
           std::initializer_list<std::int64_t> integers);
  /// Adds rows that are cells already, one behind the other (see append_cell). REQUIRES: the same
  /// of each of them.
  void add_cells(std::size_t table, std::string_view cells);

  /// The database, of application id and version 0 and without a version of SQLite: whoever wants
  /// them writes them into its header. REQUIRES: nothing is added after it.
  PageStore finish();

 private:
  // A page of a tree while it is filled: cells from its end down, their places from its start up.
  struct Page {
    std::vector<std::byte> bytes = std::vector<std::byte>(kPage);
    std::size_t cells = 0;
    std::size_t content = kPage;   // where the last cell begins
    std::size_t last_end = kPage;  // and ends
  };
  struct Tree {
    std::deque<Page> levels;  // leaves first
  };

  static std::size_t header_size(std::size_t level) { return level == 0 ? 8 : 12; }
  void add_cell(Tree& tree, std::size_t level, std::string_view cell, std::uint32_t child);
  std::uint32_t append_overflow(std::string_view rest);
  std::uint32_t append_page(std::span<const std::byte> page);
  std::uint32_t next_number() const;
  static void write_page_header(Page& page, std::size_t level, std::uint32_t right_child);
  void write_schema();
  void write_file_header();

  std::vector<Table> tables_;
  std::vector<Tree> trees_;
  PageStore pages_;
  std::string row_;      // the cell of the row at hand
  std::string spilled_;  // the part of a long row that stands in its page
};

}  // namespace tally
