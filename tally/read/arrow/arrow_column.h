// SPDX-License-Identifier: Apache-2.0
// One column of an Arrow batch: its cells as numbers, bits or texts.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tally/inside/batch.h"
#include "tally/read/arrow/arrow_abi.h"
#include "tally/read/arrow/arrow_type.h"
#include "tally/read/cells/cell.h"

namespace tally {

/// A view; the array and its schema must outlive it. Rows are counted from the first of the batch.
/// Free to share between threads. REQUIRES: an array that fits its schema.
class ArrowColumn {
 public:
  /// `offset` is that of the batch's own structure.
  ArrowColumn(const ArrowSchema& schema, const ArrowArray& array, std::int64_t offset);

  const ArrowType& type() const { return type_; }
  bool is_dictionary() const { return dictionary_ != nullptr; }
  bool is_valid(std::int64_t row) const { return validity_.at(row); }

  /// The rows from `first` on where they lie. REQUIRES: the kind is kNumber, the type is_plain, no
  /// dictionary.
  Numbers numbers(std::int64_t first) const;
  /// Likewise. REQUIRES: the kind is kBoolean, no dictionary.
  Bits bits(std::int64_t first) const;

  /// The value as a double, NaN where it is missing. REQUIRES: the kind is kNumber or kHalf.
  double number_at(std::int64_t row) const;

  /// The cell's text where it lies; nothing where it is missing. REQUIRES: type().is_text().
  std::string_view text_at(std::int64_t row) const;

  /// Adds the cell's text to `out`, nothing where it is missing: numbers as briefly as they read
  /// back, times and durations as iso_time.h writes them, true or false, texts as they are.
  /// REQUIRES: the type is not refused.
  void append_text(std::int64_t row, std::string& out) const;

 private:
  template <class T>
  T value(std::size_t buffer, std::int64_t row) const;
  /// The row of the dictionary that a row stands for; −1 where it is missing.
  std::int64_t code_at(std::int64_t row) const;
  std::string_view view_at(std::int64_t row) const;
  void append_decimal(std::int64_t row, std::string& out) const;

  ArrowType type_;
  const ArrowArray* array_;
  std::int64_t offset_;
  Validity validity_;
  NumberType index_type_ = NumberType::kInt32;
  std::shared_ptr<const ArrowColumn> dictionary_;
};

/// The texts of some rows of a column, as the builders of columns take them. One thread at a time.
class ArrowTexts {
 public:
  /// The cells of `rows`, valid until the next call. Throws Error (kData) for texts that are
  /// longer than 2 GB together.
  CellColumn of(const ArrowColumn& column, std::span<const std::int64_t> rows);

 private:
  std::string bytes_;
  std::vector<Cell> cells_;
};

}  // namespace tally
