// SPDX-License-Identifier: Apache-2.0
// Texts in C: a field of terms for each, and under the rule `weighted` a function that hears them (estimate/text_rule/).
#pragma once

#include <string>
#include <vector>

#include "tally/export/c/c_lines.h"
#include "tally/export/sheet_texts.h"

namespace tally {

/// The columns whose fields are terms, sorted: texts, and under the rule weighted the pairs of their words.
std::vector<std::string> columns_of_terms(const Sheet& sheet);

/// struct NAME_terms, which stands before that of a row; nothing without texts.
std::string c_struct_of_terms(const Sheet& sheet, const std::string& name);

/// The functions that texts need; nothing without texts.
std::string c_helpers_of_texts(const Sheet& sheet, const std::string& name);

/// The statements that add to z what texts say under the rule weighted; nothing without such.
std::string c_texts_said(const Sheet& sheet, const std::string& name, CLines& lines);

}  // namespace tally
