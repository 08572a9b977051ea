// Blocks cut into records, and records into cells.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tally/read/block_splitter.h"
#include "tally/read/dialect.h"

namespace tally::csv {

/// One cell: where its text stands in the block, without quotes and with doubled quotes made
/// single, but not trimmed.
struct Cell {
  std::uint32_t begin = 0;
  std::uint32_t size : 31 = 0;
  std::uint32_t is_quoted : 1 = 0;
};

/// One column of some records that were cut one after the other.
struct CellColumn {
  const char* bytes = nullptr;
  const Cell* cells = nullptr;
  std::size_t stride = 1;  ///< cells from one record to the next
  std::size_t rows = 0;
  bool trim = true;

  std::string_view at(std::size_t row) const {
    const std::string_view text = untrimmed(row);
    return trim && cells[row * stride].is_quoted == 0 ? trimmed(text) : text;
  }
  std::string_view untrimmed(std::size_t row) const {
    const Cell& cell = cells[row * stride];
    return {bytes + cell.begin, cell.size};
  }
};

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

  bool cut_plain(std::size_t columns, Cell* cells);
  std::uint32_t take();
  void refill();
  Quoted cut_quoted(std::uint32_t begin, std::uint32_t opening);
  void close_quoted(Quoted& quoted, std::uint32_t closing);
  bool is_blank(std::uint32_t begin, std::uint32_t end) const;
  [[noreturn]] void fail(const std::string& sentence, std::int64_t line) const;
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

  // Structural positions of the part of the block that ends at indexed_.
  std::vector<std::uint32_t> index_;
  std::size_t index_at_ = 0;
  std::size_t index_size_ = 0;
  std::uint32_t indexed_ = 0;
  std::uint64_t inside_ = 0;
};

}  // namespace tally::csv
