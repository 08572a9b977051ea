// SPDX-License-Identifier: Apache-2.0
// The reader of delimited text behind Table.
#pragma once

#include <atomic>
#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tally/read.h"
#include "tally/read/block_splitter.h"
#include "tally/read/csv/arff.h"
#include "tally/read/csv/batch_parser.h"
#include "tally/read/csv/table_file.h"
#include "tally/read/input_files.h"
#include "tally/read/table_source.h"

namespace tally::csv {

/// As Table, for delimited text, with block sizes of one's own choosing.
class TableReader final : public TableSource {
 public:
  TableReader(std::shared_ptr<InputFiles> files, ReadOptions options, BlockSizes sizes = {},
              FileFormat format = FileFormat::kDelimited);
  TableReader(const std::vector<std::string>& inputs, ReadOptions options, BlockSizes sizes = {});

  const std::vector<std::string>& column_names() override { return names_; }
  std::vector<ColumnSample> sample() override;
  std::vector<ColumnSample> profile() override;
  void read(const Schema& schema, int threads, const Table::Work& work,
            const std::vector<Role>& optional) override;
  ReadProgress progress() const override;
  void take_strays(std::vector<std::string> columns) override { guessed_ = std::move(columns); }
  StraysByColumn strays() const override { return strays_; }

 private:
  /// An input that was looked at: its shape, and its file if that can be opened only once.
  struct Input {
    FileShape shape;
    std::list<FileShape> later;  ///< of blocks that say more about the file
    bool has_blanks = false;     ///< as many between cells as look well
    std::unique_ptr<TableFile> opened;
  };
  /// A block with its shape, and its first row counted over all inputs.
  struct ShapedBlock {
    Block block;
    const FileShape* shape;
  };

  bool has_blanks(std::size_t input);
  std::unique_ptr<TableFile> open(std::size_t input);
  FileShape shape_of(const TableFile& file) const;
  static const FileShape* current_shape(Input& input);
  void declare(std::vector<ColumnSample>& samples) const;
  std::optional<ShapedBlock> next_block();

  std::shared_ptr<InputFiles> files_;
  ReadOptions options_;
  BlockSizes sizes_;
  FileFormat format_;
  std::vector<ArffAttribute> attributes_;  // of the first file, if it declares any
  int class_attribute_ = -1;
  std::vector<std::string> names_;
  std::vector<std::string> guessed_;
  StraysByColumn strays_;
  std::vector<Input> inputs_;
  std::size_t current_ = 0;       // the input that is being read
  std::int64_t rows_before_ = 0;  // of the inputs before it
  std::atomic<std::int64_t> rows_{0};
};

}  // namespace tally::csv
