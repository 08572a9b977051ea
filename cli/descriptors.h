// SPDX-License-Identifier: Apache-2.0
// Reading and writing descriptors: interrupted calls are done again, errors are thrown.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tally::cli {

/// Up to `most` bytes; 0 at the end. Throws Error (kInputOutput) that names `name`.
std::size_t read_some(int descriptor, char* to, std::size_t most, const std::string& name);
/// All of them. Throws as read_some.
void write_all(int descriptor, std::string_view bytes, const std::string& name);

/// Lets this process have so many descriptors, as far as the system allows, and gives how many it may have now.
std::size_t allow_descriptors(std::size_t wanted);

/// What is said of a file without a name that cannot be written.
inline constexpr const char* kTemporaryFile = "a temporary file (TMPDIR)";

}  // namespace tally::cli
