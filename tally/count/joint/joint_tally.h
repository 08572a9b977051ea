// SPDX-License-Identifier: Apache-2.0
// Columns counted together: how often each value of a column was seen, each pair of values of two
// columns, and each triple of values of some threes (JointSchema).
//
//   const JointTally* joint = counts.joint();                    // null: the schema asks for none
//   const std::size_t table = joint->pair(i, j);                 // of the columns i < j of the grid
//   joint->at(klass.code, joint->find_slot(table, {a, b}))       // rows with the values a and b
//
// There is a *table* for each column, each pair and each triple, in this order. A value of a column
// has a code: of labels in order of appearance, the declared ones first; false and true are 0 and 1;
// of numbers it is the bin. A row that lacks one of a table's columns is counted as missing there.
// In the row form a cell is named by its columns and values: "age,town=3,north".
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tally/count/joint/dense_cells.h"
#include "tally/count/tally.h"

namespace tally {

struct RowsToCount;

/// Const functions may be called by several threads at once.
class JointTally final : public Tally {
 public:
  explicit JointTally(TallySpec spec);
  std::unique_ptr<Tally> clone() const override { return std::make_unique<JointTally>(*this); }

  // --- columns, values, tables ---

  std::size_t columns() const { return spec_.grid.size(); }
  const GridSpec& column(std::size_t i) const { return spec_.grid[i]; }
  std::size_t triples() const { return spec_.triples.size(); }
  /// One more than the highest code of the column.
  std::int32_t codes(std::size_t column) const;
  /// The code of a label, −1 if the column has not met it. REQUIRES: the column has labels or truths.
  std::int32_t find_code(std::size_t column, const Label& label) const;
  /// The labels of a column by code; of numbers none.
  const Dictionary& labels(std::size_t column) const { return labels_[column]; }
  /// The text of a value: a label, or the number of a bin.
  std::string value_text(std::size_t column, std::int32_t code) const;

  std::size_t tables() const { return tables_.size(); }
  std::size_t single(std::size_t i) const { return i; }
  /// REQUIRES: i < j < columns().
  std::size_t pair(std::size_t i, std::size_t j) const;
  std::size_t triple(std::size_t t) const { return tables_.size() - triples() + t; }
  /// The columns of a table, ascending.
  std::span<const std::size_t> columns_of(std::size_t table) const {
    return std::span(tables_[table].columns).first(tables_[table].width);
  }

  /// The slot of a cell, −1 if nothing was ever counted there. REQUIRES: a code for each column of the
  /// table; one below 0 or unknown has no slot.
  std::int32_t find_slot(std::size_t table, std::span<const std::int32_t> codes) const;
  std::int32_t missing_slot(std::size_t table) const { return static_cast<std::int32_t>(table); }

  /// Calls f(codes, slot) for each cell of a table that has a slot, in the order of its codes.
  template <class F>
  void for_each_cell(std::size_t table, F&& f) const;

  // --- counting ---

  /// Adds the rows. `columns` are those of the grid, in its order. REQUIRES: their own tallies have
  /// taken the rows, and so refused what cannot be.
  void count(std::span<const Column* const> columns, const RowsToCount& rows);

  std::int32_t slots() const override { return static_cast<std::int32_t>(places_.size()); }
  Part part_of(std::int32_t slot) const override;
  std::string key_of(std::int32_t slot) const override;
  ExactSum* find_cell(std::int32_t class_code, Part part, std::string_view key) override;
  std::string impossibility(std::int32_t class_code, const ExactSum& class_weight) const override;
  std::vector<std::int32_t> same_slots(const Tally& other) override;

 private:
  static constexpr std::size_t kMostWidth = 3;
  using CellCodes = std::array<std::int32_t, kMostWidth>;
  struct Table {
    std::string name;  // "age,town"
    std::array<std::size_t, kMostWidth> columns{};
    std::size_t width = 0;
    std::array<std::size_t, kMostWidth> room{};  // how many codes of each column there is room for
    std::vector<std::int32_t> slots;             // by the codes, the last fastest; −1: none
  };
  // Where a slot belongs. Those of `missing` come first, one for each table.
  struct Place {
    std::int32_t table;
    CellCodes codes;
  };

  void add_table(const std::vector<std::size_t>& of);
  void make_room(Table& table);
  std::int32_t made_slot(std::size_t table, const CellCodes& codes);
  static std::size_t offset(const Table& table, const CellCodes& codes);
  std::optional<std::int32_t> code_of_text(std::size_t column, const std::string& text);
  class SlotSums;
  std::size_t without(std::size_t table, std::size_t which) const;
  void add_dense(std::size_t table, SlotSums& sums);
  void add_cells(std::size_t table, const DenseTable& found, SlotSums& sums);
  void add_rows(std::size_t table, std::int64_t begin, std::int64_t end, const RowsToCount& rows,
                SlotSums& sums);
  void find_slots(std::size_t table, std::size_t begin, const std::int32_t* classes);

  std::vector<Table> tables_;
  std::map<std::string, std::size_t, std::less<>> table_of_name_;
  std::vector<std::size_t> first_pair_;           // by column: the table of its pair with the next
  std::vector<Dictionary> labels_;                // by column; of numbers empty
  std::vector<Place> places_;                     // by slot
  std::vector<CodeMap> code_maps_;                // by column: of the batch at hand
  std::vector<std::vector<std::int32_t>> codes_;  // [column][row] of the batch at hand, −1: missing
  DenseCells dense_;                              // of a tile of the batch
  std::array<DenseTable, kMostWidth> found_in_;  // [columns − 1]: the cells at hand
  std::vector<char> is_done_;                    // by table: counted in this tile
  std::vector<std::int32_t> found_;              // [row of a tile]: the slots of the table at hand
};

/// The tally as this one, or null.
const JointTally* as_joint(const Tally& tally);
JointTally* as_joint(Tally& tally);

// ---------------------------------------------------------------------------------------------

template <class F>
void JointTally::for_each_cell(std::size_t which, F&& f) const {
  const Table& table = tables_[which];
  for (const std::int32_t slot : table.slots) {
    if (slot < 0) continue;
    f(std::span<const std::int32_t>(places_[static_cast<std::size_t>(slot)].codes)
          .first(table.width),
      slot);
  }
}

}  // namespace tally
