// SPDX-License-Identifier: Apache-2.0
// Arrow's batches become ours.
//
// Numbers, booleans and long texts are taken where they lie; all other cells go through the same
// builders as the cells of a CSV file, as the texts that they would be there. So the same table
// gives the same model in whichever format it is written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "tally/inside/batch.h"
#include "tally/read/arrow/arrow_column.h"
#include "tally/read/arrow/arrow_stream.h"
#include "tally/read/cells/column_builder.h"
#include "tally/read/csv/batch_parser.h"

namespace tally {

/// Some rows of an Arrow batch.
struct ArrowPiece {
  std::shared_ptr<const ArrowStream> stream;  ///< whose schema says what the columns are
  std::shared_ptr<const ArrowArray> batch;
  std::int64_t begin = 0;      ///< of the batch's rows, the first …
  std::int64_t end = 0;        ///< … and the one behind the last
  std::int64_t first_row = 0;  ///< the number of row `begin` over all inputs
};

/// One worker's converter. The plan must outlive it. One thread at a time.
class ArrowBatcher {
 public:
  explicit ArrowBatcher(const ReadPlan& plan);

  /// The batch of the piece's rows (which may be none), valid until the next call. Throws Error
  /// (kData) for the first bad row, and for a column whose type is refused.
  const Batch& convert(const ArrowPiece& piece);

  /// The dictionary of a planned column, or null if it has none.
  const Dictionary* dictionary(std::size_t planned) const;

  /// As BatchParser::strays.
  std::vector<StrayCells> strays() const;

 private:
  void select_rows();
  ArrowColumn column_named(const std::string& name) const;
  std::size_t convert_column(std::size_t planned, const ArrowColumn& column);
  std::size_t take_numbers(std::size_t planned, const ArrowColumn& column);
  std::size_t take_texts(std::size_t planned, const ArrowColumn& column);
  std::size_t build(std::size_t planned, const ArrowColumn& column);
  bool may_view(const ArrowColumn& column) const;
  void keep();
  [[noreturn]] void fail(std::size_t planned, const ArrowColumn& column, std::size_t at) const;

  const ReadPlan& plan_;
  std::vector<ColumnBuilder> builders_;
  std::vector<std::vector<double>> missing_numbers_;  // by planned column: marks that are numbers
  std::vector<StrayCells> words_;                     // by planned column
  std::vector<std::vector<double>> numbers_;  // of planned columns that are not taken as they lie
  std::vector<std::deque<std::string>> spelled_;  // likewise: numbers in columns of texts
  ArrowTexts texts_;
  ArrowPiece piece_;
  std::vector<std::int64_t> rows_;  // of the Arrow batch that are wanted
  Batch batch_;
};

}  // namespace tally
