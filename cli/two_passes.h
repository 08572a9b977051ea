// SPDX-License-Identifier: Apache-2.0
// Inputs that are read more than once.
#pragma once

#include <string>
#include <vector>

#include "tally/error.h"

namespace tally::cli {

bool can_read_twice(const std::vector<std::string>& inputs);
/// The inputs, with standard input and pipes, if they are among them, in files without names: they can then
/// be read again. Throws Error (kInputOutput, kCannotCreate).
std::vector<std::string> kept_to_read_twice(std::vector<std::string> inputs);
/// The error, which names what was given where it is about a file that was kept so.
Error named_as_given(const Error& error);
/// Throws Error (kUsage) if one of the inputs is standard input, which can be read only once.
/// `reader` begins the sentence: "--stratify", "sweep".
void check_can_read_twice(const std::vector<std::string>& inputs, const std::string& reader);

}  // namespace tally::cli
