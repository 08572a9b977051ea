// "Did you mean …?"
#pragma once

#include <string>
#include <vector>

namespace tally::cli {

/// " (did you mean 'petal_width'?)" for the name that is closest in spelling, or nothing if none is
/// close: at most a third of its letters away.
std::string did_you_mean(const std::string& name, const std::vector<std::string>& names);

}  // namespace tally::cli
