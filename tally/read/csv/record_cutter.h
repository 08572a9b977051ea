// SPDX-License-Identifier: Apache-2.0
// Blocks cut into records, and records into cells.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "tally/error.h"
#include "tally/read/block_splitter.h"
#include "tally/read/cells/cell.h"
#include "tally/read/csv/dialect.h"
#include "tally/read/csv/structural_window.h"

namespace tally::csv {

/// Cuts one block after the other. One thread at a time.
class RecordCutter {
 public:
  /// `file` is for errors.
  RecordCutter(const Dialect& dialect, std::string file);

  /// Goes to the start of `block`, whose bytes change where quotes were doubled. The block must
  /// outlive the cutting.
  void start(Block& block);

  /// The number of cells in the next record (that is not cut thereby), 0 at the end of the block.
  std::size_t count_cells();

  /// Cuts the next record into `columns` cells; false at the end of the block. Blank lines are
  /// passed over. Throws Error (kData) with the line: more or fewer cells, a quote inside an
  /// unquoted cell, text behind a closing quote, a quote that is never closed, a NUL byte, a record
  /// that is too long.
  bool next(std::size_t columns, Cell* cells);

  /// Cuts the next records as long as that is simple, not more than `most`, and says how many: not
  /// one where `next` must look. They start on next lines, one each. REQUIRES: room for
  /// most · columns cells.
  std::size_t next_plain(std::size_t columns, Cell* cells, std::size_t most);

  /// The line on which the record that was cut last starts, counted from 1.
  std::int64_t line() const { return record_line_; }
  /// Where the record behind it starts.
  std::uint32_t position() const { return position_; }
  std::int64_t next_line() const { return line_; }

 private:
  struct Quoted {
    Cell cell;
    std::uint32_t end;  ///< the delimiter or newline behind it
  };

  Quoted cut_quoted(std::uint32_t begin, std::uint32_t opening);
  void close_quoted(Quoted& quoted, std::uint32_t closing);
  bool is_blank(std::uint32_t begin, std::uint32_t end) const;
  [[noreturn]] void fail(Remark remark, std::int64_t line) const;
  [[noreturn]] void fail_at_nul(std::uint32_t from, std::uint32_t at) const;
  [[noreturn]] void fail_open(bool within_quotes) const;

  Dialect dialect_;
  std::string file_;
  char* bytes_ = nullptr;
  std::uint32_t position_ = 0;
  std::uint32_t end_ = 0;
  Block::Ending ending_ = Block::Ending::kWhole;
  std::int64_t line_ = 1;
  std::int64_t record_line_ = 1;
  StructuralWindow window_;
};

}  // namespace tally::csv
