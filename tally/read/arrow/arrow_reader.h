// SPDX-License-Identifier: Apache-2.0
// The reader of Parquet, Arrow and JSON-lines files behind Table.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tally/read/arrow/arrow_batch.h"
#include "tally/read/arrow/arrow_stream.h"
#include "tally/read/input_files.h"
#include "tally/read/table_source.h"

namespace tally {

/// Only the columns of the schema are read, but from a pipe. The sample is the start of the first
/// batch; a column of texts stays one even if they look like numbers.
class ArrowReader final : public TableSource {
 public:
  ArrowReader(std::shared_ptr<InputFiles> files, FileFormat format, ReadOptions options);

  const std::vector<std::string>& column_names() override { return names_; }
  std::vector<ColumnSample> sample() override;
  void read(const Schema& schema, int threads, const Table::Work& work,
            const std::vector<Role>& optional) override;
  ReadProgress progress() const override;
  void take_strays(std::vector<std::string> columns) override { guessed_ = std::move(columns); }
  StraysByColumn strays() const override { return strays_; }

 private:
  /// A stream that is open, and the batch that was looked at, if any.
  struct Opened {
    std::shared_ptr<ArrowStream> stream;
    std::shared_ptr<const ArrowArray> waiting;
  };
  std::shared_ptr<const ArrowArray> next_batch(Opened& opened) const;
  std::optional<ArrowPiece> next_piece(const std::vector<std::string>& columns);

  std::shared_ptr<InputFiles> files_;
  FileFormat format_;
  ReadOptions options_;
  std::vector<std::string> names_;
  std::vector<std::string> guessed_;
  StraysByColumn strays_;
  std::vector<Opened> inputs_;  // open: the first, and those that can be read only once

  // Where `read` stands.
  bool was_read_ = false;
  std::size_t current_ = 0;
  std::shared_ptr<const ArrowArray> batch_;
  std::int64_t batch_row_ = 0;  // the next of batch_
  std::int64_t rows_before_ = 0;
  std::atomic<std::int64_t> rows_{0};
};

}  // namespace tally
