// SPDX-License-Identifier: Apache-2.0
// A block becomes a batch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tally/inside/batch.h"
#include "tally/read/block_splitter.h"
#include "tally/read/cells/column_builder.h"
#include "tally/read/csv/dialect.h"
#include "tally/read/csv/record_cutter.h"
#include "tally/read/read_plan.h"
#include "tally/read/stray_cells.h"

namespace tally::csv {

/// How one file of a table is written.
struct FileShape {
  std::string name;  ///< for errors
  Dialect dialect;
  std::vector<std::size_t> places;  ///< of each column of the table: where it stands in this file
};

/// One worker's parser: its buffers and dictionaries live from block to block. The plan must
/// outlive it. One thread at a time.
class BatchParser {
 public:
  explicit BatchParser(const ReadPlan& plan);

  /// The batch of the block's rows (which may be none), valid until the next call. Throws Error
  /// (kData) for the first bad row; within a row for the first bad column of the table, unless the
  /// record itself is malformed. The parser is of no use after that.
  const Batch& parse(Block block, const FileShape& shape);

  /// The dictionary of a planned column, or null if it has none.
  const Dictionary* dictionary(std::size_t planned) const;

  /// The cells of all blocks that were taken as missing for what they say, by planned column.
  std::vector<StrayCells> strays() const;

 private:
  void start(const Block& block, const FileShape& shape);
  std::size_t cut_plain(RecordCutter& cutter, std::size_t columns, std::size_t rows,
                        std::size_t most);
  void convert(const FileShape& shape, std::size_t rows);
  void note_strays();
  void keep(const FileShape& shape, std::size_t rows);
  CellColumn column(const FileShape& shape, std::size_t table_column, std::size_t rows) const;
  bool is_selected(std::int64_t row);

  const ReadPlan& plan_;
  std::vector<ColumnBuilder> builders_;
  Block block_;
  std::vector<Cell> cells_;
  std::vector<StrayCells> words_;  // by planned column
  std::size_t next_selected_ = 0;
  Batch batch_;
};

}  // namespace tally::csv
