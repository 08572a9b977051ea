// SPDX-License-Identifier: Apache-2.0
// The fine histogram of a column of numbers: Σ w over the rows whose number, less the origin, lies
// in a cell (fine_cell.h). It is counted beside the family's own sums; cut points, bins and
// quantiles are computed from it on demand.
//
//   const HistogramTally* ages = counts.histogram("age");       // null: the schema asks for none
//   for (const HistogramTally::Cell& seen : ages->cells()) {
//     use(ages->origin() + least_of(seen.cell), ages->at(klass.code, seen.slot));
//   }
#pragma once

#include <optional>

#include "tally/count/cell_slots.h"
#include "tally/count/tally.h"

namespace tally {

struct RowsToCount;

/// Slots are in order of appearance; `missing` comes first.
class HistogramTally final : public Tally {
 public:
  explicit HistogramTally(TallySpec spec) : Tally(std::move(spec)) {}
  std::unique_ptr<Tally> clone() const override { return std::make_unique<HistogramTally>(*this); }

  double origin() const { return spec_.origin; }
  struct Cell {
    std::int32_t cell;
    std::int32_t slot;
  };
  /// Those seen in any class, sorted by cell.
  std::vector<Cell> cells() const;
  /// The slot of a cell, −1 if it has none. A slot may be there and hold nothing.
  /// REQUIRES: here and below, |cell| <= kMostFineCell.
  std::int32_t find_slot_of(std::int32_t cell) const;
  /// The same, made if there is none.
  std::int32_t made_slot_of(std::int32_t cell) { return slots_.made(cell); }
  /// The cell of a number of the column. REQUIRES: it is finite.
  std::int32_t cell_of(double x) const { return fine_cell(x - spec_.origin); }
  /// The cell of a slot. REQUIRES: the slot is not that of `missing`.
  std::int32_t cell_of_slot(std::int32_t slot) const { return slots_.cell_of(slot); }
  /// The cell that a key of the row form names; nothing if it is not a cell in canonical form.
  static std::optional<std::int32_t> cell_of_key(std::string_view key);
  /// All slots with a cell in the order of their keys, which is that of their bytes.
  std::vector<std::int32_t> slots_by_key() const;

  /// Adds the rows. A number that is missing is counted as such; what is not finite must not be in
  /// a row that counts (the column's own tally has refused it).
  void count(const Column& column, const RowsToCount& rows) { count_from(column, 0, rows); }
  /// The same from this row on.
  void count_from(const Column& column, std::int64_t first, const RowsToCount& rows);
  /// Adds rows of a cell, or without a value.
  void add(std::int32_t class_code, std::int32_t cell, std::uint32_t times) {
    add_to_slot(class_code, slots_.made(cell), times);
  }
  void add_missing(std::int32_t class_code, std::uint32_t times) {
    add_to_slot(class_code, kMissingSlot, times);
  }

  std::int32_t slots() const override { return kFirstSlot + slots_.size(); }
  Part part_of(std::int32_t slot) const override {
    return slot < kFirstSlot ? Part::kMissing : Part::kValue;
  }
  std::string key_of(std::int32_t slot) const override;
  ExactSum* find_cell(std::int32_t class_code, Part part, std::string_view key) override;
  std::string impossibility(std::int32_t class_code, const ExactSum& class_weight) const override;
  std::vector<std::int32_t> same_slots(const Tally& other) override;

 private:
  std::int32_t made_slot_of_number(double d);
  void add_to_slot(std::int32_t class_code, std::int32_t slot, std::uint32_t times);
  void find_slots(const double* numbers, const std::int32_t* classes,
                  std::span<std::int32_t> slots);
  void count_slots(std::span<const std::int32_t> slots, std::int64_t begin,
                   const RowsToCount& rows);
  ExactSum total(std::int32_t class_code) const;

  CellSlots slots_;
};

/// The tally as a histogram, or null.
const HistogramTally* as_histogram(const Tally& tally);
HistogramTally* as_histogram(Tally& tally);

}  // namespace tally
