// The order that the features had in the table a model was fitted to. Counts know columns by name;
// who asks with an array, whose columns have none, needs their order.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tally/batch/schema.h"

namespace tally {

/// The features of a schema in the order in which `names`, a table's columns, has them; those that
/// it has not are left out.
std::vector<std::string> feature_order(const Schema& schema, const std::vector<std::string>& names);

/// The order as one text, a line each; a line feed in a name is \n and a backslash is two. Empty if
/// it is the order of the names.
std::string to_text(const std::vector<std::string>& order);

/// The order back. nullopt for a text that does not name each feature once, or that to_text would
/// not write.
std::optional<std::vector<std::string>> parse_feature_order(std::string_view text,
                                                            const Schema& schema);

}  // namespace tally
