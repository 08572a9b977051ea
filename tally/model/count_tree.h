// SPDX-License-Identifier: Apache-2.0
// The table `counts` of a model file, searched page by page without SQLite's virtual machine.
//
//   std::optional<CountTree> tree = CountTree::of(db);
//   if (tree && tree->find("body", "money")) {
//     for (const CountTree::Row& row : tree->rows()) use(row.part, row.klass, row.amount);
//   }
//
// SQLite still opens the file, holds its lock and has checked it as far as it has read; only the
// descent of the tree is done here, through the same open file. A page on that path is kept until
// another page of its level is needed: keys that are looked up in their order read each page once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tally/model/sqlite/sqlite_db.h"
#include "tally/model/sqlite/sqlite_page.h"

namespace tally {

/// Not to be shared between threads.
class CountTree {
 public:
  CountTree(CountTree&&) = default;  // a copy would look into the pages of the first

  struct Row {
    std::string part, klass;
    std::int64_t exponent = 0, amount = 0;
  };

  /// None where the file does not hold all pages (a write-ahead log, a database in memory) or they
  /// are not as Tally writes them (UTF-8, no reserved bytes): then use SQLite.
  /// REQUIRES: check_tables(db); the Database stays, in one read transaction.
  static std::optional<CountTree> of(Database& db);

  /// Finds the rows of a key, which may be none: see `rows`. False if something on the path is not
  /// as it should be, or is a text of many hundred bytes: then use SQLite, which reports the error.
  bool find(std::string_view tally, std::string_view key);

  /// From now on the pages that are read are kept, about so many bytes of them. REQUIRES: as long as this is asked,
  /// the file does not change.
  void keep(std::size_t most_bytes) { most_bytes_ = most_bytes; }

  /// What was found: in the order of part, class and exponent, and no two the same.
  /// REQUIRES: the last `find` has given true.
  const std::vector<Row>& rows() const { return rows_; }

 private:
  // Six levels hold more rows than a file can; so a crafted cycle of pages ends here.
  static constexpr std::size_t kMostLevels = 12;
  // Where the tally of a cell begins, which its key follows.
  struct Cell {
    const char* start;
    std::uint32_t tally_size, both_sizes;
  };
  struct Page {
    std::vector<std::byte> bytes;
    std::optional<SqlitePage> page;
    std::vector<Cell> cells;  // of a page that is kept, if all of them are found
  };
  struct Level {
    std::uint32_t number = 0;   // of the page; 0: none yet
    Page* page = nullptr;       // one that is kept, or `own`
    std::unique_ptr<Page> own;  // that is read anew when another is needed
    std::size_t start = 0;      // every cell before it is below the key
  };
  struct Spot {
    std::size_t cell;  // the first that is not below the key
    bool is_equal;     // whether it is a row of the key
  };

  CountTree(sqlite3_file* file, std::size_t page_size, std::uint32_t root)
      : file_(file), page_size_(page_size), root_(root) {}
  bool collect(std::size_t depth, std::uint32_t number);
  Level* load(std::size_t depth, std::uint32_t number);
  Page* page_of(Level& level, std::uint32_t number);
  bool read(Page& page, std::uint32_t number) const;
  static void find_cells(Page& page);
  std::optional<Spot> search(const Level& level) const;
  std::optional<int> compare(const Page& page, std::size_t cell) const;
  bool take(const SqlitePage& page, std::size_t cell);

  sqlite3_file* file_;
  std::size_t page_size_;
  std::uint32_t root_;
  std::array<Level, kMostLevels> levels_;
  std::size_t most_bytes_ = 0, bytes_ = 0;                         // of the pages that are kept
  std::unordered_map<std::uint32_t, std::unique_ptr<Page>> kept_;  // by number
  std::string wanted_;          // the tally and the key that are looked for
  std::size_t tally_size_ = 0;  // how much of it is the tally
  int pages_left_ = 0;
  std::vector<Row> rows_;
};

}  // namespace tally
