// SPDX-License-Identifier: Apache-2.0
// Columns out: Parquet, Arrow files and streams.
//
//   TableWriter writer(FileFormat::kParquet, {{"name", ValueType::kText}}, write_bytes);
//   writer.write(columns);
//   writer.finish();
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tally/label.h"
#include "tally/read/file_format.h"

namespace tally {

/// Some rows of a column. Of `numbers` (booleans are 0 and 1) and `texts` the one is used that its
/// type asks for; a NaN and an empty text are missing. A column of numbers `is_whole` has
/// `integers` instead, which a double would not hold from 2^53 on.
struct TableColumn {
  std::string name;
  ValueType type = ValueType::kNumber;
  std::vector<double> numbers;
  std::vector<std::string> texts;
  bool is_whole = false;
  std::vector<std::optional<std::int64_t>> integers = {};
};

/// One thread at a time.
class TableWriter {
 public:
  /// Takes the bytes of the file, one piece after the other; may throw.
  using WriteBytes = std::function<void(std::string_view)>;

  /// Begins a file with these columns, whose rows are not looked at. `file` is for errors. Throws
  /// Error: kUnavailable (the plug-in cannot be loaded), kDefect (the plug-in refuses), and what
  /// `write_bytes` throws. REQUIRES: kParquet, kArrowFile or kArrowStream.
  TableWriter(FileFormat format, const std::vector<TableColumn>& columns, WriteBytes write_bytes,
              const std::string& file);
  /// Without `finish` the file is incomplete and cannot be read.
  ~TableWriter();
  TableWriter(const TableWriter&) = delete;
  TableWriter& operator=(const TableWriter&) = delete;

  /// Adds rows. Throws as the constructor. REQUIRES: the columns it began with, all of one length,
  /// texts of less than 2 GB in each.
  void write(const std::vector<TableColumn>& columns);
  void finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tally
