// SPDX-License-Identifier: Apache-2.0
// The engine's errors advise options of the command line; in Python the same advice has other
// words.
#pragma once

#include <string>

namespace tally::bind {

/// The sentence with Python's parameters in the place of options: `--family x=text` is
/// `families={'x': 'text'}`. What stands in quotes stays as it is.
std::string python_words(const std::string& sentence);

}  // namespace tally::bind
