// SPDX-License-Identifier: Apache-2.0
// One file of a table: its header, and its blocks behind the header.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tally/error.h"
#include "tally/read.h"
#include "tally/read/block_splitter.h"
#include "tally/read/csv/dialect.h"
#include "tally/read/input_files.h"

namespace tally::csv {

/// What of a file must be seen to know its format and delimiter, where rows are wanted at once;
/// else nothing.
InputFiles::Enough enough_of(const ReadOptions& options);

/// One thread at a time.
class TableFile {
 public:
  /// Opens the file and reads its header. `consumed` as for open_source. Throws Error as Table
  /// does.
  TableFile(const std::string& file, const ReadOptions& options, const BlockSizes& sizes,
            std::atomic<std::int64_t>* consumed = nullptr);
  /// The same for a file that is open: `source` gives its bytes from the start.
  TableFile(const std::string& file, std::unique_ptr<ByteSource> source, const ReadOptions& options,
            const BlockSizes& sizes);

  const std::string& name() const { return name_; }  ///< for errors
  /// How the blocks so far are written. Of rows that come one by one, only those that have numbers
  /// with a comma or a point can tell the decimal: till then, `next` may change it.
  const Dialect& dialect() const { return dialect_; }
  const std::vector<std::string>& columns() const { return columns_; }
  bool is_reopenable() const { return splitter_.is_reopenable(); }

  /// The first block with a row in it, or null; `next` gives it all the same.
  const Block* first_block();
  /// The next block, or nothing at the end. Its first_row counts the rows of this file.
  std::optional<Block> next();
  /// The rows of the blocks so far.
  std::int64_t rows() const { return splitter_.rows() - header_rows_; }

 private:
  void refuse_foreign_format(std::string_view start) const;
  void read_header();
  void take_names(const std::vector<std::string>& names, std::size_t columns);
  void draft_numbers(const Block& block);
  void check_names() const;
  [[noreturn]] void fail(const std::string& sentence, std::vector<Remedy> remedies = {}) const;

  std::string name_;
  bool at_once_;
  bool knows_numbers_ = false;
  std::size_t drafted_bytes_ = 0;
  std::size_t most_drafted_bytes_;
  Dialect dialect_;
  BlockSplitter splitter_;
  std::optional<Block> waiting_;
  std::int64_t header_rows_ = 0;
  std::vector<std::string> columns_;
};

}  // namespace tally::csv
