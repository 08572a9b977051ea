// SPDX-License-Identifier: Apache-2.0
// One file in an Arrow format, batch by batch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "tally/read/arrow/arrow_abi.h"
#include "tally/read/input_files.h"

namespace tally {

/// One thread at a time, but for what `next` gave and the schema.
class ArrowStream {
 public:
  /// Opens file `i`; only `columns` are read where the format allows, or all if it is null. Throws
  /// Error: kUnavailable (no plug-in), kData (not such a file, a column name that is empty, doubled
  /// or not UTF-8), and as InputFiles does.
  ArrowStream(InputFiles& files, std::size_t i, FileFormat format,
              const std::vector<std::string>* columns);
  ~ArrowStream();
  ArrowStream(const ArrowStream&) = delete;
  ArrowStream& operator=(const ArrowStream&) = delete;

  const std::string& name() const { return name_; }  ///< for errors
  const ArrowSchema& schema() const { return schema_; }
  const std::vector<std::string>& columns() const { return columns_; }

  /// The next batch, whose children are the columns, or null at the end. Throws Error (kData) where
  /// the file is broken, and what reading it throws.
  std::shared_ptr<const ArrowArray> next();

 private:
  void open(InputFiles& files, std::size_t i, FileFormat format,
            const std::vector<std::string>* columns);
  void take_schema();
  [[noreturn]] void fail(const std::string& sentence) const;
  static std::int64_t read(void* stream, void* to, std::int64_t most) noexcept;

  std::string name_;
  std::unique_ptr<ByteSource> source_;
  std::exception_ptr failure_;  // of source_, on its way across the plug-in
  ArrowArrayStream stream_{};
  ArrowSchema schema_{};
  std::vector<std::string> columns_;
};

}  // namespace tally
