// SPDX-License-Identifier: Apache-2.0
// What the fuzz targets of the readers share: bytes as a file, and a batch as text to compare.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <string_view>

#include "tally/inside/batch.h"

namespace tally::fuzz {

/// A file in memory with a name, since packed files and pipes are met behind one as well.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view bytes) : file_(::memfd_create("table", 0)) {
    if (::write(file_, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size())) {
      std::abort();
    }
  }
  ~MemoryFile() { ::close(file_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }

 private:
  int file_;
};

inline std::string cell_as_text(const Column& column, std::int64_t row) {
  if (const auto* numbers = std::get_if<Numbers>(&column)) return std::to_string(numbers->at(row));
  if (const auto* bits = std::get_if<Bits>(&column)) {
    return bits->validity.at(row) ? std::to_string(int{bits->at(row)}) : "";
  }
  if (const auto* texts = std::get_if<Texts>(&column)) {
    return texts->is_missing(row) ? "" : std::string(texts->cells[row]);
  }
  const auto& codes = std::get<Codes>(column);
  const auto code = static_cast<std::int32_t>(codes.indices.at(row));
  return code < 0 ? "" : codes.dictionary->label(code).to_string();
}

/// Every row with its line, cell by cell.
inline std::string rows_as_text(const Batch& batch) {
  std::string out;
  for (std::int64_t row = 0; row < batch.rows; ++row) {
    if (!batch.lines.empty()) out += std::to_string(batch.lines[static_cast<std::size_t>(row)]);
    for (const NamedColumn& column : batch.columns) out += '\t' + cell_as_text(column.values, row);
    out += '\n';
  }
  return out;
}

}  // namespace tally::fuzz
