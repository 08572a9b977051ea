// SPDX-License-Identifier: Apache-2.0
// The reader of svmlight and libsvm files behind Table.
//
// The columns are `label` and the indices that occur: "1", "7", "12" … Which they are is known only
// at the end of the files, so that `sample` reads all of them once (a pipe is kept on disk
// meanwhile) and takes every feature for one of a multinomial group. `read` needs no such pass: an
// index that the schema does not have is passed over, and a column of the schema that does not
// occur is zero everywhere.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tally/read/block_splitter.h"
#include "tally/read/input_files.h"
#include "tally/read/svmlight/svmlight_batch.h"
#include "tally/read/table_source.h"

namespace tally {

class SvmlightReader final : public TableSource {
 public:
  /// Throws Error (kUsage) if the options want cells kept.
  SvmlightReader(std::shared_ptr<InputFiles> files, ReadOptions options, BlockSizes sizes = {});

  const std::vector<std::string>& column_names() override;
  std::vector<ColumnSample> sample() override;
  void read(const Schema& schema, int threads, const Table::Work& work,
            const std::vector<Role>& optional) override;
  ReadProgress progress() const override;

 private:
  /// A block of a file, its first row counted over all files.
  struct NamedBlock {
    Block bytes;
    std::string file;
  };
  void scan();
  std::optional<NamedBlock> next_block();
  SvmlightPlan plan_for(const Schema& schema, const std::vector<Role>& optional) const;

  std::shared_ptr<InputFiles> files_;
  ReadOptions options_;
  BlockSizes sizes_;

  // What the first pass found.
  bool was_scanned_ = false;
  std::vector<std::string> names_;
  ColumnSample label_;

  // Where the second pass stands.
  std::size_t current_ = 0;
  std::unique_ptr<BlockSplitter> splitter_;
  std::int64_t rows_before_ = 0;
  std::atomic<std::int64_t> rows_{0};
};

}  // namespace tally
