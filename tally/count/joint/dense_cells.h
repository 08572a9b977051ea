// SPDX-License-Identifier: Apache-2.0
// Rows counted in columns together, in an array that has a place for every cell: no cell is looked
// up row by row.
//
//   DenseCells rows;
//   rows.begin(codes, sizes, first, classes, class_count);      // some rows
//   DenseTable three, two;
//   if (rows.count(columns, three)) three.for_each(f);          // f(codes, rows by class)
//   two.add_up(three, 0);                                       // the same without the first column
//
// A column has one place more than codes, for the rows in which it is missing, and there is one class
// more, for the rows that do not count. So no row is a special case, and what two columns have is what
// they have with any third one, added up.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tally {

class DenseTable {
 public:
  static constexpr std::size_t kMostColumns = 3;

  std::size_t columns() const { return width_; }
  /// How many numbers there are.
  std::size_t size() const { return cells_.size(); }

  /// Becomes what `of` has without its column `which`. REQUIRES: it has others, and is another table.
  void add_up(const DenseTable& of, std::size_t which);

  /// Calls f(codes, rows) for every cell in which a row counts; `rows` are by class. A code is −1 where
  /// the column is missing.
  template <class F>
  void for_each(F&& f) const;

 private:
  friend class DenseCells;

  std::size_t classes_ = 0;  // behind their places stands that of rows that do not count
  std::size_t width_ = 0;
  std::array<std::size_t, kMostColumns> shape_{1, 1,
                                               1};  // of the columns, the first lies innermost
  std::vector<std::uint32_t> cells_;
};

class DenseCells {
 public:
  /// The rows [first, first + classes.size()) of codes[column]: each below sizes[column], or −1 where
  /// the column is missing. A class is below class_count, or −1: the row does not count.
  void begin(std::span<const std::vector<std::int32_t>> codes, std::span<const std::int32_t> sizes,
             std::size_t first, std::span<const std::int32_t> classes, std::int32_t class_count);
  std::size_t rows() const { return class_of_.size(); }

  /// The table becomes these rows by the codes of these columns; false, and it is as it was, if there
  /// are so many cells that it would take longer to go through them. REQUIRES: 1 to kMostColumns of
  /// them.
  bool count(std::span<const std::size_t> columns, DenseTable& table);

 private:
  template <class PlaceOf>
  void add_rows(std::vector<std::uint32_t>& cells, PlaceOf&& place_of);

  std::size_t classes_ = 0, stride_ = 0;  // the stride has the class of rows that do not count
  std::vector<std::size_t> sizes_;        // by column, with the place of missing ones
  std::vector<std::vector<std::uint32_t>> at_;  // [column][row]: the place of the code
  std::vector<std::uint32_t> class_of_;         // [row]
  std::vector<std::uint32_t> inner_;            // [row]: the place within the innermost column
  std::size_t inner_column_ = 0;                // whose it is
  std::vector<std::uint32_t> others_;           // every second row
};

// ---------------------------------------------------------------------------------------------

template <class F>
void DenseTable::for_each(F&& f) const {
  if (cells_.empty()) return;  // nothing was counted
  std::array<std::int32_t, kMostColumns> codes{};
  const auto code_at = [&](std::size_t column, std::size_t place) {
    return place + 1 == shape_[column] ? -1 : static_cast<std::int32_t>(place);
  };
  const std::uint32_t* cell = cells_.data();
  for (std::size_t k = 0; k < shape_[2]; ++k) {
    codes[2] = code_at(2, k);
    for (std::size_t j = 0; j < shape_[1]; ++j) {
      codes[1] = code_at(1, j);
      for (std::size_t i = 0; i < shape_[0]; ++i, cell += classes_ + 1) {
        if (std::all_of(cell, cell + classes_, [](std::uint32_t n) { return n == 0; })) continue;
        codes[0] = code_at(0, i);
        f(std::span<const std::int32_t>(codes).first(width_),
          std::span<const std::uint32_t>(cell, classes_));
      }
    }
  }
}

}  // namespace tally
