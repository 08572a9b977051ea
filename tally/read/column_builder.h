// Cells become columns: numbers, codes, bits or texts.
//
// Each builder takes the cells of one column, some records at a time, and checks them. The type is
// chosen once per column; the loop over the cells knows it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tally/batch.h"
#include "tally/read/cell.h"
#include "tally/read/interner.h"
#include "tally/read/missing_marks.h"

namespace tally::csv {

/// All builders have the same three functions:
///   append: adds the cells up to the first that is not of the column's type, and returns how many.
///   finish: the column of all cells since the last `start`, valid until the next one.
///   start:  begins a new column.
class NumberBuilder {
 public:
  /// REQUIRES: is_numeric(type).
  explicit NumberBuilder(const MissingMarks& marks, ValueType type = ValueType::kNumber)
      : marks_(&marks), type_(type) {}
  void start() { size_ = 0; }
  std::size_t append(const CellColumn& cells);
  Column finish() const { return Numbers::of(std::span(values_).first(size_)).as(type_); }

 private:
  bool read_other(std::string_view text, double& value) const;
  std::size_t append_seconds(const CellColumn& cells);

  const MissingMarks* marks_;
  ValueType type_;
  std::vector<double> values_;  // with room for whole vectors
  std::size_t size_ = 0;
};

/// Its dictionary grows from column to column and keeps its address.
class CodeBuilder {
 public:
  CodeBuilder(const MissingMarks& marks, ValueType type);
  void start() { size_ = 0; }
  std::size_t append(const CellColumn& cells);
  Column finish() const { return Codes::of(std::span(codes_).first(size_), dictionary_); }
  const Dictionary& dictionary() const { return *dictionary_; }

 private:
  std::int32_t find_or_learn(std::string_view text);
  std::int32_t learn(std::string_view text);

  ValueType type_;
  Interner texts_;
  std::shared_ptr<Dictionary> dictionary_ = std::make_shared<Dictionary>();
  std::vector<std::int32_t> codes_;  // the first size_ count
  std::size_t size_ = 0;
};

class BitBuilder {
 public:
  explicit BitBuilder(const MissingMarks& marks) : marks_(&marks) {}
  void start();
  std::size_t append(const CellColumn& cells);
  Column finish() const;

 private:
  void push(bool value, bool is_valid);

  const MissingMarks* marks_;
  std::vector<std::uint8_t> bits_;
  std::vector<std::uint8_t> validity_;
  std::size_t size_ = 0;
};

/// Every cell is a text, even if it is no UTF-8: who cuts it repairs it. The cells are views of the
/// bytes they were given in, which must last as long as the column.
class TextBuilder {
 public:
  explicit TextBuilder(const MissingMarks& marks) : marks_(&marks) {}
  void start() { texts_.clear(); }
  std::size_t append(const CellColumn& cells);
  void push(std::string_view text);
  Column finish() const { return Texts{texts_.data()}; }

 private:
  const MissingMarks* marks_;
  std::vector<std::string_view> texts_;
};

using ColumnBuilder = std::variant<NumberBuilder, CodeBuilder, BitBuilder, TextBuilder>;

/// The builder that a column of the schema asks for: codes for categorical features and the target,
/// texts for features of family text, bits for booleans, numbers for the rest. `marks` must outlive
/// it.
ColumnBuilder builder_for(const ColumnSchema& column, const MissingMarks& marks);

/// Why `text` is not a cell of this column, and what to do about it.
std::string complaint(const ColumnSchema& column, std::string_view text);

}  // namespace tally::csv
