// SPDX-License-Identifier: Apache-2.0
// What kind of file a table is written in.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tally {

enum class FileFormat : std::uint8_t {
  kDelimited,    ///< CSV, TSV and their relatives
  kSvmlight,     ///< svmlight or libsvm: label index:value …
  kParquet,      ///< Apache Parquet
  kArrowFile,    ///< Arrow IPC file (Feather 2)
  kArrowStream,  ///< Arrow IPC stream
  kJsonLines,    ///< one JSON object per line
  kArff,         ///< Weka's format: declared attributes, then delimited text
  kLabelled,     ///< a text on each line, its class in front: __label__spam buy now
};

/// "csv", "svmlight", "parquet", "arrow", "arrows", "jsonl", "arff", "fasttext".
std::string_view to_string(FileFormat format);
std::optional<FileFormat> parse_file_format(std::string_view text);

/// "a Parquet file", for errors.
std::string describe(FileFormat format);

/// What the end of a file's name says (before .gz or .zst), or nothing.
std::optional<FileFormat> format_by_name(const std::string& file);

/// The format of a file that starts like this. Magic bytes decide first, then the name, then a
/// first line that can only be JSON, ARFF, svmlight or a text with its class; all else is delimited text. Throws Error
/// (kData) for a JSON array, naming the remedy.
FileFormat detect_format(const std::string& file, std::string_view start);
/// Whether it says the same of a text whatever comes behind `start`: a line that is neither blank
/// nor a comment is there.
bool is_format_sure(std::string_view start);

}  // namespace tally
