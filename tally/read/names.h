// SPDX-License-Identifier: Apache-2.0
// Names of columns as people type them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tally {

/// Whether `pattern` has a * or ? in it.
bool is_pattern(std::string_view pattern);
/// Whether the whole name fits the pattern: * is any text, ? is any one character.
bool matches(std::string_view pattern, std::string_view name);

/// "there is no column 'specis'; did you mean 'species'?", or the names that there are.
std::string no_such_column(std::string_view name, const std::vector<std::string>& names);

}  // namespace tally
