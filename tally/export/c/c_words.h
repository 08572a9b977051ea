// SPDX-License-Identifier: Apache-2.0
// Names, numbers, texts and comments in C99.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tally/inside/batch.h"

namespace tally {

bool is_c_name(const std::string& text);

/// A name for each of these, in their order: as it is if it is one in C, else beginning with x_. No two are equal.
std::map<std::string, std::string> c_names(const std::vector<std::string>& names);

std::string c_number(double value);
std::string c_numbers(const std::vector<double>& values);  ///< "1.0, 2.5"
std::string c_literal(std::string_view text);              ///< in quotes
std::string c_literals(const std::vector<Label>& labels);
/// What stands in a comment must not end it before it should.
std::string c_comment(std::string_view text);

}  // namespace tally
