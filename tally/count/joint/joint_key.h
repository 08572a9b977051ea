// SPDX-License-Identifier: Apache-2.0
// Several texts in one: "age,town", where a comma, an equals sign or a backslash within a text has a
// backslash before it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tally {

std::string joined_key(std::span<const std::string> texts);

/// The texts of a key; nothing if it is not in the one form that joined_key gives.
std::optional<std::vector<std::string>> parted_key(std::string_view key);

/// Where the first equals sign stands that belongs to no text; the size of the key if none does.
std::size_t end_of_names(std::string_view key);

}  // namespace tally
