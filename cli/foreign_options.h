// SPDX-License-Identifier: Apache-2.0
// An error may come from a room that does not know which verb it works for, and name a remedy that
// only another verb has.
#pragma once

#include <string>

#include "cli/manual/command_text.h"

namespace tally::cli {

/// The sentence; where a clause of advice, behind the first "; ", names options that `verb` does
/// not have and `owner` has, with advice that the verb can follow in its place. What stands between
/// single quotes is somebody's text and names no option.
std::string with_own_options(const std::string& sentence, const CommandText& verb,
                             const CommandText& owner);

}  // namespace tally::cli
