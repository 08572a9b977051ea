// The reader behind Table.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tally/read/batch_parser.h"
#include "tally/read/block_splitter.h"
#include "tally/read/table.h"
#include "tally/read/table_file.h"

namespace tally::csv {

/// As Table, with block sizes of one's own choosing.
class TableReader {
 public:
  TableReader(const std::vector<std::string>& inputs, ReadOptions options, BlockSizes sizes = {});

  const std::vector<std::string>& column_names() const { return names_; }
  const ReadOptions& options() const { return options_; }
  std::vector<ColumnSample> sample();
  void read(const Schema& schema, int threads, const Table::Work& work,
            const std::vector<Role>& optional);
  ReadProgress progress() const;

 private:
  /// An input that was looked at: its shape, and its file if that can be opened only once.
  struct Input {
    std::string file;
    FileShape shape;
    std::unique_ptr<TableFile> opened;
  };
  /// A block with its shape, and its first row counted over all inputs.
  struct Piece {
    Block block;
    const FileShape* shape;
  };

  FileShape shape_of(const TableFile& file) const;
  ReadPlan plan_for(const Schema& schema, const std::vector<Role>& optional) const;
  std::optional<Piece> next_piece();
  void check_selection() const;

  ReadOptions options_;
  BlockSizes sizes_;
  std::vector<std::string> names_;
  std::vector<Input> inputs_;
  std::size_t current_ = 0;       // the input that is being read
  std::int64_t rows_before_ = 0;  // of the inputs before it
  std::atomic<std::int64_t> bytes_{0};
  std::atomic<std::int64_t> rows_{0};
};

}  // namespace tally::csv
