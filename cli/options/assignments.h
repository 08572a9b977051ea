// SPDX-License-Identifier: Apache-2.0
// Lists and assignments in an option: a,b,c and a=1,b=2, with "quotes" where a comma is meant.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tally::cli {

using Assignments = std::vector<std::pair<std::string, std::string>>;

/// "a, b,\"c,d\"" → a; b; c,d. Spaces around an item are not part of it unless they are quoted; a
/// doubled quote inside quotes is one. Throws Error (kUsage) for an open quote. `option` is named
/// in errors.
std::vector<std::string> parse_list(std::string_view text, const std::string& option);

/// "a=1,b=\"x,y\"" → (a, 1), (b, x,y). The name ends at the first = outside quotes. Throws Error
/// (kUsage) for an item without a name or without a =.
Assignments parse_assignments(std::string_view text, const std::string& option);

/// The same for families: "a=binned:18,30,b=gaussian" → (a, binned:18,30), (b, gaussian). A number by
/// itself belongs to the list that stands before it.
Assignments parse_families(std::string_view text, const std::string& option);

/// "X1=1,2,3" → (X1, 1,2,3): one name, and the rest as it stands.
std::pair<std::string, std::string> parse_assignment(std::string_view text,
                                                     const std::string& option);

/// "a=0.2,b=0.8" with numbers. Throws Error (kUsage) for anything else.
std::vector<std::pair<std::string, double>> parse_weights(std::string_view text,
                                                          const std::string& option);

}  // namespace tally::cli
