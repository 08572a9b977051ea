// SPDX-License-Identifier: Apache-2.0
// What kind of file a table is written in.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tally/read.h"

namespace tally {

/// "a Parquet file", for errors.
std::string describe(FileFormat format);

/// What the end of a file's name says (before .gz or .zst), or nothing.
std::optional<FileFormat> format_by_name(const std::string& file);

/// The format of a file that starts like this. Magic bytes decide first, then the name, then a
/// first line that can only be JSON, ARFF, svmlight or a text with its class; all else is delimited text. Throws Error
/// (kData) for a JSON array, naming the remedy.
FileFormat detect_format(const std::string& file, std::string_view start);
/// Whether detect_format gives the same result whatever follows `start`: there is a line that is
/// neither blank nor a comment.
bool is_format_sure(std::string_view start);

}  // namespace tally
