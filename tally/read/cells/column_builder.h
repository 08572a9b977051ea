// SPDX-License-Identifier: Apache-2.0
// Cells become columns: numbers, codes, bits or texts.
//
// Each builder takes the cells of one column, some records at a time, and checks them. The type is
// chosen once per column; the loop over the cells knows it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tally/error.h"
#include "tally/inside/batch.h"
#include "tally/read/cells/cell.h"
#include "tally/read/cells/interner.h"
#include "tally/read/cells/missing_marks.h"
#include "tally/read/stray_cells.h"

namespace tally {

/// What to do with a word among numbers or booleans.
enum class Strays : bool {
  kRefuse,  ///< it ends the column: `append` stops before it
  kTake,    ///< it is missing, and kept apart
};

/// The cells of a column that were taken as missing because of their text.
struct TakenStrays {
  std::array<std::int64_t, kUsualMarks.size()> marks{};  ///< since the builder was made
  /// Since the last `start`: each with its place in the column.
  std::vector<std::pair<std::size_t, std::string>> words;
};

/// All builders have the same four functions:
///   append: adds the cells up to the first that is not of the column's type, and returns how many.
///   finish: the column of all cells since the last `start`, valid until the next one.
///   start:  begins a new column.
///   strays: what was taken as missing; of texts, nothing ever.
/// A usual mark (see usual_mark) is missing among numbers.
class NumberBuilder {
 public:
  /// REQUIRES: is_numeric(type).
  explicit NumberBuilder(const MissingMarks& marks, Strays rule = Strays::kRefuse,
                         ValueType type = ValueType::kNumber)
      : marks_(&marks), rule_(rule), type_(type) {}
  void start();
  std::size_t append(const CellColumn& cells);
  Column finish() const { return Numbers::of(std::span(values_).first(size_)).as(type_); }
  const TakenStrays& strays() const { return strays_; }

 private:
  bool read_other(std::string_view text, const NumberForm& form, std::size_t place, double& value);
  std::size_t append_seconds(const CellColumn& cells);
  bool take_stray(std::string_view text, std::size_t place);

  const MissingMarks* marks_;
  Strays rule_;
  ValueType type_;
  TakenStrays strays_;
  std::vector<double> values_;  // with room for whole vectors
  std::size_t size_ = 0;
};

/// Its dictionary grows from column to column and keeps its address.
class CodeBuilder {
 public:
  CodeBuilder(const MissingMarks& marks, ValueType type, Strays rule = Strays::kRefuse);
  void start();
  std::size_t append(const CellColumn& cells);
  Column finish() const { return Codes::of(std::span(codes_).first(size_), dictionary_); }
  const Dictionary& dictionary() const { return *dictionary_; }
  const TakenStrays& strays() const { return strays_; }

 private:
  void forget_texts();
  std::int32_t find_or_learn(std::string_view text, std::size_t place);
  std::int32_t learn(std::string_view text);
  void count_marks(std::int32_t* codes, std::size_t count);

  const MissingMarks* marks_;
  ValueType type_;
  Strays rule_;
  NumberForm form_;
  TakenStrays strays_;
  Interner texts_;
  std::shared_ptr<Dictionary> dictionary_ = std::make_shared<Dictionary>();
  std::vector<std::int32_t> codes_;  // the first size_ count
  std::size_t size_ = 0;
};

class BitBuilder {
 public:
  explicit BitBuilder(const MissingMarks& marks, Strays rule = Strays::kRefuse)
      : marks_(&marks), rule_(rule) {}
  void start();
  std::size_t append(const CellColumn& cells);
  Column finish() const;
  const TakenStrays& strays() const { return strays_; }

 private:
  void push(bool value, bool is_valid);

  const MissingMarks* marks_;
  Strays rule_;
  TakenStrays strays_;
  std::vector<std::uint8_t> bits_;
  std::vector<std::uint8_t> validity_;
  std::size_t size_ = 0;
};

/// Every cell is a text, even if it is not UTF-8: it is repaired when it is cut. The cells are
/// views of the given bytes, which must live as long as the column.
class TextBuilder {
 public:
  explicit TextBuilder(const MissingMarks& marks) : marks_(&marks) {}
  void start() { texts_.clear(); }
  std::size_t append(const CellColumn& cells);
  void push(std::string_view text);
  Column finish() const { return Texts{texts_.data()}; }
  const TakenStrays& strays() const { return strays_; }

 private:
  const MissingMarks* marks_;
  TakenStrays strays_;
  std::vector<std::string_view> texts_;
};

using ColumnBuilder = std::variant<NumberBuilder, CodeBuilder, BitBuilder, TextBuilder>;

/// The builder that a column of the schema asks for: codes for categorical features and the target,
/// texts for features of family text, bits for booleans, numbers for the rest. `marks` must outlive
/// it.
ColumnBuilder builder_for(const ColumnSchema& column, const MissingMarks& marks,
                          Strays rule = Strays::kRefuse);

const TakenStrays& taken_strays(const ColumnBuilder& builder);
/// Adds the marks, by their text.
void add_marks(const TakenStrays& taken, StrayCells& cells);

/// Why `text` is not a cell of this column, and what to do about it.
Remark complaint(const ColumnSchema& column, std::string_view text);

}  // namespace tally
