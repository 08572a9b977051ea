// SPDX-License-Identifier: Apache-2.0
// "Did you mean …?": the name that somebody who mistyped one most likely had in mind.
//
//   throw Error(ErrorKind::kUsage, "there is no verb 'perdict'" + did_you_mean("perdict", verbs));
//   // there is no verb 'perdict' (did you mean 'predict'?)
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tally {

/// The name that is closest in spelling: at most a third of the letters (but always one) are added,
/// dropped, changed or swapped with their neighbour, and capitals do not matter. Else the only one
/// that begins with the three letters or more of `name`. Of equals the first; nothing if none is
/// close. Names of more than 100 bytes are passed over.
std::optional<std::string> nearest_name(std::string_view name,
                                        const std::vector<std::string>& names);

/// " (did you mean 'petal_width'?)" for the nearest name, or nothing.
std::string did_you_mean(std::string_view name, const std::vector<std::string>& names);

/// "a, b or c", with "or" for `last`.
std::string in_words(const std::vector<std::string>& names, std::string_view last);

}  // namespace tally
